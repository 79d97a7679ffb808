/**
 * Stock of the branch at a linked till: `item.on_hand` is what the hub told, and this till's own movements that it did not
 * know then. So every list, index and check of a lone till serves a linked one.
 */
import { sql } from 'kysely'
import { type Db, isOneOf, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

type LevelRow = Omit<ProfileSchema['hub_level'], 'code_before' | 'authority_before' | 'contained_before'>

const putQuery = prepare((p: LevelRow) => {
  const told = {
    on_hand: p.on_hand,
    authority_on_hand: p.authority_on_hand,
    authority_code: p.authority_code,
    contained: p.contained,
    record: p.record,
    heard: p.heard,
    settled: p.settled,
  }
  return profile
    .insertInto('hub_level')
    .values({ uid: p.uid, ...told })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(told))
})

const ofBranch = prepare((p: { uid: string }) =>
  profile
    .selectFrom('hub_level')
    .innerJoin('item', 'item.uid', 'hub_level.uid')
    .select([
      'item.id',
      'item.on_hand',
      'item.registration',
      'item.authority_code',
      'hub_level.authority_code as told_code',
      sql<0 | 1 | null>`(select signs from hub_link)`.as('is_signed'),
      sql<number>`hub_level.on_hand + coalesce((select sum(quantity) from movement
        where item_id = item.id and stock_record_id > hub_level.record), 0)`.as('of_branch'),
    ])
    .where('hub_level.uid', '=', p.uid),
)
const setQuery = prepare((p: { id: number; on_hand: number }) =>
  profile.updateTable('item').set({ on_hand: p.on_hand }).where('id', '=', p.id),
)
const holderQuery = prepare((p: { code: string }) =>
  profile
    .selectFrom('item')
    .leftJoin('hub_level', 'hub_level.uid', 'item.uid')
    .select(['item.id', 'item.uid', 'item.registration', 'hub_level.authority_code as told_code'])
    .where('item.authority_code', '=', p.code),
)
const freeQuery = prepare((p: { id: number }) =>
  profile.updateTable('item').set({ authority_code: null }).where('id', '=', p.id),
)
const registerQuery = prepare((p: { id: number; code: string; at: number }) =>
  profile
    .updateTable('item')
    .set({ authority_code: p.code, registration: sql.lit<'registered'>('registered'), updated_at: p.at })
    .where('id', '=', p.id),
)
/** The signer of the branch registered the item. Returns false if another item has the code. */
const register = (db: Db, id: number, code: string, at: number): boolean => {
  const holder = db.first(holderQuery({ code }))
  const other = holder?.id === id ? undefined : holder
  if (other) {
    // This till guessed the code of an item that the signer did not register yet, or registered under another one.
    const { registration, told_code } = other
    if (registration === 'registered' && (told_code === null || told_code === code)) return false
    db.run(freeQuery(other))
  }
  db.run(registerQuery({ id, code, at }))
  if (other) takeLevel(db, other.uid, at)
  return true
}

export interface LevelTaken {
  item: number
  /** The till did not know before that it is registered, or under which code. */
  isRegistered: boolean
}

/**
 * Sets the stock of an item to that of the branch. Where the signer signs for this till, its code counts too. Returns what
 * changed.
 */
export const takeLevel = (db: Db, uid: string, at: number): LevelTaken | undefined => {
  const found = db.first(ofBranch({ uid }))
  if (!found) return undefined
  const { id: item, told_code, is_signed } = found
  const isNews = found.registration !== 'registered' || found.authority_code !== told_code
  const isRegistered = is_signed === 1 && told_code !== null && isNews && register(db, item, told_code, at)
  const isMoved = found.on_hand !== found.of_branch
  if (isMoved) db.run(setQuery({ id: item, on_hand: found.of_branch }))
  return isMoved || isRegistered ? { item, isRegistered } : undefined
}

/** Items of a transaction: some milliseconds. */
const fewAtOnce = 100
const unregistered = prepare((p: { after: number }) =>
  profile
    .selectFrom('item')
    .innerJoin('hub_level', 'hub_level.uid', 'item.uid')
    .select(['item.id', 'item.uid'])
    .where('item.registration', '<>', sql.lit('registered'))
    .where('hub_level.authority_code', 'is not', null)
    .where('item.id', '>', p.after)
    .orderBy('item.id')
    .limit(sql.lit(fewAtOnce)),
)
/**
 * Takes codes that the hub told before its signer signed for this till. Call it until it returns null. `after`: what it
 * returned before.
 */
