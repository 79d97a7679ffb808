import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The most of each item that an open sale has had, so that lines taken off it can be written down. */
export const droppedGoods: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table sale_draft add column seen text not null default '{}'`.execute(db)
  },
}
