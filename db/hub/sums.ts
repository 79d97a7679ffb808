/** What the hub counts and sums of facts, for a check against the facts. */
import { type Selectable, sql } from 'kysely'
import type { OriginRow } from './origins.ts'
import type { HubTx } from './postgres.ts'
import type { HubSchema } from './schema.ts'

export const allOrigins = (tx: HubTx): Promise<OriginRow[]> =>
  tx.selectFrom('origin').selectAll().orderBy('branch').orderBy('id').execute()

const summed = { invoice: 'total', invoice_line: 'total', tender: 'amount' } as const

/** How many rows an origin has in a table, and their total in cents. */
export interface RowSum {
  rows: number
  total: number
}

/** By origin. */
export const sumsByOrigin = async (tx: HubTx, table: keyof typeof summed): Promise<Map<number, RowSum>> => {
  const { rows } = await sql<RowSum & { origin: number }>`
    select origin, count(*) as rows, sum(${sql.ref(summed[table])})::bigint as total from ${sql.table(table)} group by origin`.execute(
    tx,
  )
  return new Map(rows.map(({ origin, ...sum }) => [origin, sum]))
}

/** How many documents of each origin have other sums by tax letter than their lines. */
export const otherTaxesByOrigin = async (tx: HubTx): Promise<Map<number, number>> => {
  const { rows } = await sql<{ origin: number; documents: number }>`
    with letter as (
      select branch, origin, invoice_id, tax_type, sum(total) as total, sum(taxable) as taxable, sum(tax) as tax
      from invoice_line group by branch, origin, invoice_id, tax_type),
    made as (
      select branch, origin, invoice_id as id, jsonb_object_agg(tax_type, jsonb_build_array(total, taxable, tax)) as taxes
      from letter group by branch, origin, invoice_id)
    select origin, count(*) as documents from invoice left join made using (branch, origin, id)
    where invoice.taxes <> coalesce(made.taxes, '{}') group by origin`.execute(tx)
  return new Map(rows.map(({ origin, documents }) => [origin, documents]))
}

export type DayTill = Selectable<HubSchema['day_till']>

export const dayTillsOf = (tx: HubTx, origin: number): Promise<DayTill[]> =>
  tx.selectFrom('day_till').selectAll().where('origin', '=', origin).execute()

/** What is on hand of each item, hundredths. */
export const levelsOf = async (tx: HubTx, branch: number): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('stock_level')
    .select(['item', 'on_hand'])
    .where('branch', '=', branch)
    .execute()
  return new Map(rows.map(({ item, on_hand }) => [item, on_hand]))
}

/** The hub's uid of each thing that a till had given another one. */
export const allAliases = async (tx: HubTx): Promise<Map<string, string>> => {
  const rows = await tx.selectFrom('alias').select(['uid', 'of_uid']).execute()
  return new Map(rows.map(({ uid, of_uid }) => [uid, of_uid]))
}
