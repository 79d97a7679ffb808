/**
 * Rows of a till that was paired anew, as another one. The till that continues its trail has them too, and sends them if the
 * first one does not come to a hub that took over.
 */
import type { z } from 'zod'
import { ancestorsOf } from '../../db/hub/origins.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import type { earlierFactsRequest, Hello } from '../contract/hub/wire.ts'
import type { Caller } from './door.ts'
import { Refusal } from './failures.ts'
import { type Ingesting, ingest, type Taken } from './ingest.ts'

/** What a till is asked for, the oldest first. */
export const lacking = async (db: HubDb, till: number): Promise<Pick<Hello, 'lacks'>> => {
  const first = (await ancestorsOf(db, till)).find(({ seq, upTo }) => seq < upTo)
  if (!first) return {}
  const { uid, upTo, seq, hash } = first
  return { lacks: { of: uid, place: { seq, hash }, upTo } }
}

/** Takes them in the name of the first till, also if that one was ended. Throws {@link Refusal}: malformed. */
export const takeEarlierFacts = async (
  hub: Ingesting,
  { id, branch }: Pick<Caller, 'id' | 'branch'>,
  { of, ...request }: z.infer<typeof earlierFactsRequest>,
): Promise<Taken> => {
  const first = (await ancestorsOf(hub.db, id)).find(({ uid }) => uid === of)
  if (!first || request.facts.some(({ seq }) => seq > first.upTo)) throw new Refusal('malformed')
  return ingest(hub, { id: first.id, branch, isEnded: true }, request)
}
