/** A day of a branch. A till that was not heard of since may have sold more, so it is named. */
import { type ListedTill, tillsOf } from '../../db/hub/door.ts'
import {
  type CashSums,
  cancelledSum,
  cashSums,
  changeSum,
  type DaySums,
  dayShifts,
  daySums,
  sellerSums,
  type TenderSums,
  taxSums,
  tenderSums,
} from '../../db/hub/reports.ts'
import { asReport } from '../../db/hub/roles.ts'
import type { BranchReport } from '../contract/hub/report.ts'
import { paymentMethod } from '../fiscal/codes.ts'
import { dayMs, parseWireDate } from '../fiscal/dates.ts'
import { isPayment } from '../fiscal/tender.ts'
import type { Hub } from './openHub.ts'

/** Milliseconds. A till says something twice a minute. */
const heardWithinMs = 120_000

const sumOf = (rows: readonly DaySums[], kind: DaySums['kind']) =>
  rows
    .filter((row) => row.kind === kind)
    .reduce((sum, { documents, total }) => ({ count: sum.count + documents, total: sum.total + total }), {
      count: 0,
      total: 0,
    })
const all = (rows: readonly DaySums[], field: 'total' | 'taxable' | 'tax') =>
  rows.reduce((sum, row) => sum + row[field], 0)
const openOf = (rows: readonly DaySums[], field: 'unsigned' | 'rejected') => ({
  count: rows.reduce((sum, row) => sum + row[field], 0),
  total: rows.reduce((sum, row) => sum + row[`${field}_total`], 0),
})

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

const tillOf = (till: ListedTill, rows: readonly DaySums[], to: number, now: number) => {
  const own = rows.filter(({ origin }) => origin === till.id)
  return {
    name: till.name,
    sales: sumOf(own, 'sale'),
    creditNotes: sumOf(own, 'creditNote'),
    total: all(own, 'total'),
    unsigned: openOf(own, 'unsigned'),
    heardAt: till.seen_at,
    waiting: till.head_seq === null ? null : Math.max(till.head_seq - till.acked_seq, 0),
    complete: isComplete(till, to, now),
  }
}

/** `day`: `YYYYMMDD`. Sums of tills that were ended stay; only those with documents are named. */
export const reportOf = async (
  { db, ports }: Pick<Hub, 'db' | 'ports'>,
  { branch, branchCode }: { branch: number; branchCode: string },
  day: string,
): Promise<BranchReport> => {
  const from = parseWireDate(day) ?? 0
  const to = from + dayMs
  const now = ports.clock.now()
  const at = { branch, day: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` }
  const [[sums, sellers, taxes, tenders, change, cash, cancelled, shifts], tills] = await Promise.all([
    asReport(
      db,
      branch,
      async (tx) =>
        [
          await daySums(tx, at),
          await sellerSums(tx, at),
          await taxSums(tx, at),
          await tenderSums(tx, at),
          await changeSum(tx, at),
          await cashSums(tx, at),
          await cancelledSum(tx, at),
          await dayShifts(tx, branch, { from, to }),
        ] as const,
    ),
    tillsOf(db, branch),
  ])
  const named = tills.filter(
    ({ id, revoked_at }) => revoked_at === null || sums.some(({ origin }) => origin === id),
  )
  return {
    day,
    branch: branchCode,
    madeAt: now,
    sales: sumOf(sums, 'sale'),
    creditNotes: sumOf(sums, 'creditNote'),
    total: all(sums, 'total'),
    taxable: all(sums, 'taxable'),
    tax: all(sums, 'tax'),
    taxes: taxes.map(({ tax_type: taxType, ...amounts }) => ({ taxType, ...amounts })),
    payments: paymentsOf(tenders, change),
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
    cancelled,
    sellers,
    tills: named.map((till) => tillOf(till, sums, to, now)),
    rejected: openOf(sums, 'rejected'),
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
