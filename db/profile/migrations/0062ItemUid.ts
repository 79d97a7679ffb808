import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export interface ItemOfBefore {
  id: number
  code: string
  created_at: number
}

/**
 * The same in each copy of the books, so that two copies of a till tell their hub of one item. `first`: the hash of the first
 * row of the trail, which no other till has.
 */
export const uidOfItem = (first: string, { code, created_at }: ItemOfBefore): string => {
  const hex = hash('sha256', `kaunta.item:${first} ${created_at} ${code}`, 'hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** An item has its uid from the moment in which it is made. Before, it got one when its till told the hub of it. */
export const itemUid: Migration = {
  up: async (db: Kysely<unknown>) => {
    const head = await sql<{ hash: string }>`select hash from audit order by seq limit 1`.execute(db)
    const first = head.rows[0]?.hash ?? ''
    const { rows } = await sql<ItemOfBefore>`select id, code, created_at from item where uid is null`.execute(
      db,
    )
    const named = JSON.stringify(rows.map((row) => ({ id: row.id, uid: uidOfItem(first, row) })))
    await sql`update item set uid = named.uid
      from (select value ->> 'id' as id, value ->> 'uid' as uid from json_each(${named})) as named
      where named.id = item.id`.execute(db)
  },
}
