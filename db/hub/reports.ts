/** Sums of one day of one branch. Documents that were cancelled are only in their own. Money is cents. */
import { sql } from 'kysely'
import type { HubDb } from './postgres.ts'

/** `day`: `YYYY-MM-DD`, as the tills had it. */
export interface BranchDay {
  branch: number
  day: string
}

const allOfDay = ({ branch, day }: BranchDay) =>
  sql`from invoice where invoice.branch = ${branch} and invoice.day = ${day}::date`
const ofDay = (at: BranchDay) => sql`${allOfDay(at)} and invoice.state <> 'withdrawn'`
/** Credit notes are kept with positive amounts. */
const sign = sql`case invoice.kind when 'sale' then 1 else -1 end`
const total = sql`coalesce(sum(${sign} * invoice.total), 0)::bigint`

export interface DaySums {
  origin: number
  kind: 'sale' | 'creditNote'
  documents: number
  total: number
  taxable: number
  tax: number
  /** Not accepted by the authority yet. */
  unsigned: number
  unsigned_total: number
  rejected: number
  rejected_total: number
}

export const daySums = async (db: HubDb, at: BranchDay): Promise<DaySums[]> => {
  const unsigned = sql`filter (where invoice.state in ('waiting', 'unknown'))`
  const rejected = sql`filter (where invoice.state = 'refused')`
  const { rows } = await sql<DaySums>`
    select origin, kind, count(*) as documents, ${total} as total,
      coalesce(sum(${sign} * taxable), 0)::bigint as taxable, coalesce(sum(${sign} * tax), 0)::bigint as tax,
      count(*) ${unsigned} as unsigned,
      coalesce(sum(${sign} * invoice.total) ${unsigned}, 0)::bigint as unsigned_total,
      count(*) ${rejected} as rejected,
      coalesce(sum(${sign} * invoice.total) ${rejected}, 0)::bigint as rejected_total
    ${ofDay(at)} group by origin, kind order by origin, kind`.execute(db)
  return rows
}

export interface Counted {
  count: number
  total: number
}
export const cancelledSum = async (db: HubDb, at: BranchDay): Promise<Counted> => {
  const { rows } = await sql<Counted>`
    select count(*) as count, ${total} as total ${allOfDay(at)} and invoice.state = 'withdrawn'`.execute(db)
  return rows[0] ?? { count: 0, total: 0 }
}

export interface SellerSums {
  name: string
  documents: number
  total: number
}
export const sellerSums = async (db: HubDb, at: BranchDay): Promise<SellerSums[]> => {
  const { rows } = await sql<SellerSums>`
    select author_name as name, count(*) as documents, ${total} as total
    ${ofDay(at)} group by author_name order by total desc, name`.execute(db)
  return rows
}

const isPart = sql`part.branch = invoice.branch and part.day = invoice.day and part.origin = invoice.origin
  and part.invoice_id = invoice.id`
const isCounted = ({ branch, day }: BranchDay) =>
  sql`invoice.branch = ${branch} and invoice.day = ${day}::date and invoice.state <> 'withdrawn'`

export interface TaxSums {
  tax_type: 'A' | 'B' | 'C' | 'D' | 'E'
  total: number
  taxable: number
  tax: number
}
export const taxSums = async (db: HubDb, at: BranchDay): Promise<TaxSums[]> => {
  // All lines of the day at once: a look at the lines of each document takes five times as long.
  const { rows } = await sql<TaxSums>`
    with invoice as materialized (
      select origin, id, kind from invoice where ${isCounted(at)}),
    part as materialized (
      select origin, invoice_id, tax_type, total, taxable, tax from invoice_line
      where branch = ${at.branch} and day = ${at.day}::date)
    select tax_type, sum(${sign} * total)::bigint as total, sum(${sign} * taxable)::bigint as taxable,
      sum(${sign} * tax)::bigint as tax
    from part join invoice on invoice.origin = part.origin and invoice.id = part.invoice_id
    group by tax_type order by tax_type`.execute(db)
  return rows
}

export interface TenderSums {
  /** As the till or other software named it; empty: not at all. `rounding` is paid by no person. */
  method: string
  tender_name: string | null
  paid: number
  refunded: number
}
/** A document without payments counts by its own method. Change is still in what was paid. */
export const tenderSums = async (db: HubDb, at: BranchDay): Promise<TenderSums[]> => {
  const { rows } = await sql<TenderSums>`
    with paid as (
      select coalesce(part.method, invoice.method) as method, part.tender_name, invoice.kind,
        coalesce(part.amount, invoice.total) as amount
      from invoice left join tender part on ${isPart} where ${isCounted(at)})
    select method, tender_name, coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as paid,
      coalesce(-sum(amount) filter (where kind = 'creditNote'), 0)::bigint as refunded
    from paid group by method, tender_name order by paid desc, method`.execute(db)
  return rows
}

/** Cash that was given back as change. */
export const changeSum = async (db: HubDb, at: BranchDay): Promise<number> => {
  const { rows } = await sql<{ change: number }>`
    select coalesce(sum(change), 0)::bigint as change ${ofDay(at)}`.execute(db)
  return rows[0]?.change ?? 0
}

export interface CashSums extends Counted {
  kind: 'onAccount' | 'payIn' | 'payOut' | 'drop'
  method: string
  tender_name: string | null
}
/** Money that moved without a sale; all positive. */
export const cashSums = async (db: HubDb, { branch, day }: BranchDay): Promise<CashSums[]> => {
  const { rows } = await sql<CashSums>`
    select kind, method, tender_name, count(*) as count, sum(amount)::bigint as total from cash_move
    where branch = ${branch} and day = ${day}::date
    group by kind, method, tender_name order by total desc, method`.execute(db)
  return rows
}

export interface DayShift {
  till: string
  number: number | null
  opened_at: number | null
  opened_by: string | null
  closed_at: number | null
  closed_by: string | null
  expected: number | null
  counted: number | null
}
/** Shifts that were closed from `from` until before `to`, epoch milliseconds; and those opened before `to` that are open. */
export const dayShifts = async (
  db: HubDb,
  branch: number,
  { from, to }: { from: number; to: number },
): Promise<DayShift[]> =>
  db
    .selectFrom('shift')
    .innerJoin('origin', 'origin.id', 'shift.origin')
    .select([
      'origin.name as till',
      ...([
        'shift.number',
        'opened_at',
        'opened_by',
        'closed_at',
        'closed_by',
        'expected',
        'counted',
      ] as const),
    ])
    .where('shift.branch', '=', branch)
    .where('opened_at', '<', to)
    .where((is) =>
      is.or([is('closed_at', 'is', null), is.and([is('closed_at', '>=', from), is('closed_at', '<', to)])]),
    )
    .orderBy('origin.name')
    .orderBy('shift.number')
    .execute()
