import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Goods that run low are listed by name: by id, SQLite read all items of a large shop for it. */
export const lowByName: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`drop index if exists item_low`.execute(db)
    await sql`create index item_low on item (name collate nocase, id)
      where active = 1 and type <> '3' and low_stock is not null and on_hand <= low_stock`.execute(db)
  },
}
