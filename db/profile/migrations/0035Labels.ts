import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which items need a new label: when a price changed, and the price of the newest label. The trail has earlier changes by name. */
export const labels: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table item add column priced_at integer not null default 0`.execute(db)
    await sql`alter table item add column label_price integer`.execute(db)
    await sql`update item set priced_at = created_at`.execute(db)
    await sql`update item set priced_at = changed.at from (
      select subject, max(at) as at from audit where kind = 'itemPriced' group by subject
    ) as changed where changed.subject = item.name and changed.at > item.created_at`.execute(db)
    await sql`create index item_priced on item (priced_at) where active = 1`.execute(db)
    await sql`create index item_unlabelled on item (name collate nocase, id)
      where active = 1 and label_price is not price`.execute(db)
  },
}
