import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type Told = Record<
  | 'kind'
  | 'payload'
  | 'item_id'
  | 'invoice_id'
  | 'stock_record_id'
  | 'customer_pin'
  | 'purchase_id'
  | 'insurance_code',
  string | number | null
> & { id: number }

/** As `db/profile/payloads.ts` computes it. */
const digestOf = (row: Told): string => {
  const of = [row.kind, row.item_id, row.invoice_id, row.stock_record_id, row.customer_pin, row.purchase_id]
  return hash('sha256', JSON.stringify([...of, row.insurance_code, row.payload]), 'base64url').slice(0, 22)
}

/** Pending documents per batch. */
const batch = 1000

/**
 * Adds a digest of each pending document, checked before sending; settled ones need none. Adds the hash that stays of
 * an attempt when its bodies are pruned. Adds `repair`, to restore damaged rows that triggers protect: no trigger
 * fires while it has a row.
 */
export const provenRows: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table submission add column digest text`.execute(db)
    for (let after = 0; ; ) {
      const { rows } =
        await sql<Told>`select id, kind, payload, item_id, invoice_id, stock_record_id, customer_pin,
        purchase_id, insurance_code from submission where id > ${after}
        and state in ('queued', 'sending', 'unknown', 'refused') order by id limit ${batch}`.execute(db)
      for (const row of rows)
        await sql`update submission set digest = ${digestOf(row)} where id = ${row.id}`.execute(db)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
    await sql`alter table attempt add column body_hash text`.execute(db)
    await sql`create index attempt_bodies on attempt (started_at) where body_hash is null`.execute(db)
    await sql`create table repair (aside text primary key) strict, without rowid`.execute(db)
    const { rows: triggers } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
      where type = 'trigger' order by rowid`.execute(db)
    for (const { name, sql: text } of triggers) {
      const changed = text.replace(
        /\bon\s+(\w+)\s+(?:when\s+([\s\S]*?)\s+)?begin\b/i,
        (_, table: string, when?: string) =>
          `on ${table} when ${when ? `(${when}) and ` : ''}not exists (select 1 from repair) begin`,
      )
      if (changed === text) throw new Error(`The trigger ${name} could not be changed`)
      await sql.raw(`drop trigger ${name}`).execute(db)
      await sql.raw(changed).execute(db)
    }
  },
}