export const takeSomeCodes = (db: Db, after: number, at: number): number | null =>
  db.transaction(() => {
    const items = db.all(unregistered({ after }))
    for (const { uid } of items) takeLevel(db, uid, at)
    return items.at(-1)?.id ?? null
  })

const heardQuery = prepare((p: { itemId: number }) =>
  profile
    .selectFrom('item')
    .innerJoin('hub_level', 'hub_level.uid', 'item.uid')
    .select('hub_level.heard')
    .where('item.id', '=', p.itemId),
)
/** Returns JSON of what the hub has of each till in the stock of an item; null: a lone till, or not known. */
export const heardIn = (db: Db, itemId: number): string | null =>
  db.first(heardQuery({ itemId }))?.heard ?? null

/** Keeps what the hub told. The item may come later. Returns what changed of it. */
export const putLevel = (db: Db, row: LevelRow, at: number): LevelTaken | undefined => {
  db.run(putQuery(row))
  return takeLevel(db, row.uid, at)
}

/** Rows of a transaction: some milliseconds. */
const atOnce = 2_000
const firstLevels = (where: 'code_before' | 'authority_code') =>
  profile.selectFrom('hub_level').select('uid').where(where, 'is not', null).limit(sql.lit(atOnce))

/**
 * Keeps some of what the hub told of the authority's stock, whatever a hub that takes over tells before it has that. Returns
 * false once all is kept.
 */
export const keepSomeLevelsBefore = (db: Db): boolean => {
  const set = profile
    .updateTable('hub_level')
    .set(({ ref }) => ({
      code_before: ref('authority_code'),
      authority_before: ref('authority_on_hand'),
      contained_before: ref('contained'),
    }))
    .where('uid', 'in', firstLevels('authority_code').where('code_before', 'is', null))
  return db.run(set).changes === atOnce
}

/** The present hub has what {@link keepSomeLevelsBefore} kept. Returns false once all is forgotten. */
export const forgetSomeLevelsBefore = (db: Db): boolean => {
  if (!db.first(firstLevels('code_before').limit(sql.lit(1)))) return false
  const set = profile
    .updateTable('hub_level')
    .set({ code_before: null, authority_before: null, contained_before: null })
    .where('uid', 'in', firstLevels('code_before'))
  return db.run(set).changes === atOnce
}

const settledQuery = prepare((p: { ids: string }) =>
  profile
    .selectFrom('item')
    .innerJoin('hub_level', 'hub_level.uid', 'item.uid')
    .select(['item.id', 'hub_level.authority_on_hand'])
    .where(isOneOf('item.id', p.ids))
    .where('hub_level.settled', '=', sql.lit(1))
    // Records and movements are numbered in one order, so the newest movement is of the newest record.
    .where(
      sql<boolean>`coalesce((select stock_record_id from movement where item_id = item.id
        order by movement.id desc limit 1), 0) <= hub_level.record`,
    ),
)
/** Returns what the authority has of these items, hundredths, by id. An item of which something waits is left out. */
export const settledLevels = (db: Db, ids: readonly number[]): Map<number, number> =>
  new Map(
    db
      .all(settledQuery({ ids: JSON.stringify(ids) }))
      .map(({ id, authority_on_hand }) => [id, authority_on_hand]),
  )

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

/**
 * The trail continues as another till's after this row. What moved up to it is at the hub by the first till, which may have
 * given the goods another uid. Goods of which the hub told no stock begin with what moved here since.
 */
export const forgetUntoldStock = (db: Db, seq: number): void => {
  const since = sql<number>`coalesce((select sum(quantity) from movement
    where item_id = item.id and stock_record_id > ${lastRecordUpTo(db, seq)}), 0)`
  const told = profile.selectFrom('hub_level').select('uid')
  db.run(profile.updateTable('item').set({ on_hand: since }).where('uid', 'not in', told))
}
