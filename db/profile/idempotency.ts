/** Responses stored for callers that may repeat a request under the same key. */
import type { Selectable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type KeptAnswer = Selectable<ProfileSchema['idempotency']>

const byKey = prepare((p: { route: string; key: string; since: number }) =>
  profile
    .selectFrom('idempotency')
    .selectAll()
    .where('route', '=', p.route)
    .where('key', '=', p.key)
    .where('created_at', '>=', p.since),
)
/** Returns the response stored under this key at `since` or later. */
export const keptAnswer = (
  db: Db,
  request: { route: string; key: string; since: number },
): KeptAnswer | undefined => db.first(byKey(request))

const insert = prepare((p: KeptAnswer) =>
  profile.replaceInto('idempotency').values({
    route: p.route,
    key: p.key,
    fingerprint: p.fingerprint,
    reply: p.reply,
    created_at: p.created_at,
  }),
)
const prune = prepare((p: { before: number }) =>
  profile.deleteFrom('idempotency').where('created_at', '<', p.before),
)
/** Stores a response, and deletes those from before `forgetBefore`. */
export const keepAnswer = (db: Db, row: KeptAnswer, forgetBefore: number): void =>
  db.transaction(() => {
    db.run(insert(row))
    db.run(prune({ before: forgetBefore }))
  })

const drop = prepare((p: { route: string; key: string; reply: string }) =>
  profile
    .deleteFrom('idempotency')
    .where('route', '=', p.route)
    .where('key', '=', p.key)
    .where('reply', '=', p.reply),
)
/** Deletes a stored response if it is still this one. */
export const dropAnswer = (db: Db, row: Pick<KeptAnswer, 'route' | 'key' | 'reply'>): void => {
  db.run(drop(row))
}
