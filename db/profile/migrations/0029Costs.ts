import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a unit of an item cost the shop, in cents with tax; null: nothing was ever received with a price. */
export const costs: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table item add column last_cost integer check (last_cost >= 0)`.execute(db)
    await sql`alter table item add column average_cost integer check (average_cost >= 0)`.execute(db)
  },
}
