/** What the Z of a planned shift must say, counted from the plan alone. */
import { methods, owner, priceOf, type Step, shillings, type Tender } from './dayShop.ts'

interface Counted {
  count: number
  total: number
}

/** Cents; credit notes and what leaves the drawer are negative. */
export interface Book {
  /** Places of its sales and credit notes among the steps; that of an exchange has both. */
  documents: number[]
  cashiers: { name: string; sales: number; creditNotes: number; total: number }[]
  payments: { method: string; tender?: string; paid: number; refunded: number }[]
  rounding: number
  onAccount: { method: string; tender?: string; count: number; total: number }[]
  unofficial: { TS: Counted; TC: Counted; PS: Counted; copies: Counted }
  voidedLines: Counted
  voidedSales: Counted
  approvals: { act: string; approver: string; count: number; total: number }[]
  drawer: {
    float: number
    sales: number
    refunds: number
    onAccount: number
    payIn: Counted
    payOut: Counted
    drop: Counted
    noSale: number
    expected: number
  }
  counted: number
}

const sumOf = (tenders: Tender[]): number => tenders.reduce((sum, { amount }) => sum + amount, 0)
const nothing = (): Counted => ({ count: 0, total: 0 })
const count = (sum: Counted, amount: number): void => {
  sum.count += 1
  sum.total += amount
}

/** What cash pays more than its part of the price. */
const roundingOf = (total: number, tenders: Tender[]): number => {
  if (tenders.every(({ method }) => method !== '01')) return 0
  const part = total - sumOf(tenders.filter(({ method }) => method !== '01'))
  return shillings(part) - part
}

/** Rows by key, in the order in which they came. */
const sums = <T>() => {
  const rows = new Map<string, T>()
  return {
    at: (key: string, none: T): T => {
      const row = rows.get(key) ?? none
      rows.set(key, row)
      return row
    },
    all: () => [...rows.values()],
  }
}

/** Counts the steps of one shift: those from `from` until before `to`. */
export const bookOf = (steps: readonly Step[], from: number, to: number): Book => {
  const payments = sums<Book['payments'][number]>()
  const people = sums<Book['cashiers'][number]>()
  const onAccount = sums<Book['onAccount'][number]>()
  const approvals = sums<Book['approvals'][number]>()
  const moved = { payIn: nothing(), payOut: nothing(), drop: nothing() }
  const unofficial = { TS: nothing(), TC: nothing(), PS: nothing(), copies: nothing() }
  const [voidedLines, voidedSales] = [nothing(), nothing()]
  const documents: number[] = []
  let [float, counted, noSale, rounding] = [0, 0, 0, 0]
  const pay = (method: Tender['method'], paid: number, refunded: number) => {
    const row = payments.at(method, { ...methods[method], paid: 0, refunded: 0 })
    row.paid += paid
    row.refunded += refunded
  }
  const person = (name: string) => people.at(name, { name, sales: 0, creditNotes: 0, total: 0 })
  const approve = (act: string, amount: number) =>
    count(approvals.at(act, { act, approver: owner, ...nothing() }), amount)
  const credit = (by: string, total: number, back: Tender) => {
    const row = person(by)
    row.creditNotes += 1
    row.total -= total
    rounding -= back.amount - total
    pay(back.method, 0, -back.amount)
  }
  const sell = (by: string, total: number, tenders: Tender[]) => {
    const row = person(by)
    row.sales += 1
    row.total += total
    for (const { method, amount } of tenders) pay(method, amount, 0)
    const rounded = roundingOf(total, tenders)
    rounding += rounded
    pay('01', total + rounded - sumOf(tenders), 0)
  }
  for (const [place, step] of steps.entries()) {
    if (place < from || place >= to) continue
    switch (step.act) {
      case 'open':
        float = step.float
        break
      case 'close':
        counted = step.counted
        break
      case 'sale': {
        documents.push(place)
        const { returned } = step
        const back: Tender[] = returned ? [{ method: '01', amount: shillings(returned.total) }] : []
        for (const each of back) credit(step.by, returned?.total ?? 0, each)
        if (returned) approve('creditNote', returned.total)
        const corrected = steps
          .slice(0, to)
          .findLast((other) => other.act === 'correct' && other.sale === place)
        const tenders = corrected?.act === 'correct' ? corrected.tenders : step.tenders
        sell(step.by, step.total, [...tenders, ...back])
        break
      }
      case 'credit': {
        documents.push(place)
        const amount = step.refundBy === '01' ? shillings(step.total) : step.total
        credit(owner, step.total, { method: step.refundBy, amount })
        break
      }
      case 'account': {
        const { method, amount } = step
        count(onAccount.at(method, { ...methods[method], ...nothing() }), amount)
        break
      }
      case 'void': {
        const total = priceOf(step.goods)
        count(step.left.length > 0 ? voidedLines : voidedSales, total)
        approve(step.left.length > 0 ? 'voidLine' : 'voidSale', total)
        break
      }
      case 'train':
        count(unofficial.TS, step.total)
        break
      case 'trainCredit':
        count(unofficial.TC, -step.total)
        break
      case 'proforma':
        count(unofficial.PS, step.total)
        break
      case 'move':
        if (step.kind === 'noSale') noSale += 1
        else count(moved[step.kind], step.kind === 'payIn' ? step.amount : -step.amount)
        break
      case 'keep':
      case 'correct':
    }
  }
  const cash = payments.at('01', { ...methods['01'], paid: 0, refunded: 0 })
  const account = onAccount.all().find(({ method }) => method === 'cash')?.total ?? 0
  const { payIn, payOut, drop } = moved
  const expected = float + cash.paid + cash.refunded + account + payIn.total + payOut.total + drop.total
  return {
    documents,
    cashiers: people.all(),
    payments: payments.all().filter(({ paid, refunded }) => paid !== 0 || refunded !== 0),
    rounding,
    onAccount: onAccount.all(),
    unofficial,
    voidedLines,
    voidedSales,
    approvals: approvals.all(),
    drawer: {
      ...{ float, sales: cash.paid, refunds: cash.refunded, onAccount: account },
      ...{ ...moved, noSale, expected },
    },
    counted,
  }
}
