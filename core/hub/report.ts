/** A day of a branch. A till that was not heard of since may have sold more, so it is named. */
import { type ListedTill, tillsOf } from '../../db/hub/door.ts'
import {
  bestSold,
  type CashSums,
  cashSums,
  type DocumentSums,
  dayShifts,
  documentSums,
  type TenderSums,
  taxLetters,
  tenderSums,
} from '../../db/hub/reports.ts'
import { asReport } from '../../db/hub/roles.ts'
import type { BestSellers, BranchReport } from '../contract/hub/report.ts'
import { paymentMethod } from '../fiscal/codes.ts'
import { dayMs, parseWireDate } from '../fiscal/dates.ts'
import { isPayment } from '../fiscal/tender.ts'
import type { Hub } from './openHub.ts'
import { dayOf } from './projections/documents.ts'

/** Milliseconds. A till says something twice a minute. */
const heardWithinMs = 120_000

/** `total`: cents. */
const counted = (rows: readonly DocumentSums[]) => ({
  count: rows.reduce((sum, { documents }) => sum + documents, 0),
  total: all(rows, 'total'),
})
const all = (rows: readonly DocumentSums[], field: 'total' | 'taxable' | 'tax' | 'change') =>
  rows.reduce((sum, row) => sum + row[field], 0)
const ofKind = (rows: readonly DocumentSums[], kind: DocumentSums['kind']) =>
  counted(rows.filter((row) => row.kind === kind))
const inState = (rows: readonly DocumentSums[], ...states: DocumentSums['state'][]) =>
  counted(rows.filter(({ state }) => states.includes(state)))

/** A letter that no document has is left out. */
const taxesOf = (rows: readonly DocumentSums[]): BranchReport['taxes'] =>
  taxLetters.flatMap((taxType) => {
    const own = rows.filter((row) => row[`${taxType}_total`] !== null)
    const sum = (name: 'total' | 'taxable' | 'tax') =>
      own.reduce((all, row) => all + (row[`${taxType}_${name}`] ?? 0), 0)
    return own.length === 0
      ? []
      : [{ taxType, total: sum('total'), taxable: sum('taxable'), tax: sum('tax') }]
  })

/** The one who sold most first. */
const sellersOf = (rows: readonly DocumentSums[]): BranchReport['sellers'] =>
  [...Map.groupBy(rows, (row) => row.author_name)]
    .map(([name, own]) => ({ name, documents: counted(own).count, total: all(own, 'total') }))
    .sort((a, b) => b.total - a.total || a.name.localeCompare(b.name))

/** By the till's words: other software names codes. Change was given in cash. */
const paymentsOf = (rows: readonly TenderSums[], change: number): BranchReport['payments'] => {
  const ways = new Map<string, BranchReport['payments'][number]>()
  for (const { method: named, tender_name: tender, paid, refunded } of rows.filter(isPayment)) {
    const method = named === '' ? '' : paymentMethod(named)
    const key = JSON.stringify([method, tender])
    const way = ways.get(key) ?? { method, tender, paid: 0, refunded: 0 }
    ways.set(key, { ...way, paid: way.paid + paid, refunded: way.refunded + refunded })
  }
  const cash = [...ways.values()].find(({ method, tender }) => method === 'cash' && tender === null)
  if (cash) cash.paid -= change
  return [...ways.values()]
}

const movedOf = (rows: readonly CashSums[], kind: CashSums['kind'], sign: 1 | -1) => {
  const { count, total } = rows.find((row) => row.kind === kind) ?? { count: 0, total: 0 }
  return { count, total: sign * total + 0 }
}

/** True if the till can have no further document of a day that ends at `to`. */
const isComplete = ({ seen_at, head_seq, acked_seq }: ListedTill, to: number, now: number): boolean =>
  seen_at !== null &&
  head_seq !== null &&
  head_seq <= acked_seq &&
  (seen_at >= to || now - seen_at < heardWithinMs)

const tillOf = (till: ListedTill, rows: readonly DocumentSums[], to: number, now: number) => {
  const own = rows.filter(({ origin }) => origin === till.id)
  return {
    name: till.name,
    sales: ofKind(own, 'sale'),
    creditNotes: ofKind(own, 'creditNote'),
    total: all(own, 'total'),
    unsigned: inState(own, 'waiting', 'unknown'),
    heardAt: till.seen_at,
    waiting: till.head_seq === null ? null : Math.max(till.head_seq - till.acked_seq, 0),
    complete: isComplete(till, to, now),
  }
}

/** The goods that a branch sold most of, in so many days up to `day`, `YYYYMMDD`. */
export const bestSellersOf = async (
  { db }: Pick<Hub, 'db'>,
  branch: number,
  { day, days }: { day: string; days: number },
): Promise<BestSellers> => ({
  goods: await asReport(db, branch, (tx) => bestSold(tx, { branch, day: dayOf(day) }, days)),
})

/** `day`: `YYYYMMDD`. Sums of tills that were ended stay; only those with documents are named. */
export const reportOf = async (
  { db, ports }: Pick<Hub, 'db' | 'ports'>,
  { branch, branchCode }: { branch: number; branchCode: string },
  day: string,
): Promise<BranchReport> => {
  const from = parseWireDate(day) ?? 0
  const to = from + dayMs
  const now = ports.clock.now()
  const at = { branch, day: dayOf(day) }
  const [[documents, tenders, cash, shifts], tills] = await Promise.all([
    asReport(
      db,
      branch,
      async (tx) =>
        [
          await documentSums(tx, at),
          await tenderSums(tx, at),
          await cashSums(tx, at),
          await dayShifts(tx, branch, { from, to }),
        ] as const,
    ),
    tillsOf(db, branch),
  ])
  const sums = documents.filter(({ state }) => state !== 'withdrawn')
  const named = tills.filter(
    ({ id, revoked_at }) => revoked_at === null || sums.some(({ origin }) => origin === id),
  )
  return {
    day,
    branch: branchCode,
    madeAt: now,
    sales: ofKind(sums, 'sale'),
    creditNotes: ofKind(sums, 'creditNote'),
    total: all(sums, 'total'),
    taxable: all(sums, 'taxable'),
    tax: all(sums, 'tax'),
    taxes: taxesOf(sums),
    payments: paymentsOf(tenders, all(sums, 'change')),
    rounding: tenders
      .filter((row) => !isPayment(row))
      .reduce((sum, { paid, refunded }) => sum - paid - refunded, 0),
    onAccount: cash
      .filter(({ kind }) => kind === 'onAccount')
      .map(({ method, tender_name: tender, count, total }) => ({ method, tender, count, total })),
    cash: {
      payIn: movedOf(cash, 'payIn', 1),
      payOut: movedOf(cash, 'payOut', -1),
      drop: movedOf(cash, 'drop', -1),
    },
    cancelled: inState(documents, 'withdrawn'),
    sellers: sellersOf(sums),
    tills: named.map((till) => tillOf(till, sums, to, now)),
    rejected: inState(sums, 'refused'),
    shifts: shifts.map((shift) => ({
      till: shift.till,
      number: shift.number,
      openedAt: shift.opened_at,
      closedAt: shift.closed_at,
      by: shift.closed_by ?? shift.opened_by,
      expected: shift.expected,
      counted: shift.counted,
    })),
  }
}
