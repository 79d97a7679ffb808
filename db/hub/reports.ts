/** Sums of one day of one branch. Documents that were cancelled are only in their own. Money is cents. */
import { type Selectable, sql } from 'kysely'
import type { HubDb } from './postgres.ts'
import type { HubSchema } from './schema.ts'

/** `day`: `YYYY-MM-DD`, as the tills had it. */
export interface BranchDay {
  branch: number
  day: string
}

const isOfDay = ({ branch, day }: BranchDay) => sql`invoice.branch = ${branch} and invoice.day = ${day}::date`
const isCounted = (at: BranchDay) => sql`${isOfDay(at)} and invoice.state <> 'withdrawn'`

/** Documents of one till, kind, state and seller. Credit notes count as negative amounts. */
export interface DocumentSums {
  origin: number
  kind: 'sale' | 'creditNote'
  state: Selectable<HubSchema['invoice']>['state']
  author_name: string
  documents: number
  total: number
  taxable: number
  tax: number
  /** Given back in cash. */
  change: number
}

const sign = sql`case invoice.kind when 'sale' then 1 else -1 end`

/** All documents of the day, read once: their rows are most of what a report of a past day fetches from the disk. */
export const documentSums = async (db: HubDb, at: BranchDay): Promise<DocumentSums[]> => {
  const { rows } = await sql<DocumentSums>`
    select origin, kind, state, author_name, count(*) as documents, sum(${sign} * total)::bigint as total,
      sum(${sign} * taxable)::bigint as taxable, sum(${sign} * tax)::bigint as tax, sum(change)::bigint as change
    from invoice where ${isOfDay(at)}
    group by origin, kind, state, author_name order by origin, kind, state, author_name`.execute(db)
  return rows
}

export interface TaxSums {
  tax_type: 'A' | 'B' | 'C' | 'D' | 'E'
  total: number
  taxable: number
  tax: number
}
export const taxSums = async (db: HubDb, at: BranchDay): Promise<TaxSums[]> => {
  const { rows } = await sql<TaxSums>`
    select letter.key as tax_type, sum(${sign} * (letter.value ->> 0)::bigint)::bigint as total,
      sum(${sign} * (letter.value ->> 1)::bigint)::bigint as taxable,
      sum(${sign} * (letter.value ->> 2)::bigint)::bigint as tax
    from invoice cross join jsonb_each(taxes) letter where ${isCounted(at)}
    group by letter.key order by letter.key`.execute(db)
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
      from invoice left join tender part on part.branch = invoice.branch and part.day = invoice.day
        and part.origin = invoice.origin and part.invoice_id = invoice.id where ${isCounted(at)})
    select method, tender_name, coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as paid,
      coalesce(-sum(amount) filter (where kind = 'creditNote'), 0)::bigint as refunded
    from paid group by method, tender_name order by paid desc, method`.execute(db)
  return rows
}

export interface CashSums {
  count: number
  total: number
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
