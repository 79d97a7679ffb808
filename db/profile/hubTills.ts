/** Tills of the branch, as the hub tells them. */
import { type Db, prepare } from '../engine/sqlite.ts'
import type { Reader } from './audit.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type HubTill = ProfileSchema['hub_till']

const putQuery = prepare((p: HubTill) => {
  const told = { name: p.name, seen_at: p.seen_at, revoked: p.revoked }
  return profile
    .insertInto('hub_till')
    .values({ uid: p.uid, ...told })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(told))
})
export const putTill = (db: Db, row: HubTill): void => {
  db.run(putQuery(row))
}

const nameQuery = prepare((p: { uid: string }) =>
  profile.selectFrom('hub_till').select('name').where('uid', '=', p.uid),
)
/** undefined: the hub has not told of it. */
export const tillName = (db: Reader, uid: string): string | undefined => db.first(nameQuery({ uid }))?.name

const othersQuery = prepare((p: { own: string }) =>
  profile
    .selectFrom('hub_till')
    .selectAll()
    .where('revoked', '=', 0)
    .where('uid', '<>', p.own)
    .orderBy('name'),
)
/** Tills of the branch that may sell, without this one. */
export const otherTills = (db: Reader, own: string): HubTill[] => db.all(othersQuery({ own }))
