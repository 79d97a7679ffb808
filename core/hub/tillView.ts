/** A till as the hub shows it to people. */
import type { Till } from '../../db/hub/door.ts'
import type { HubTills } from '../contract/hub/wire.ts'
import { wordsOf } from '../link/identity.ts'

const dayMs = 86_400_000

export const tillView = (till: Till, pin: string): HubTills['tills'][number] => ({
  uid: till.uid,
  name: till.name,
  branch: till.code,
  seenAt: till.seen_at,
  waiting: till.head_seq === null ? null : Math.max(till.head_seq - till.acked_seq, 0),
  words: till.public_key === null ? null : wordsOf(pin, till.public_key),
  state: till.revoked_at !== null ? 'revoked' : till.confirmed_at === null ? 'unconfirmed' : 'active',
  problem: Math.abs(till.clock_ms ?? 0) >= dayMs ? 'doubtfulTime' : null,
})
