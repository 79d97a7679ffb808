import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Stores whether a person chose an item's class. Before this, the default class was used silently. A class of ten
 * digits from other software counts as chosen, even if it is the default.
 */
export const itemClasses: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table item add column class_chosen integer not null default 1 check (class_chosen in (0, 1))`.execute(
      db,
    )
    await sql`update item set class_chosen = 0
      where (class_alias is not null or item_class = coalesce(
          (select value ->> '$' from setting where json_valid(value)
            and name = case when item.type = '3' then 'defaultServiceClass' else 'defaultGoodsClass' end),
          case when item.type = '3' then '8014160000' else '5059690800' end))
        and not exists (select 1 from caller_body where kind = 'item' and key = item.code
          and (case when json_valid(body) then body ->> 'itemClsCd' end) = item.item_class)`.execute(db)
    await sql`create index item_class_not_chosen on item (name collate nocase, id, category)
      where class_chosen = 0 and active = 1`.execute(db)
    await sql`create table category_class (
      category text primary key,
      item_class text not null
    ) strict, without rowid`.execute(db)
    // A new shop does not sell below its stock. An existing shop keeps its behaviour.
    await sql`insert into setting (name, value)
      select 'blockBelowStock', 'false' where exists (select 1 from item)
      on conflict (name) do nothing`.execute(db)
  },
}
