/** Facts up, the feed down. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLimit } from '../base/limit.ts'
import {
  earlierFactsRequest,
  type Fact,
  type FactsPlace,
  type FactsRequest,
  type FeedPage,
  factsRequest,
} from '../contract/hub/wire.ts'
import type { Caller, Door } from './door.ts'
import { takeEarlierFacts } from './earlierTills.ts'
import { Refusal } from './failures.ts'
import type { ReadPage } from './feed.ts'
import { numberIn, parse, textIn, tillOf } from './requests.ts'
import type { WaitEnd } from './waits.ts'

export interface Trails {
  ingest(till: Caller, request: FactsRequest): Promise<{ status: 200 | 409; body: FactsPlace }>
  readFeed(till: Caller, place: string | null): Promise<ReadPage>
  /** Facts of its own after that number, for a till that lost them. `limit` 0: as many as fit. */
  ownFacts(till: Caller, after: number, limit: number): Promise<Fact[]>
}

/** Bytes of a request with facts. A large document comes alone. */
const largestFacts = 4 * 2 ** 20
/** Readings of the feed at once, so that facts still find a connection to the database. */
const mostReadings = 8
/** Seconds. Proxies and firewalls forget quiet connections later than that. */
const longestWait = 25
/** Milliseconds. What was committed may stay unreadable for as long as another transaction is open. */
const lookAgainMs = [15, 40, 100, 250, 500, 1_000]
const longestLookMs = 2_000

const hasNews = ({ rows, more, fromStart }: FeedPage): boolean => rows.length > 0 || more || fromStart

/** Aborted when the answer was sent, or the caller's connection ended. */
const overOf = (reply: FastifyReply): AbortSignal => {
  const over = new AbortController()
  reply.raw.once('close', () => over.abort())
  return over.signal
}

export const addTrailRoutes = (app: FastifyInstance, door: Door, trails: Trails): void => {
  const { hub, waits, closing } = door
  const { clock } = hub.ports
  const config = { access: 'till' } as const
  const inTurn = createLimit(mostReadings)

  app.post('/hub/v1/facts', { config, bodyLimit: largestFacts }, async (request, reply) => {
    const { status, body } = await trails.ingest(tillOf(request), parse(factsRequest, request.body))
    return reply.code(status).send(body)
  })

  app.post('/hub/v1/facts/earlier', { config, bodyLimit: largestFacts }, async (request, reply) => {
    const asked = parse(earlierFactsRequest, request.body)
    const { status, body } = await takeEarlierFacts(hub, tillOf(request), asked)
    return reply.code(status).send(body)
  })

  app.get('/hub/v1/facts', { config }, async (request) => ({
    facts: await trails.ownFacts(
      tillOf(request),
      numberIn(request.query, 'after'),
      numberIn(request.query, 'limit'),
    ),
  }))

  /** From now on the request is not counted: `inTurn` bounds what it costs. */
  const rest = async (
    request: FastifyRequest,
    { ms, seen }: { ms: number; seen: number },
    signal: AbortSignal,
  ): Promise<WaitEnd> => {
    const till = tillOf(request)
    request.gate?.leave()
    request.gate = null
    const how = await waits.until({ ...till, seen }, ms, signal)
    if (signal.aborted) throw new Refusal('busy', 1)
    await door.demand(till)
    return how
  }

  const isNewEpoch = async (place: string | null): Promise<boolean> => {
    const { epoch, computer } = hub
    await hub.heardOf({ epoch, computer, place })
    return hub.epoch !== epoch
  }

  app.get('/hub/v1/feed', { config }, async (request, reply): Promise<FeedPage> => {
    const till = tillOf(request)
    const place = textIn(request.query, 'place')
    const ends = clock.monotonic() + Math.min(numberIn(request.query, 'wait'), longestWait) * 1000
    const signal = AbortSignal.any([closing, overOf(reply)])
    // An earlier till does not say it.
    const seq = textIn(request.query, 'seq') === null ? null : numberIn(request.query, 'seq')
    let looks = 0
    /** What began before it may be news, and is told once the horizon is there. null: not known. */
    let news: bigint | null = null
    for (;;) {
      const seen = waits.changes(till.branch)
      const { page, horizon, begun } = await inTurn(() => trails.readFeed(till, place))
      // Its server was put back under a hub that runs on. The till hears of the epoch with another token.
      if (page.fromStart && (await isNewEpoch(place))) throw new Refusal('token')
      if (seq !== null && looks === 0 && !page.fromStart) hub.heardPlace(till, place, seq)
      const left = ends - clock.monotonic()
      if (hasNews(page) || left <= 0) return page
      news ??= begun
      const pause = horizon < news ? (lookAgainMs[looks] ?? longestLookMs) : left
      looks += 1
      const how = await rest(request, { ms: Math.min(pause, left), seen }, signal)
      // To wait again would end the till's newer request.
      if (how === 'ended') return page
      if (how === 'changed') {
        looks = 0
        news = null
      }
    }
  })
}
