/** Stock of the branch: what the hub told, and this till's own movements that it did not know then. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

type LevelRow = ProfileSchema['hub_level']

const putQuery = prepare((p: LevelRow) => {
  const told = { on_hand: p.on_hand, authority_on_hand: p.authority_on_hand, record: p.record }
  return profile
    .insertInto('hub_level')
    .values({ uid: p.uid, ...told })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(told))
})
export const putLevel = (db: Db, row: LevelRow): void => {
  db.run(putQuery(row))
}

const recordQuery = prepare((p: { seq: number }) =>
  profile
    .selectFrom('audit')
    .select('row_id')
    .where('kind', '=', sql.lit('stockRecord'))
    .where('seq', '<=', p.seq)
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
)
/** Returns the last stock record up to that row of the trail; 0: there is none. */
export const lastRecordUpTo = (db: Db, seq: number): number => db.first(recordQuery({ seq }))?.row_id ?? 0

const ofBranch = prepare((p: { ids: string }) =>
  profile
    .selectFrom('item')
    .innerJoin('hub_level', 'hub_level.uid', 'item.uid')
    .select([
      'item.id',
      'hub_level.authority_on_hand',
      sql<number>`hub_level.on_hand + coalesce((select sum(quantity) from movement
        where item_id = item.id and stock_record_id > hub_level.record), 0)`.as('on_hand'),
    ])
    .where(sql<boolean>`item.id in (select value from json_each(${p.ids}))`),
)
/** Hundredths. Items of which the hub told nothing are absent: this till's own stock is all that is known of them. */
export const stockOfBranch = (
  db: Db,
  itemIds: readonly number[],
): Map<number, { onHand: number; authorityOnHand: number }> =>
  new Map(
    db
      .all(ofBranch({ ids: JSON.stringify(itemIds) }))
      .map(({ id, on_hand, authority_on_hand }) => [
        id,
        { onHand: on_hand, authorityOnHand: authority_on_hand },
      ]),
  )
