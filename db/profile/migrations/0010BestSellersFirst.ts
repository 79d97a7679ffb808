import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const sizes = Array.from({ length: 24 }, (_, power) => power)

/**
 * A rank that grows with sales and seldom changes: each value below 16 has its own, then eight lie between a number
 * and its double. Integers only: a row deleted from the index must be found again on any computer.
 */
const rank = (sold: string): string =>
  `case ${sizes.map((power) => `when ${sold} < ${16 << power} then ${8 * power} + (${sold} >> ${power})`).join(' ')}
    else ${8 * sizes.length + 8} end`

/** An item's number in the word index: best sellers have the highest, inactive items are below all others. */
const place = (item: string): string =>
  `iif(${item}.active = 1, ((${rank(`${item}.sold_count`)}) << 32) | ${item}.id, -${item}.id)`

const insert = (item: string) =>
  `insert into item_search (rowid, name, code, barcode) values (${place(item)}, ${item}.name, ${item}.code, ${item}.barcode);`

/** As in all triggers (0008): none fires while damaged rows are restored. */
const noRepair = 'not exists (select 1 from repair)'

/** A search reads best sellers first, and active items before inactive ones, however many match. */
export const bestSellersFirst: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const trigger of ['item_search_insert', 'item_search_update', 'item_search_rank'])
      await sql.raw(`drop trigger if exists ${trigger}`).execute(db)
    await sql`drop table if exists item_search`.execute(db)
    await sql`create virtual table item_search using fts5 (name, code, barcode, content = '', contentless_delete = 1,
      prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2')`.execute(db)
    await sql
      .raw(`insert into item_search (rowid, name, code, barcode)
        select ${place('item')}, name, code, barcode from item order by 1`)
      .execute(db)
    await sql
      .raw(
        `create trigger item_search_insert after insert on item when ${noRepair} begin ${insert('new')} end`,
      )
      .execute(db)
    const replaced = `delete from item_search where rowid = ${place('old')}; ${insert('new')}`
    await sql
      .raw(`create trigger item_search_update after update of name, code, barcode, active on item when ${noRepair} begin
        ${replaced} end`)
      .execute(db)
    await sql
      .raw(`create trigger item_search_rank after update of sold_count on item
        when (old.active = 1 and ${rank('old.sold_count')} <> ${rank('new.sold_count')}) and ${noRepair} begin ${replaced} end`)
      .execute(db)
  },
}
