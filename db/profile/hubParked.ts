/** Parked sales of the branch, as the hub tells them. Ended ones are not kept. */
import type { Selectable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type HubParked = Selectable<ProfileSchema['hub_parked']>

const putQuery = prepare((p: HubParked) => {
  const told = { origin: p.origin, holder: p.holder, taker: p.taker, parked_at: p.parked_at, body: p.body }
  return profile
    .insertInto('hub_parked')
    .values({ uid: p.uid, ...told })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(told))
})
const dropQuery = prepare((p: { uid: string }) => profile.deleteFrom('hub_parked').where('uid', '=', p.uid))
const ownQuery = prepare((p: { uid: string }) =>
  profile.selectFrom('parked_sale').select(['id', 'resumed_at']).where('uid', '=', p.uid),
)
const endOwn = prepare((p: { id: number; at: number }) =>
  profile.updateTable('parked_sale').set({ resumed_at: p.at }).where('id', '=', p.id),
)

export const dropHubParked = (db: Db, uid: string): void => {
  db.run(dropQuery({ uid }))
}

/** Keeps what the hub told. What was resumed here is not offered again, even if the hub has not heard of it. */
export const putHubParked = (db: Db, row: HubParked): void => {
  const own = db.first(ownQuery({ uid: row.uid }))
  if (own && own.resumed_at !== null) dropHubParked(db, row.uid)
  else db.run(putQuery(row))
}

/** It was resumed somewhere: it is not parked here either. */
export const endHubParked = (db: Db, uid: string, at: number): void => {
  const own = db.first(ownQuery({ uid }))
  if (own && own.resumed_at === null) db.run(endOwn({ id: own.id, at }))
  dropHubParked(db, uid)
}

const byUid = prepare((p: { uid: string }) =>
  profile.selectFrom('hub_parked').selectAll().where('uid', '=', p.uid),
)
export const hubParkedByUid = (db: Db, uid: string): HubParked | undefined => db.first(byUid({ uid }))

/** The newest first. */
export const hubParked = (db: Db): HubParked[] =>
  db.all(profile.selectFrom('hub_parked').selectAll().orderBy('parked_at', 'desc').limit(200))
