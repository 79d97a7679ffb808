/** Compares the Z reports of a planned day with the plan's books and, for what the authority knows, with its ledger. */
import Sqlite from 'better-sqlite3'
import type { ShiftReport } from '../../core/contract/shift.ts'
import type { Book } from './dayBook.ts'
import type { Sent } from './kept.ts'

type Line = Record<'taxTyCd', string> & Record<'taxblAmt' | 'taxAmt' | 'totAmt', number>
export type Told = Sent & { request: Sent['request'] & { rcptTyCd: 'S' | 'R'; itemList: Line[] } }

const cents = (amount: number): number => Math.round(amount * 100)

export const same = (what: string, here: unknown, expected: unknown): string[] =>
  JSON.stringify(here) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(here)} instead of ${JSON.stringify(expected)}`]

type Named = Partial<Record<'name' | 'act' | 'tender', string>> & { method?: string | null }
const inOrder = <T extends Named>(rows: T[]): T[] => {
  const key = ({ name, act, method, tender = '' }: T) => name ?? act ?? `${method} ${tender}`
  return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

type Way = { method: string | null; tender?: string | undefined }
const wayOf = ({ method, tender }: Way) => (tender === undefined ? { method } : { method, tender })

/** What each way to pay should have brought, and what was counted of it. */
const tendersOf = ({ payments, onAccount, drawer, counted }: Book) => {
  const due = new Map<string, ReturnType<typeof wayOf> & { expected: number }>()
  const amounts = [
    ...payments.map((row) => ({ ...row, amount: row.paid + row.refunded })),
    ...onAccount.map((row) => ({ ...row, amount: row.total })),
  ]
  for (const { amount, ...row } of amounts) {
    const way = wayOf(row)
    if (way.method === 'cash' || way.method === 'credit') continue
    const before = due.get(JSON.stringify(way))?.expected ?? 0
    due.set(JSON.stringify(way), { ...way, expected: before + amount })
  }
  const { expected } = drawer
  return [
    { method: 'cash', expected, counted, difference: counted - expected },
    ...[...due.values()].map((row) => ({ ...row, counted: null, difference: null })),
  ]
}

/** `told`: the ledger's documents of this shift. */
export const compare = (z: ShiftReport, book: Book, told: Told[]): string[] => {
  const of = (kind: 'S' | 'R') => told.filter(({ request }) => request.rcptTyCd === kind)
  const sign = ({ request }: Told) => (request.rcptTyCd === 'S' ? 1 : -1)
  const total = (rows: Told[]) => rows.reduce((sum, row) => sum + sign(row) * cents(row.request.totAmt), 0)
  const lines = told.flatMap((row) => row.request.itemList.map((line) => ({ ...line, sign: sign(row) })))
  const taxes = [...new Set(lines.map(({ taxTyCd }) => taxTyCd))].toSorted().map((taxType) => {
    const own = lines.filter(({ taxTyCd }) => taxTyCd === taxType)
    const sum = (name: 'totAmt' | 'taxblAmt' | 'taxAmt') =>
      own.reduce((all, line) => all + line.sign * cents(line[name]), 0)
    return { taxType, total: sum('totAmt'), taxable: sum('taxblAmt'), tax: sum('taxAmt') }
  })
  const payments = z.payments.map(({ paid, refunded, ...row }) => ({ ...wayOf(row), paid, refunded }))
  const onAccount = z.onAccount.map(({ count, total: amount, ...row }) => ({
    ...wayOf(row),
    ...{ count, total: amount },
  }))
  const approvals = z.approvals.map(({ act, approver, count, total: amount }) => ({
    ...{ act, approver, count, total: amount },
  }))
  const { voidedLines, voidedSales } = z.reductions
  return [
    ...same('documents', z.all.documents, told.length),
    ...same('sales', [z.sales.documents, z.sales.total], [of('S').length, total(of('S'))]),
    ...same('credit notes', [z.creditNotes.documents, z.creditNotes.total], [of('R').length, total(of('R'))]),
    ...same(
      'taxes',
      z.taxes.map(({ percent: _, ...rest }) => rest),
      taxes,
    ),
    ...same('cashiers', inOrder(z.cashiers), inOrder(book.cashiers)),
    ...same('payments', inOrder(payments), inOrder(book.payments)),
    ...same('rounding', z.rounding, book.rounding),
    ...same('on account', inOrder(onAccount), inOrder(book.onAccount)),
    ...same('unofficial papers', z.unofficial, book.unofficial),
    ...same('voided lines and sales', [voidedLines, voidedSales], [book.voidedLines, book.voidedSales]),
    ...same('approvals', inOrder(approvals), inOrder(book.approvals)),
    ...same('drawer', z.drawer, book.drawer),
    ...same(
      'tenders',
      inOrder(z.tenders.map(({ method, tender, ...row }) => ({ ...wayOf({ method, tender }), ...row }))),
      inOrder(tendersOf(book)),
    ),
  ].map((rule) => `Z ${z.shift.number}, ${rule}`)
}

/** The documents without a signature that a Z names. */
const mostNamed = 20
/** A step took less. Milliseconds. */
const slackMs = 15_000

/** `made`: what the authority did not know at the closing, oldest first, with milliseconds until then. */
export const compareUnsigned = (
  { shift, carried }: ShiftReport,
  made: { number: string; age: number }[],
): string[] => {
  const { count, named } = carried.unsigned
  const ages = named.map(({ soldAt }) => (shift.closed?.at ?? 0) - soldAt)
  const other = ages.findIndex((age, index) => Math.abs(age - (made[index]?.age ?? 0)) > slackMs)
  return [
    ...same(
      'unsigned',
      [count, named.map(({ name }) => name)],
      [made.length, made.slice(0, mostNamed).map(({ number }) => number)],
    ),
    ...(other < 0 ? [] : same(`the age of ${named[other]?.name}`, ages[other], made[other]?.age)),
  ].map((rule) => `Z ${shift.number}, ${rule}`)
}

/** The Z reports of a till's database, and the number of its signatures. */
export const readDay = (file: string): { reports: ShiftReport[]; signed: number } => {
  const db = new Sqlite(file, { readonly: true })
  const figures = db.prepare('select figures from shift_close order by shift_id').pluck().all() as string[]
  const signed = db.prepare('select count(*) from signature where signature is not null').pluck().get()
  db.close()
  return { reports: figures.map((each) => JSON.parse(each) as ShiftReport), signed: Number(signed) }
}
