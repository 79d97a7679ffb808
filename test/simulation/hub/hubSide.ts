/** The hub of a world: the real one on a real PostgreSQL database, which can be copied and put back. It dies between any two replies. */
import { sql } from 'kysely'
import { createEmitter } from '../../../core/base/emitter.ts'
import type { Clock, Ids, Secrets } from '../../../core/base/ports.ts'
import { claimRequest } from '../../../core/contract/hub/counter.ts'
import type { HandedItemsRequest } from '../../../core/contract/hub/device.ts'
import { delegateRequest, endedRequest } from '../../../core/contract/hub/device.ts'
import {
  asksForEnds,
  earlierFactsRequest,
  type FeedPage,
  factsRequest,
  tokenRequest,
} from '../../../core/contract/hub/wire.ts'
import { claim } from '../../../core/hub/claims.ts'
import { tillForDeputy } from '../../../core/hub/deputy.ts'
import type { Caller } from '../../../core/hub/door.ts'
import { lacking, takeEarlierFacts } from '../../../core/hub/earlierTills.ts'
import { readFeed } from '../../../core/hub/feed.ts'
import { signerView, takeDelegation, takeEnded } from '../../../core/hub/handOver.ts'
import { createHubEpoch, type HubEpoch } from '../../../core/hub/hubEpoch.ts'
import { ingest } from '../../../core/hub/ingest.ts'
import type { Hub } from '../../../core/hub/openHub.ts'
import { createReadPlaces, type ReadPlaces } from '../../../core/hub/places.ts'
import { type Change, createWaits, type Waits } from '../../../core/hub/waits.ts'
import { wireFact } from '../../../core/hub/wireFact.ts'
import type { HubRequest } from '../../../core/link/client.ts'
import { knownTills } from '../../../db/hub/deputies.ts'
import { keepHanded, lastDevice } from '../../../db/hub/devices.ts'
import { hubRow, type NewTill, pairTill, stampHub, tillByUid, tillHeard } from '../../../db/hub/door.ts'
import type { Server } from '../../../db/hub/engine.ts'
import { type Epoch, seedHub } from '../../../db/hub/epochs.ts'
import { factsOf } from '../../../db/hub/facts.ts'
import { beginIncarnation, noteDecided } from '../../../db/hub/incarnations.ts'
import { type HubDb, makeDatabase, openHubDb } from '../../../db/hub/postgres.ts'
import { unended } from '../../../db/hub/signers.ts'
import { type Time, tillClock } from '../time.ts'
import { dropConnections, endConnections, finish } from './settle.ts'

export interface Answered {
  status: number
  body: unknown
}

export interface HubSide {
  /** Of this moment's process; for looking too. */
  db(): HubDb
  url: string
  clock: Clock
  running(): boolean
  /** Another number for each process. */
  life(): number
  /** What a till hears with its token, which ends with the process, and with the epoch. */
  token(): { token: string; validMs: number } & Epoch
  admit(till: Omit<NewTill, 'confirmed' | 'letInBy' | 'at'>): Promise<{ origin: string; name: string }>
  /** What the hub answers to a request of a till. Never resolves if the process dies first. */
  handle(origin: string, request: HubRequest, isTwice: boolean): Promise<Answered>
  /** The signer committed what tills may read. */
  told(): void
  /** How far a till has read. */
  placeOf: ReadPlaces['of']
  start(): Promise<void>
  kill(): Promise<void>
  /** PostgreSQL ends all connections to its database. Hub and signers live. */
  disconnect(): Promise<void>
  /** What a running hub notes now and then. */
  look(): Promise<void>
  /** Keeps the database as it is now. */
  copy(): Promise<void>
  /** While it is dead: the hub's computer gets the database of the last copy. false: there is none. */
  putBack(): Promise<boolean>
  /**
   * While it is dead: another computer begins the next epoch, with what its till had of this hub. `hasBackup`: it has the
   * last copy too.
   */
  takeOver(deputy: string, hasBackup: boolean): Promise<void>
  close(): Promise<void>
}

export interface HubSideOptions {
  server: Server
  /** A database of the hub's present form. */
  template: string
  name: string
  time: Time
  ids: Ids
  secrets: Secrets
  /** The signer in this process. */
  signers: Pick<Hub['signers'], 'look' | 'wake' | 'isLost' | 'signer'>
  /** A new epoch began: signers of the one before end. */
  endSigners(): Promise<void>
}

/** Of the feed. A world has few rows, and they come in several pages too. */
const pageRows = 7

const busy: Answered = { status: 503, body: { error: { code: 'busy', text: 'busy' } } }
const unknown: Answered = { status: 401, body: { error: { code: 'token', text: 'unknown' } } }

