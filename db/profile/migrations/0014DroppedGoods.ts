import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The largest quantity per item that an open sale ever had, so that dropped lines can be recorded. */
export const droppedGoods: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table sale_draft add column seen text not null default '{}'`.execute(db)
  },
}
