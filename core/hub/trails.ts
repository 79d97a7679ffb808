/** The hub's part behind the routes of trails: facts in, the feed out, and a till's own facts back. */
import { factsOf, type KeptFact } from '../../db/hub/facts.ts'
import { factLimit } from '../contract/hub/wire.ts'
import { readFeed } from './feed.ts'
import { ingest } from './ingest.ts'
import type { Hub } from './openHub.ts'
import type { Trails } from './trailRoutes.ts'
import { wireFact } from './wireFact.ts'

/** As many as one request may carry, and one larger fact alone. */
const bounded = (facts: readonly KeptFact[]): KeptFact[] => {
  let bytes = 0
  return facts.filter(({ content, rows, uids }, index) => {
    bytes += content.length + (rows?.length ?? 0) + uids.length
    return index === 0 || bytes <= factLimit.bytes
  })
}

export const trailsOf = (hub: Hub): Trails => ({
  ingest: (till, request) => ingest(hub, till, request),
  readFeed: (till, place) => readFeed(hub, till, place),
  ownFacts: async ({ id }, after, limit) => {
    const most = Math.min(limit || factLimit.facts, factLimit.facts)
    return bounded(await factsOf(hub.db, id, after, most)).map(wireFact)
  },
})