export const openHubSide = async (options: HubSideOptions): Promise<HubSide> => {
  const { server, template, name, time, ids, secrets, signers } = options
  const home = openHubDb(server.url('postgres'), () => undefined, 1)
  const [here, copied] = [name, `${name}_copy`]
  const drop = (database: string) =>
    sql`drop database if exists ${sql.id(database)} with (force)`.execute(home)
  for (const database of [here, copied]) await finish(drop(database))
  await finish(makeDatabase(server.url('postgres'), here, template))
  let life = 0
  let isUp = false
  let isCopied = false
  const processName = () => `hub ${life}`
  const connect = () =>
    openHubDb(`${server.url(here)}?application_name=${encodeURIComponent(processName())}`, () => undefined, 6)
  const clock: Clock = {
    ...tillClock(time, {
      computer: { skewMs: 0, started: { times: 1, at: 0 }, doubtMs: 0 },
      alive: () => true,
    }),
    after: (ms, callback) => {
      const own = life
      return time.after(ms, () => (own === life ? callback() : undefined))
    },
  }
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  let db = connect()
  let hub: Hub
  let waits: Waits
  let places: ReadPlaces
  let epochs: HubEpoch
  const begin = async () => {
    db = connect()
    const changed = createEmitter<Change>(quiet)
    waits = createWaits(changed, { clock, ids })
    places = createReadPlaces()
    const ports = { clock, ids, log, secrets } as unknown as Hub['ports']
    const row = await stampHub(db, { id: ids.uuid(), environment: 'sandbox', made_at: 1 })
    const { id, computer } = row
    const { id: incarnation } = await beginIncarnation(db, ids.uuid())
    const { endSigners } = options
    epochs = createHubEpoch({
      ...{ db, ports, began: row, replaced: null, look: endSigners, end: endSigners },
    })
    hub = {
      ...{ db, id, computer, incarnation, ports, changed, environment: 'sandbox', version: 0 },
      get epoch() {
        return epochs.epoch()
      },
      woken: (branch: number) => {
        changed.emit({ branch })
        clock.after(1, () => signers.wake(branch))
      },
      signers,
    } as unknown as Hub
    isUp = true
  }
  const feed = async (till: Caller, query: URLSearchParams): Promise<FeedPage> => {
    const ends = clock.monotonic() + Number(query.get('wait')) * 1_000
    for (;;) {
      const seen = waits.changes(till.branch)
      const { page } = await readFeed({ ...hub, pageRows }, till, query.get('place') || null)
      if (!page.fromStart && query.has('seq'))
        places.note(till.uid, query.get('place') || null, Number(query.get('seq')))
      const left = ends - clock.monotonic()
      if (page.rows.length > 0 || page.more || page.fromStart || left <= 0) return page
      const how = await waits.until({ ...till, seen }, left, new AbortController().signal)
      if (how === 'ended') return page
    }
  }
  const hello = async (till: Caller, query: URLSearchParams) => {
    const now = clock.now()
    const heard = { at: now, headSeq: Number(query.get('head')), clockMs: now - Number(query.get('at')) }
    await tillHeard(db, till.id, heard)
    return {
      ...{ protocol: 1, now, features: [asksForEnds], environment: 'sandbox', branch: till.branchCode },
      ...{ tillName: till.name, signer: await signerView(hub, till) },
      place: { seq: till.ackedSeq, hash: till.ackedHash },
      ...(await lacking(db, till.id)),
    }
  }
  const routes: Record<
    string,
    (till: Caller, query: URLSearchParams, body: unknown, isTwice: boolean) => Promise<Answered>
  > = {
    'GET /hello': async (till, query) => ({ status: 200, body: await hello(till, query) }),
    'POST /facts': async (till, _, body, isTwice) => {
      const request = factsRequest.parse(body)
      const [taken] = await Promise.all([
        ingest(hub, till, request),
        ...(isTwice ? [ingest(hub, till, request)] : []),
      ])
      return taken
    },
    'POST /facts/earlier': (till, _, body) => takeEarlierFacts(hub, till, earlierFactsRequest.parse(body)),
    'GET /facts': async (till, query) => {
      const facts = await factsOf(db, till.id, Number(query.get('after')), Number(query.get('limit')) || 200)
      return { status: 200, body: { facts: facts.map(wireFact) } }
    },
    'GET /feed': async (till, query) => ({ status: 200, body: await feed(till, query) }),
    'POST /device/items': async (till, _, body) => {
      const { items, after, ofBranch } = body as HandedItemsRequest
      await keepHanded(db, till.id, items, { isFirst: after === null, ofBranch })
      return { status: 200, body: {} }
    },
    'GET /delegate/unended': async (till, query) => ({
      status: 200,
      body: { seqs: await unended(db, till.id, Number(query.get('after')), pageRows) },
    }),
    'POST /delegate/ended': async (till, _, body) => {
      await takeEnded(hub, till, endedRequest.parse(body).ended)
      return { status: 200, body: {} }
    },
    'POST /delegate': async (till, _, body) => {
      const unit = await takeDelegation(hub, till, delegateRequest.parse(body))
      return unit ? { status: 200, body: { unit } } : { status: 409, body: {} }
    },
    'POST /claims': async (till, _, body) => {
      const answer = await claim(hub, till, claimRequest.parse(body), clock.now())
      if (answer.outcome === 'granted') hub.woken(till.branch)
      return { status: 200, body: answer }
    },
  }
  const answer = async (origin: string, request: HubRequest, isTwice: boolean): Promise<Answered> => {
    if (request.path === '/token') {
      await epochs.heardOf(tokenRequest.parse({ assertion: '', ...(request.body as object) }))
      return { status: 200, body: token() }
    }
    const till = await tillByUid(db, origin)
    if (!till || till.revoked_at !== null) return unknown
    const { id, uid, name: tillName, branch, code, acked_seq, acked_hash } = till
    const caller = {
      id,
      uid,
      name: tillName,
      branch,
      branchCode: code,
      ackedSeq: acked_seq,
      ackedHash: acked_hash,
    }
    const { pathname, searchParams } = new URL(request.path, 'http://hub')
    const body = JSON.parse(JSON.stringify(request.body ?? null))
    const answered = await routes[`${request.method} ${pathname}`]?.(caller, searchParams, body, isTwice)
    return answered ? { ...answered, body: JSON.parse(JSON.stringify(answered.body)) } : unknown
  }
  const token = () => {
    const { epoch, computer } = hub
    return { token: `token ${life} ${epoch}`, validMs: 600_000, epoch, computer }
  }
  /** The pools connect again. */
  const disconnect = () =>
    endConnections(() =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${here}`.execute(home),
    )
  await finish(begin())
  return {
    db: () => db,
    url: server.url(here),
    clock,
    running: () => isUp,
    life: () => life,
    token,
    admit: async (till) => {
      const paired = await finish(pairTill(db, { ...till, confirmed: true, letInBy: null, at: clock.now() }))
      if (!paired) throw new Error('The till was not let in')
      return { origin: paired.uid, name: paired.name }
    },
    handle: (origin, request, isTwice) => {
      const own = life
      const { promise, resolve } = Promise.withResolvers<Answered>()
      void answer(origin, request, isTwice)
        .catch((): Answered => busy)
        .then((answered) => {
          if (own === life) resolve(answered)
        })
      return promise
    },
    told: () => hub.changed.emit({ branch: 0, bySigner: true }),
    placeOf: (uid) => places.of(uid),
    start: () => finish(begin()),
    kill: async () => {
      if (!isUp) return
      isUp = false
      const dead = processName()
      life += 1
      await dropConnections(dead)
    },
    look: () => finish(noteDecided(db)),
    disconnect,
    copy: async () => {
      // PostgreSQL copies a database that nobody is connected to.
      await disconnect()
      await finish(drop(copied))
      await finish(makeDatabase(server.url('postgres'), copied, here))
      isCopied = true
    },
    putBack: async () => {
      if (!isCopied) return false
      await finish(drop(here))
      await finish(makeDatabase(server.url('postgres'), here, copied))
      return true
    },
    takeOver: async (deputy, hasBackup) => {
      const lost = connect()
      const { branches, tills } = await finish(lost.transaction().execute(knownTills))
      const [branch] = branches
      if (!branch) throw new Error('The hub has no branch')
      const { id, environment, epoch } = await finish(hubRow(lost))
      const device = await finish(lastDevice(lost, branch.id))
      await finish(lost.destroy())
      await finish(drop(here))
      await finish(makeDatabase(server.url('postgres'), here, hasBackup && isCopied ? copied : template))
      const seeded = connect()
      const now = clock.now()
      const seed = {
        ...{ hub: id, environment, branch, deputy, now, peppers: [] },
        ...{ epoch: Math.max(epoch + 1, now), computer: `computer ${now}` },
        tills: tills.map(tillForDeputy),
      }
      await finish(seedHub(seeded, seed, async () => device))
      await finish(seeded.destroy())
    },
    close: async () => {
      await dropConnections(processName())
      for (const database of [here, copied]) await finish(drop(database))
      await finish(home.destroy())
    },
  }
}
