/** A shop's day, by seed: two shifts, two cashiers, all kinds of payment, debts, and everything else of a counter. */
import { createRandom } from '../simulation/random.ts'
import { type Book, bookOf } from './dayBook.ts'
import {
  type Cashier,
  cashiers,
  catalogue,
  customers,
  type Line,
  priceOf,
  type Step,
  shillings,
  type Tender,
} from './dayShop.ts'

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
  /** Answers its place. */
  const plan = (step: Step): number => steps.push(step) - 1

  const handful = (least = 1): Line[] =>
    Array.from({ length: random.between(least, 3) }, () => ({
      item: random.between(0, catalogue.length - 1),
      units: random.between(1, 4),
    }))
  const inCash = (amount: number): Tender => ({ method: '01', amount: Math.ceil(amount / 100_00) * 100_00 })
  const tendersFor = (total: number): Tender[] => {
    if (random.chance(0.5)) return [inCash(total)]
    const method = random.pick(['04', '05', '06', 'own'] as const)
    if (random.chance(0.6) || total < 200) return [{ method, amount: total }]
    const part = random.between(1, total - 100)
    return [
      { method, amount: part },
      { method: '01', amount: Math.ceil((total - part) / 100) * 100 },
    ]
  }
  /** Paid at once, so that it can be credited. */
  const pay = (by: Cashier, lines: Line[], from: { kept?: number; proforma?: number } = {}): void => {
    const total = priceOf(lines)
    made.push(plan({ act: 'sale', by, lines, total, tenders: tendersFor(total), ...from }))
  }
  const owe = (by: Cashier, customer: number): void => {
    const lines = handful()
    const total = priceOf(lines)
    plan({ act: 'sale', by, lines, total, tenders: [{ method: '02', amount: total }], customer })
    owed[customer] = (owed[customer] ?? 0) + total
  }
  /** The oldest sale of which nothing came back, with what comes back of it now. */
  const returnable = () => {
    const sale = made.find((place) => !credited.has(place))
    const step = sale === undefined ? undefined : steps[sale]
    if (sale === undefined || step?.act !== 'sale') return null
    credited.add(sale)
    // The first line always, so that something is returned.
    const units = step.lines.map((line, index) => (index === 0 ? line.units : random.between(0, line.units)))
    const total = priceOf(step.lines.map(({ item }, index) => ({ item, units: units[index] ?? 0 })))
    return { sale, units, total }
  }
  const credit = (): void => {
    const back = returnable()
    if (back) plan({ act: 'credit', ...back, refundBy: random.pick(['01', '06', 'own'] as const) })
  }
  const exchange = (by: Cashier): void => {
    const returned = returnable()
    if (!returned) return
    const lines = handful()
    const total = priceOf(lines)
    const due = shillings(total) - shillings(returned.total)
    plan({ act: 'sale', by, lines, total, tenders: due > 0 ? [inCash(due)] : [], returned })
  }
  /** A line is voided and the rest is sold, or all of it is dropped. */
  const voided = (by: Cashier): void => {
    const lines = handful(2)
    const kept = plan({ act: 'keep', by, lines })
    const isLine = random.chance(0.6)
    const [goods, left] = isLine ? [lines.slice(0, 1), lines.slice(1)] : [lines, []]
    plan({ act: 'void', by, kept, goods, left })
    if (left.length > 0) pay(by, left, { kept })
  }
  const train = (by: Cashier): void => {
    const lines = handful()
    const total = priceOf(lines)
    const sale = plan({ act: 'train', by, lines, total })
    if (random.chance(0.5)) plan({ act: 'trainCredit', by, sale, total })
  }
  const offer = (by: Cashier): void => {
    const lines = handful()
    const proforma = plan({ act: 'proforma', by, lines, total: priceOf(lines) })
    if (random.chance(0.5)) pay(by, lines, { proforma })
  }
  const payDebt = (by: Cashier): void => {
    const customer = owed.findIndex((debt) => debt > 0)
    if (customer < 0) return
    const amount = random.between(1, Math.min(owed[customer] ?? 0, 300_00))
    plan({ act: 'account', by, customer, amount, method: random.pick(['01', '06', 'own'] as const) })
    owed[customer] = (owed[customer] ?? 0) - amount
  }
  /** Until its shift is closed. */
  const correct = (from: number): void => {
    const sale = made.at(-1)
    const step = sale === undefined ? undefined : steps[sale]
    if (sale === undefined || sale < from || step?.act !== 'sale' || credited.has(sale)) return
    const method = random.pick(['01', '05', 'own'] as const)
    const amount = method === '01' ? shillings(step.total) : step.total
    plan({ act: 'correct', sale, tenders: [{ method, amount }] })
  }
  const move = (by: Cashier): void => {
    const kind = random.pick(['payIn', 'payOut', 'drop', 'noSale'] as const)
    plan({ act: 'move', by, kind, amount: kind === 'noSale' ? 0 : random.between(1, 50) * 100 })
  }

  for (let shift = 0; shift < shifts; shift += 1) {
    const from = steps.length
    const by = () => random.pick(cashiers)
    plan({ act: 'open', by: by(), float: random.between(10, 50) * 100_00 })
    const ofShift = Math.floor(wanted.sales / shifts)
    const every = (count: number) => Math.floor((ofShift - 1) / (count / shifts))
    // A credit note of this shift may return a sale of the one before.
    for (let sale = 1; sale <= ofShift; sale += 1) {
      if (sale % every(wanted.debts) === 1) owe(by(), random.between(0, customers.length - 1))
      // One of each kind in a short shift too.
      else if (sale % 24 === 5) voided(by())
      else if (sale % 24 === 11) exchange(by())
      else if (sale % 24 === 14) offer(by())
      else pay(by(), handful())
      if (sale % 24 === 18) train(by())
      if (sale % every(wanted.credits) === 0) credit()
      if (sale % every(wanted.debtPayments) === 2) payDebt(by())
      if (random.chance(0.03)) correct(from)
      if (random.chance(0.05)) move(by())
    }
    const { drawer } = bookOf(steps, from, steps.length)
    const counted = Math.max(0, drawer.expected - random.pick([0, 0, 50_00]))
    plan({ act: 'close', by: by(), counted })
    books.push(bookOf(steps, from, steps.length))
  }
  return { steps, books, owed }
}
