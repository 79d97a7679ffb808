/** People, as a hub and its tills tell each other. Their id is their uid everywhere. */
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
  write: ({ people: shared }, _key, uid, body) => {
    shared?.put(uid, body)
    return shared ? { key: uid, whole: true } : undefined
  },
}
