import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const sizes = Array.from({ length: 24 }, (_, power) => power)

/** The rank and the place of 0010, unchanged: only the indexed columns are others. */
const rank = (sold: string): string =>
  `case ${sizes.map((power) => `when ${sold} < ${16 << power} then ${8 * power} + (${sold} >> ${power})`).join(' ')}
    else ${8 * sizes.length + 8} end`
const place = (item: string): string =>
  `iif(${item}.active = 1, ((${rank(`${item}.sold_count`)}) << 32) | ${item}.id, -${item}.id)`

const columns = 'name, second_name, code, barcode'
const insert = (item: string) =>
  `insert into item_search (rowid, ${columns})
    values (${place(item)}, ${item}.name, ${item}.second_name, ${item}.code, ${item}.barcode);`

/** As in all triggers (0008): none fires while damaged rows are restored. */
const noRepair = 'not exists (select 1 from repair)'

/** A second name, which a search finds; colours of items and categories; pictures of items. */
export const secondNameAndLook: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table item add column second_name text`.execute(db)
    await sql`alter table item add column colour text`.execute(db)
    // When the picture was taken, which names it for windows; null: there is none.
    await sql`alter table item add column picture_at integer`.execute(db)
    await sql`create table item_picture (
      item_id integer primary key references item (id),
      image blob not null check (length(image) <= 30000)
    ) strict`.execute(db)
    await sql`create table category_colour (
      category text primary key,
      colour text not null
    ) strict, without rowid`.execute(db)
    for (const trigger of ['item_search_insert', 'item_search_update', 'item_search_rank'])
      await sql.raw(`drop trigger if exists ${trigger}`).execute(db)
    await sql`drop table if exists item_search`.execute(db)
    await sql
      .raw(
        `create virtual table item_search using fts5 (${columns}, content = '', contentless_delete = 1,
      prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2')`,
      )
      .execute(db)
    await sql
      .raw(
        `insert into item_search (rowid, ${columns}) select ${place('item')}, ${columns} from item order by 1`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger item_search_insert after insert on item when ${noRepair} begin ${insert('new')} end`,
      )
      .execute(db)
    const replaced = `delete from item_search where rowid = ${place('old')}; ${insert('new')}`
    await sql
      .raw(`create trigger item_search_update after update of ${columns}, active on item when ${noRepair} begin
        ${replaced} end`)
      .execute(db)
    await sql
      .raw(`create trigger item_search_rank after update of sold_count on item
        when (old.active = 1 and ${rank('old.sold_count')} <> ${rank('new.sold_count')}) and ${noRepair} begin ${replaced} end`)
      .execute(db)
  },
}
