/** A shop's day, by seed: two shifts, two cashiers, all kinds of payment, debts. Its money is counted from the plan alone. */
import { createRandom } from '../simulation/random.ts'

/** Prices in cents, tax included. Services need no stock. */
export const catalogue = [
  { name: 'Advice', taxType: 'B', price: 116_00 },
  { name: 'Repairs', taxType: 'B', price: 75_50 },
  { name: 'Lessons', taxType: 'A', price: 250_00 },
  { name: 'Delivery', taxType: 'C', price: 33_25 },
  { name: 'Fuel service', taxType: 'E', price: 108_00 },
] as const

export const cashiers = ['Otieno', 'Njeri'] as const
type Cashier = (typeof cashiers)[number]
/** They buy on credit. */
export const customers = ['Mama Achieng', 'Hotel Baraka'] as const
/** Refunds and corrections are hers. */
export const owner = 'Wanjiru'

/** Words of the Z report, by the authority's codes. */
export const methods = {
  '01': 'cash',
  '02': 'credit',
  '04': 'cheque',
  '05': 'card',
  '06': 'mobileMoney',
} as const
type Method = keyof typeof methods
interface Tender {
  method: Method
  amount: number
}

export type Step =
  | { act: 'open'; by: Cashier; float: number }
  | {
      act: 'sale'
      by: Cashier
      lines: { item: number; units: number }[]
      total: number
      tenders: Tender[]
      /** Of {@link customers}; absent: paid at once. */
      customer?: number
    }
  /** A customer pays a part of the debt. */
  | { act: 'account'; by: Cashier; customer: number; amount: number; method: Method }
  /** `sale`: the place of its step. */
  | { act: 'credit'; sale: number; units: number[]; total: number; refundBy: Method }
  | { act: 'correct'; sale: number; tenders: Tender[] }
  | { act: 'move'; by: Cashier; kind: 'payIn' | 'payOut' | 'drop' | 'noSale'; amount: number }
  | { act: 'close'; by: Cashier; counted: number }

/** What the Z of a shift must say. Cents; credit notes and what leaves the drawer are negative. */
export interface Book {
  /** Places of its sales and credit notes among the steps. */
  documents: number[]
  cashiers: { name: string; sales: number; creditNotes: number; total: number }[]
  payments: { method: string; paid: number; refunded: number }[]
  rounding: number
  onAccount: { method: string; count: number; total: number }[]
  drawer: {
    float: number
    sales: number
    refunds: number
    onAccount: number
    payIn: { count: number; total: number }
    payOut: { count: number; total: number }
    drop: { count: number; total: number }
    noSale: number
    expected: number
  }
  counted: number
}

/** Cash in whole shillings, as the shop of the day has it. */
const shillings = (cents: number): number => Math.round(cents / 100) * 100

const sumOf = (tenders: Tender[]): number => tenders.reduce((sum, { amount }) => sum + amount, 0)

/** What cash pays more than its part of the price. */
const roundingOf = (total: number, tenders: Tender[]): number => {
  if (tenders.every(({ method }) => method !== '01')) return 0
  const part = total - sumOf(tenders.filter(({ method }) => method !== '01'))
  return shillings(part) - part
}

/** Counts the steps of one shift: those from `from` until before `to`. */
const bookOf = (steps: readonly Step[], from: number, to: number): Book => {
  const payments = new Map<string, { method: string; paid: number; refunded: number }>()
  const people = new Map<string, { name: string; sales: number; creditNotes: number; total: number }>()
  const moved = {
    payIn: { count: 0, total: 0 },
    payOut: { count: 0, total: 0 },
    drop: { count: 0, total: 0 },
  }
  const documents: number[] = []
  const onAccount = new Map<string, { method: string; count: number; total: number }>()
  let [float, counted, noSale, rounding] = [0, 0, 0, 0]
  const pay = (method: Method, paid: number, refunded: number) => {
    const word = methods[method]
    const before = payments.get(word) ?? { method: word, paid: 0, refunded: 0 }
    payments.set(word, { method: word, paid: before.paid + paid, refunded: before.refunded + refunded })
  }
  const work = (name: string, sales: number, creditNotes: number, total: number) => {
    const before = people.get(name) ?? { name, sales: 0, creditNotes: 0, total: 0 }
    people.set(name, {
      name,
      sales: before.sales + sales,
      creditNotes: before.creditNotes + creditNotes,
      total: before.total + total,
    })
  }
  for (const [place, step] of steps.entries()) {
    if (place < from || place >= to) continue
    if (step.act === 'open') float = step.float
    if (step.act === 'close') counted = step.counted
    if (step.act === 'sale') {
      documents.push(place)
      work(step.by, 1, 0, step.total)
      const corrected = steps
        .slice(0, to)
        .findLast((other) => other.act === 'correct' && other.sale === place)
      const tenders = corrected?.act === 'correct' ? corrected.tenders : step.tenders
      for (const { method, amount } of tenders) pay(method, amount, 0)
      const rounded = roundingOf(step.total, tenders)
      rounding += rounded
      pay('01', step.total + rounded - sumOf(tenders), 0)
    }
    if (step.act === 'credit') {
      documents.push(place)
      work(owner, 0, 1, -step.total)
      const back = step.refundBy === '01' ? shillings(step.total) : step.total
      rounding -= back - step.total
      pay(step.refundBy, 0, -back)
    }
    if (step.act === 'account') {
      const method = methods[step.method]
      const { count = 0, total = 0 } = onAccount.get(method) ?? {}
      onAccount.set(method, { method, count: count + 1, total: total + step.amount })
    }
    if (step.act === 'move') {
      if (step.kind === 'noSale') noSale += 1
      else {
        moved[step.kind].count += 1
        moved[step.kind].total += step.kind === 'payIn' ? step.amount : -step.amount
      }
    }
  }
  const { paid: sales, refunded: refunds } = payments.get('cash') ?? { paid: 0, refunded: 0 }
  const account = onAccount.get('cash')?.total ?? 0
  const expected =
    float + sales + refunds + account + moved.payIn.total + moved.payOut.total + moved.drop.total
  return {
    documents,
    cashiers: [...people.values()],
    payments: [...payments.values()].filter(({ paid, refunded }) => paid !== 0 || refunded !== 0),
    rounding,
    onAccount: [...onAccount.values()],
    drawer: { float, sales, refunds, onAccount: account, ...moved, noSale, expected },
    counted,
  }
}

