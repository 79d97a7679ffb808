/** X and Z: the figures of a shift. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { documentSums, grandTotal, type Scope, unprinted, unsigned } from '../../../db/profile/figures.ts'
import { parkedSales } from '../../../db/profile/parkedSales.ts'
import type { Shift, ShiftClose } from '../../../db/profile/shifts.ts'
import type { Figures } from '../../contract/figures.ts'
import type { Carried, Denominations, ShiftReport, ShiftView } from '../../contract/shift.ts'
import { expectedCash } from '../../fiscal/cash.ts'
import type { PaymentMethod } from '../../fiscal/codes.ts'
import type { Profile } from '../../profile/profile.ts'
import { figuresOf, reportHeadOf } from '../reports/figures.ts'
import { documentsIn, movesOf } from './drawer.ts'

/** Parked sales, documents without a print, and documents without a signature that a list names. */
const mostNamed = 20

export const shiftView = (
  shift: Shift,
  close: Pick<ShiftClose, 'closed_at' | 'author_name' | 'note'> | undefined,
): ShiftView => ({
  number: shift.number,
  openedAt: shift.opened_at,
  openedBy: shift.author_name,
  float: shift.float,
  closed: close ? { at: close.closed_at, by: close.author_name, note: close.note } : null,
})

/** What would be carried over if the shift were closed now. */
export const carriedOver = (db: Db, shift: Shift): Carried => {
  const parked = parkedSales(db)
  const open = unsigned(db)
  const notPrinted = unprinted(db, documentsIn(db, shift))
  return {
    parked: {
      count: parked.length,
      named: parked.slice(0, mostNamed).map(({ label, total }) => ({ name: label, total })),
    },
    unprinted: {
      count: notPrinted.count,
      named: notPrinted.oldest.map(({ number, total }) => ({ name: number, total })),
    },
    unsigned: {
      count: open.count,
      named: open.oldest.map(({ number, kind, total, sold_at, state, last_text }) => ({
        name: number,
        total: kind === 'sale' ? total : -total,
        soldAt: sold_at,
        state: state as Carried['unsigned']['named'][number]['state'],
        text: last_text,
      })),
    },
  }
}

const softwareOf = (db: Db, scope: Scope): ShiftReport['software'] => {
  const rows = documentSums(db, scope).filter(({ state }) => state !== 'withdrawn')
  return {
    count: rows.reduce((sum, { documents }) => sum + documents, 0),
    total: rows.reduce((sum, { kind, total }) => sum + (kind === 'sale' ? total : -total), 0),
  }
}

const grandTotalOf = (db: Db): ShiftReport['grandTotal'] => {
  const rows = grandTotal(db)
  const of = (kind: 'sale' | 'creditNote') => {
    const { documents = 0, total = 0 } = rows.find((row) => row.kind === kind) ?? {}
    return { count: documents, total: kind === 'sale' ? total : 0 - total }
  }
  const [sales, creditNotes] = [of('sale'), of('creditNote')]
  return { sales, creditNotes, total: sales.total + creditNotes.total }
}

/** A debt is no money that a person can count. */
const uncountable: ReadonlySet<string | null> = new Set<PaymentMethod | null>(['credit', 'cashCredit', null])

/** A payment method with the name of the shop's own tender. */
type Way = Pick<ShiftReport['tenders'][number], 'method' | 'tender'>
const keyOf = ({ method, tender = '' }: Pick<Figures['payments'][number], 'method' | 'tender'>) =>
  `${method} ${tender}`
const wayOf = ({ method, tender }: Pick<Figures['payments'][number], 'method' | 'tender'>): Way => ({
  method: method as PaymentMethod,
  ...(tender !== undefined && { tender }),
})

/** Counted sums in cents. */
export interface Count {
  cash: number
  denominations: Denominations | null
  others: readonly { method: PaymentMethod; tender?: string | undefined; sum: number }[]
}

/**
 * The report of the open shift: X, or Z with `closing`. Call it inside a transaction, so that all figures are of one
 * moment.
 */
export const shiftReportOf = (
  profile: Profile,
  shift: Shift,
  by: { name: string; at: number },
  closing?: { count: Count; note: string | null },
): ShiftReport => {
  const { db } = profile
  const scope = documentsIn(db, shift)
  const { figures, cash } = figuresOf(profile, scope, { from: shift.opened_at, to: by.at + 1 })
  const { moves, moved } = movesOf(db, shift, cash)
  const countOf = (kind: 'payIn' | 'payOut' | 'drop' | 'noSale') => moved.get(kind)?.count ?? 0
  const expected = expectedCash(moves)
  const line = (way: Way, due: number, counted: number | null) => ({
    ...way,
    expected: due,
    counted,
    difference: counted === null ? null : counted - due,
  })
  const others = [...figures.payments, ...figures.onAccount].filter(
    ({ method }) => method !== 'cash' && !uncountable.has(method),
  )
  // A counted sum of a method that nobody paid with is a difference too.
  const ways = new Map(
    [...others, ...(closing?.count.others ?? [])].map((row) => [keyOf(row), wayOf(row)] as const),
  )
  return {
    ...reportHeadOf(profile, by),
    shift: shiftView(shift, closing && { closed_at: by.at, author_name: by.name, note: closing.note }),
    ...figures,
    software: softwareOf(db, { ...scope, shift: null }),
    drawer: {
      float: moves.float,
      sales: moves.sales,
      refunds: 0 - moves.refunds,
      onAccount: moves.onAccount,
      payIn: { count: countOf('payIn'), total: moves.payIn },
      payOut: { count: countOf('payOut'), total: 0 - moves.payOut },
      drop: { count: countOf('drop'), total: 0 - moves.drop },
      noSale: countOf('noSale'),
      expected,
    },
    tenders: [
      line({ method: 'cash' }, expected, closing?.count.cash ?? null),
      ...[...ways].map(([key, way]) =>
        line(
          way,
          others.reduce((sum, row) => (keyOf(row) === key ? sum + row.total : sum), 0),
          closing?.count.others.find((row) => keyOf(row) === key)?.sum ?? null,
        ),
      ),
    ],
    denominations: closing?.count.denominations ?? null,
    toReview: false,
    grandTotal: grandTotalOf(db),
    carried: carriedOver(db, shift),
  }
}
