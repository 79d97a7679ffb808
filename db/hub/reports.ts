/** Sums of one day of one branch. Documents that were cancelled are only in their own. Money is cents. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { HubDb } from './postgres.ts'
import type { HubSchema } from './schema.ts'

/** `day`: `YYYY-MM-DD`, as the tills had it. */
export interface BranchDay {
  branch: number
  day: string
}

const isOfDay = ({ branch, day }: BranchDay) => sql`invoice.branch = ${branch} and invoice.day = ${day}::date`

export const taxLetters = ['A', 'B', 'C', 'D', 'E'] as const
const taxed = ['total', 'taxable', 'tax'] as const
type Taxed = Record<`${(typeof taxLetters)[number]}_${(typeof taxed)[number]}`, number | null>

/** Documents of one till, kind, state and seller; `B_tax`: of their lines with letter B. Credit notes count as negative. */
export interface DocumentSums extends Taxed {
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

const sumOf = (amount: RawBuilder<unknown>) =>
  sql`(case kind when 'sale' then 1 else -1 end * sum(${amount}))::bigint`
// PostgreSQL expects a hundred rows of `jsonb_each` for each document, and would read the whole table in parallel.
const sumsByLetter = taxLetters.flatMap((letter) =>
  taxed.map(
    (name, place) =>
      sql`${sumOf(sql`(taxes -> ${sql.lit(letter)} ->> ${sql.lit(place)})::bigint`)} as ${sql.ref(`${letter}_${name}`)}`,
  ),
)

/** All documents of the day, read once: their rows are most of what a report of a past day fetches from the disk. */
export const documentSums = async (db: HubDb, at: BranchDay): Promise<DocumentSums[]> => {
  const { rows } = await sql<DocumentSums>`
    select origin, kind, state, author_name, count(*) as documents, sum(change)::bigint as change,
      ${sumOf(sql`total`)} as total, ${sumOf(sql`taxable`)} as taxable, ${sumOf(sql`tax`)} as tax,
      ${sql.join(sumsByLetter)}
    from invoice where ${isOfDay(at)}
    group by origin, kind, state, author_name order by origin, kind, state, author_name`.execute(db)
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
        and part.origin = invoice.origin and part.invoice_id = invoice.id where ${isOfDay(at)} and invoice.state <> 'withdrawn')
    select method, tender_name, coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as paid,
      coalesce(-sum(amount) filter (where kind = 'creditNote'), 0)::bigint as refunded
    from paid group by method, tender_name order by paid desc, method`.execute(db)
  return rows
}

/** Goods of a list of best sellers. */
const mostGoods = 50

export interface SoldGoods {
  name: string
  /** Hundredths. */
  quantity: number
  total: number
}
/**
 * What was sold most of in so many days up to one, by its price; credit notes are subtracted. An item has the name that
 * the shop gives it now, and one that was merged counts as the other.
 */
export const bestSold = async (db: HubDb, { branch, day }: BranchDay, days: number): Promise<SoldGoods[]> => {
  const { rows } = await sql<SoldGoods>`
    with sold as (
      select coalesce(alias.of_uid, line.item) as item, max(line.name) as name,
        sum(case kind when 'sale' then line.quantity else -line.quantity end)::bigint as quantity,
        sum(case kind when 'sale' then line.total else -line.total end)::bigint as total
      from invoice_line line join invoice on invoice.branch = line.branch and invoice.day = line.day
        and invoice.origin = line.origin and invoice.id = line.invoice_id
        left join alias on alias.uid = line.item
      where line.branch = ${branch} and line.day > ${day}::date - ${days}::int and line.day <= ${day}::date
        and invoice.state <> 'withdrawn'
      group by coalesce(alias.of_uid, line.item), case when line.item is null then line.code end)
    select coalesce(shared.body ->> 'name', sold.name) as name, quantity, total
    from sold left join shared on shared.uid = sold.item
    where total > 0 order by total desc, name limit ${mostGoods}`.execute(db)
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