export interface Day {
  steps: Step[]
  books: Book[]
  /** Of each customer in the end, cents. */
  owed: number[]
}

const shifts = 2

export const planDay = (
  seed: number,
  wanted: { sales: number; credits: number; debts: number; debtPayments: number },
): Day => {
  const random = createRandom(seed)
  const steps: Step[] = []
  const books: Book[] = []
  const made: number[] = []
  const credited = new Set<number>()
  const owed = customers.map(() => 0)

  const tendersFor = (total: number): Tender[] => {
    if (random.chance(0.5)) return [{ method: '01', amount: Math.ceil(total / 100_00) * 100_00 }]
    const method = random.pick(['04', '05', '06'] as const)
    if (random.chance(0.6) || total < 200) return [{ method, amount: total }]
    const part = random.between(1, total - 100)
    return [
      { method, amount: part },
      { method: '01', amount: Math.ceil((total - part) / 100) * 100 },
    ]
  }
  const sell = (by: Cashier, customer?: number): void => {
    const lines = Array.from({ length: random.between(1, 3) }, () => ({
      item: random.between(0, catalogue.length - 1),
      units: random.between(1, 4),
    }))
    const total = lines.reduce((sum, { item, units }) => sum + (catalogue[item]?.price ?? 0) * units, 0)
    if (customer === undefined) {
      made.push(steps.push({ act: 'sale', by, lines, total, tenders: tendersFor(total) }) - 1)
      return
    }
    steps.push({ act: 'sale', by, lines, total, tenders: [{ method: '02', amount: total }], customer })
    owed[customer] = (owed[customer] ?? 0) + total
  }
  const credit = (): void => {
    const sale = made.find((place) => !credited.has(place))
    const step = sale === undefined ? undefined : steps[sale]
    if (sale === undefined || step?.act !== 'sale') return
    credited.add(sale)
    // The first line always, so that something is returned.
    const units = step.lines.map((line, index) => (index === 0 ? line.units : random.between(0, line.units)))
    const total = step.lines.reduce(
      (sum, { item }, index) => sum + (catalogue[item]?.price ?? 0) * (units[index] ?? 0),
      0,
    )
    steps.push({ act: 'credit', sale, units, total, refundBy: random.pick(['01', '06'] as const) })
  }
  const payDebt = (by: Cashier): void => {
    const customer = owed.findIndex((debt) => debt > 0)
    if (customer < 0) return
    const amount = random.between(1, Math.min(owed[customer] ?? 0, 300_00))
    steps.push({ act: 'account', by, customer, amount, method: random.pick(['01', '06'] as const) })
    owed[customer] = (owed[customer] ?? 0) - amount
  }
  const correct = (): void => {
    const sale = made.at(-1)
    const step = sale === undefined ? undefined : steps[sale]
    if (sale === undefined || step?.act !== 'sale' || credited.has(sale)) return
    const method = random.pick(['01', '05'] as const)
    const amount = method === '01' ? shillings(step.total) : step.total
    steps.push({ act: 'correct', sale, tenders: [{ method, amount }] })
  }
  const move = (by: Cashier): void => {
    const kind = random.pick(['payIn', 'payOut', 'drop', 'noSale'] as const)
    steps.push({ act: 'move', by, kind, amount: kind === 'noSale' ? 0 : random.between(1, 50) * 100 })
  }

  for (let shift = 0; shift < shifts; shift += 1) {
    const from = steps.length
    const by = () => random.pick(cashiers)
    steps.push({ act: 'open', by: by(), float: random.between(10, 50) * 100_00 })
    const ofShift = Math.floor(wanted.sales / shifts)
    const every = (count: number) => Math.floor((ofShift - 1) / (count / shifts))
    // A credit note of this shift may return a sale of the one before.
    for (let sale = 1; sale <= ofShift; sale += 1) {
      sell(by(), sale % every(wanted.debts) === 1 ? random.between(0, customers.length - 1) : undefined)
      if (sale % every(wanted.credits) === 0) credit()
      if (sale % every(wanted.debtPayments) === 2) payDebt(by())
      if (random.chance(0.03)) correct()
      if (random.chance(0.05)) move(by())
    }
    const { drawer } = bookOf(steps, from, steps.length)
    const counted = Math.max(0, drawer.expected - random.pick([0, 0, 50_00]))
    steps.push({ act: 'close', by: by(), counted })
    books.push(bookOf(steps, from, steps.length))
  }
  return { steps, books, owed }
}
