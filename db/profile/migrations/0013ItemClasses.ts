import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Was an item's class chosen by somebody? Until now the usual class stood in without a word. A class of ten digits that
 * other software named is chosen, even where it is the usual one.
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
    // A new shop does not sell below its stock. A shop that has goods sells as it did.
    await sql`insert into setting (name, value)
      select 'blockBelowStock', 'false' where exists (select 1 from item)
      on conflict (name) do nothing`.execute(db)
  },
}
