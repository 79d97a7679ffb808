import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Low stock is listed by name. By id, SQLite read all items of a large shop. */
export const lowByName: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`drop index if exists item_low`.execute(db)
    await sql`create index item_low on item (name collate nocase, id)
      where active = 1 and type <> '3' and low_stock is not null and on_hand <= low_stock`.execute(db)
  },
}
