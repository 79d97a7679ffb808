/**
 * People, as a hub and its tills tell each other. Their id is their uid everywhere. They are in another database, whose
 * changes are on disk before those of this one.
 */
import { updateShares } from '../../../db/profile/shared.ts'
import type { Kind } from '../sharing.ts'

export const people: Kind = {
  thing: ({ people: shared }, key) => {
    const found = shared?.get(key)
    return (
      found && {
        uid: key,
        name: String(found.body['name']),
        body: found.body,
        once: {},
        who: found.who,
      }
    )
  },
  keyOf: ({ people: shared }, uid) => (shared?.get(uid) ? uid : undefined),
  setUid: () => undefined,
  twin: () => undefined,
  absorb: () => undefined,
  write: ({ db, people: shared }, _key, uid, body) => {
    if (!shared) return undefined
    const whole = shared.put(uid, body)
    updateShares(db, { people_seen: shared.revision() })
    return { key: uid, whole }
  },
}
