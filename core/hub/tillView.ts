/** A till as the hub shows it to people. */
import { type ListedTill, tillsOf } from '../../db/hub/door.ts'
import type { HubTills } from '../contract/hub/wire.ts'
import { wordsOf } from '../link/identity.ts'
import type { Door } from './door.ts'

type View = HubTills['tills'][number]

const dayMs = 86_400_000

const problemOf = ({ tampered, unread, clock_ms }: ListedTill): View['problem'] => {
  if (tampered) return 'tampered'
  if (Math.abs(clock_ms ?? 0) >= dayMs) return 'doubtfulTime'
  return unread ? 'unread' : null
}

const by = (who: string | null, till: string | null) => (who === null ? null : { who, till })

const tillView = (till: ListedTill, pin: string): View => ({
  uid: till.uid,
  name: till.name,
  branch: till.code,
  seenAt: till.seen_at,
  waiting: till.head_seq === null ? null : Math.max(till.head_seq - till.acked_seq, 0),
  words: till.public_key === null ? null : wordsOf(pin, till.public_key),
  state: till.revoked_at !== null ? 'revoked' : till.confirmed_at === null ? 'unconfirmed' : 'active',
  problem: problemOf(till),
  letInBy: by(till.let_in_by, till.let_in_at),
  confirmedBy: by(till.confirmed_by, till.confirmed_at_till),
  revokedAt: till.revoked_at,
  revokedBy: by(till.revoked_by, till.revoked_at_till),
  lastDocument: till.last_document,
  deputy: till.is_deputy ? { heldAt: till.held_at } : null,
})

/** `branch`: its id; null: the tills of all branches. */
export const tillsIn = async ({ hub, pin }: Door, branch: number | null): Promise<HubTills> => ({
  tills: (await tillsOf(hub.db, branch)).map((till) => tillView(till, pin)),
})
