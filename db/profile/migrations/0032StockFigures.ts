import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The stock list says what sells: sums of the last weeks without reading every movement, and the last sale of each item. */
export const stockFigures: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table item add column last_sold_at integer`.execute(db)
    await sql`update item set last_sold_at = sold.at from (
      select item_id, max(moved_at) as at from movement where type = '11' group by item_id
    ) as sold where sold.item_id = item.id`.execute(db)
    await sql`create index movement_sold on movement (moved_at, item_id, quantity) where type in ('11', '03')`.execute(
      db,
    )
  },
}
