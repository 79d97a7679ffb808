/**
 * Keeps a till and its hub together: sends what the till wrote, reads what the hub tells, and tries again when the hub
 * was away. The till waits for none of it.
 */
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/engine/sqlite.ts'
import { auditUsed } from '../../db/profile/audit.ts'
import { keepSomeLevelsBefore } from '../../db/profile/hubLevels.ts'
import { type HubLinkRow, hubLinkRow, hubMoved, updateHubLink } from '../../db/profile/hubLink.ts'
import type { Clock, Ids, Log, Secrets } from '../base/ports.ts'
import type { FeedPage, Hello } from '../contract/hub/wire.ts'
import type { HubProblem } from '../contract/hubLink.ts'
import { createHubClient, usualMs } from './client.ts'
import { createReading, pageIn } from './reading.ts'
import { createSession, type Epochs, type LinkRequest, type Outcome } from './session.ts'
import { createSignal } from './signal.ts'
import { type Failed, failed, keepTrying, type RetryTiming } from './tries.ts'
import { createUplink } from './uplink.ts'

export interface LinkState {
  problem: HubProblem | null
  /** Epoch milliseconds, here and below. null: the hub answers. */
  silentSince: number | null
  sentAt: number | null
  readAt: number | null
  /** The hub's clock minus the till's. */
  clockDifferenceMs: number | null
  /** The last number of the trail that the hub has. */
  acked: number
}

export interface Link {
  state(): LinkState
  /** Something was committed. It costs its caller nothing. */
  wake(): void
  /** A person does not want to wait for the next try. */
  tryNow(): void
  /** Asks the hub something for a person. */
  ask(request: LinkRequest): Promise<Outcome>
  /** Resolves once nothing is sent or read any more. */
  stop(): Promise<void>
}

/** Milliseconds. */
export interface LinkTiming extends RetryTiming {
  /** The till asks the hub for its place this often. */
  beatMs: number
  /** The till waits this long for news. */
  waitMs: number
  /** A till whose hub is on another computer now tells the one before this often. */
  tellMs: number
  /** A till whose hub is silent asks the local network for it this often. */
  findMs: number
}

export interface LinkOptions {
  db: Db
  appId: string
  secrets: Pick<Secrets, 'get'>
  clock: Clock
  ids: Pick<Ids, 'random'>
  log: Log
  /** Keeps what the hub tells, with its place, in one transaction. */
  apply(page: FeedPage): void | Promise<void>
  /** Before facts are read: makes wishes of what people changed. */
  prepare(): void | Promise<void>
  /** What the hub says about itself, before anything is sent. */
  greeted(hello: Hello, tookMs: number): void | Promise<void>
  /** The state changed for those who look at it. */
  changed(): void
  timing?: Partial<LinkTiming>
  /** Absent: HTTPS. */
  connect?: typeof createHubClient
}

const usualTiming: LinkTiming = {
  beatMs: 30_000,
  retryMs: 500,
  retryCapMs: 60_000,
  waitMs: 25_000,
  tellMs: 60_000,
  findMs: 60_000,
}
const keptAddresses = 5
/** Milliseconds. A sale is answered before the link reads its facts. */
const readMs = 5
/** A till that does nothing notes that it heard its hub only this often, milliseconds. */
const notedMs = 600_000
/** What one request meets, the next one of the other kind meets too, and says it. */
const passing: readonly HubProblem[] = ['unreachable', 'busy']

/** Starts at once. `row`: the link as it is stored. */
export const startLink = (row: HubLinkRow, options: LinkOptions): Link => {
  const { db, appId, secrets, clock, ids, log, changed, connect = createHubClient } = options
  const timing = { ...usualTiming, ...options.timing }
  const client = connect(row.pin, JSON.parse(row.addresses) as [string, ...string[]])
  const epochs: Epochs = {
    known: () => {
      const { epoch, epoch_by, place } = hubLinkRow(db) ?? row
      return { epoch, computer: epoch_by, place }
    },
    begun: async (epoch, computer) => {
      log.warn({ profile: appId, epoch, computer }, 'the hub began a new epoch')
      while (keepSomeLevelsBefore(db)) await setImmediate()
      hubMoved(db, { epoch, computer })
      await db.durable()
      changed()
    },
  }
  const who = { secrets, clock, appId, hub: row.hub, origin: row.origin, epochs }
  const session = createSession({ client, ...who })
  const ending = new AbortController()
  const over = ending.signal
  const [written, hurried, connected] = [createSignal(clock), createSignal(clock), createSignal(clock)]
  const problems: { up: HubProblem | null; down: HubProblem | null } = { up: null, down: null }
  /** One of the two asks whether the hub is back, and the other one waits for it. */
  let isConnected = false
  let heardAt = row.heard_at
  let sentAt: number | null = null
  let readAt: number | null = null
  let clockDifferenceMs: number | null = null
  let silentSince: number | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let soughtAt = Number.NEGATIVE_INFINITY
  let cancelRead: (() => void) | null = null

  /** A hub that was replaced may be on again at an older address. It stops once it hears of the present one. */
  const tellOthers = (): void => {
    const now = clock.monotonic()
    if (epochs.known().epoch === 1 || now - toldAt < timing.tellMs) return
    toldAt = now
    const others = (JSON.parse(hubLinkRow(db)?.addresses ?? '[]') as string[]).filter(
      (each) => each !== client.address(),
    )
    for (const address of others) {
      const other = connect(row.pin, [address])
      createSession({ client: other, ...who })
        .call({ method: 'GET', path: '/hello', signal: over })
        .catch(broke)
        .finally(other.close)
    }
  }

  /** A router may have given the hub's computer another address. */
  const seek = (): void => {
    if (clock.monotonic() - soughtAt < timing.findMs) return
    soughtAt = clock.monotonic()
    client
      .find(over)
      .then((isFound) => {
        if (isFound) hurried.set()
      })
      .catch(broke)
  }

  const uplink = createUplink({
    db,
    clock,
    session,
    written,
    beatMs: timing.beatMs,
    prepare: options.prepare,
    greeted: async (hello, tookMs) => {
      clockDifferenceMs = hello.now - clock.now()
      await options.greeted(hello, tookMs)
      tellOthers()
    },
    heard: () => {
      heardAt = clock.now()
    },
    sent: () => {
      sentAt = clock.now()
    },
    place: { seq: row.acked_seq, hash: row.acked_hash },
  })

  /** The hub's word about its place is the truth. What is stored here tells people more after a start. */
  const keep = async (): Promise<void> => {
    const present = hubLinkRow(db)
    if (present?.origin !== row.origin || present.pin !== row.pin) return
    const known = JSON.parse(present.addresses) as string[]
    const addresses = JSON.stringify([...new Set([client.address(), ...known])].slice(0, keptAddresses))
    const { seq, hash } = uplink.place()
    const isNews = seq !== present.acked_seq || addresses !== present.addresses
    if (!isNews && (heardAt ?? 0) - (present.heard_at ?? 0) < notedMs) return
    const change = { acked_seq: seq, acked_hash: hash, heard_at: heardAt, addresses }
    await db.grouped(() => updateHubLink(db, change))
  }

  const note = (part: keyof typeof problems, problem: Failed | null): void => {
    const before = problems.up ?? problems.down
    problems[part] = problem?.problem ?? null
    const now = problems.up ?? problems.down
    const isSilent = problems.up === 'unreachable' || problems.up === 'pinMismatch'
    silentSince = isSilent ? (silentSince ?? heardAt ?? row.paired_at) : null
    if (part === 'up') isConnected = problem === null
    if (isConnected) connected.set()
    if (problems.up === 'unreachable') seek()
    if (before === now) return
    if (problem)
      log.warn({ profile: appId, problem: now, detail: problem.detail }, 'the hub cannot be used now')
    else log.info({ profile: appId }, 'the hub answers')
    changed()
  }

  const broke = (error: unknown): Failed => {
    log.error({ err: error, profile: appId }, 'the link to the hub met an error')
    return failed('notKept')
  }

  const readPage = createReading({
    fetch: async ({ place, waitMs, seq }) => {
      const [wait, known] = [Math.ceil(waitMs / 1000), seq === null ? '' : `&seq=${seq}`]
      const outcome = await session.call({
        method: 'GET',
        path: `/feed?wait=${wait}${known}&place=${encodeURIComponent(place)}`,
        ms: waitMs + usualMs,
        signal: over,
      })
      return outcome.is === 'problem' ? outcome : pageIn(outcome.body)
    },
    place: () => hubLinkRow(db)?.place ?? '',
    seq: () => auditUsed(db),
    waitMs: timing.waitMs,
    apply: options.apply,
  })

  const read = async (well: () => void): Promise<Failed> => {
    while (!isConnected && !over.aborted) await connected.wait(timing.retryCapMs, over)
    for (;;) {
      const page = await readPage()
      if ('problem' in page) return page
      if (!page.more) readAt = clock.now()
      well()
    }
  }

  const common = { timing, ids, hurried, over, broke }
  const send = keepTrying({
    ...common,
    work: async (well) =>
      uplink.work(() => {
        well()
        keep().catch(broke)
      }, over),
    note: (problem) => note('up', problem),
  })
  const receive = keepTrying({
    ...common,
    work: read,
    note: (problem) => {
      note('down', problem && passing.includes(problem.problem) ? null : problem)
      if (problem?.problem === 'unreachable') uplink.greetNow()
    },
  })
  return {
    state: () => ({
      problem: problems.up ?? problems.down,
      silentSince,
      sentAt,
      readAt,
      clockDifferenceMs,
      acked: uplink.place().seq,
    }),
    wake: () => {
      cancelRead ??= clock.after(readMs, () => {
        cancelRead = null
        written.set()
      })
    },
    tryNow: () => {
      hurried.set()
      uplink.greetNow()
    },
    ask: session.call,
    stop: async () => {
      ending.abort()
      cancelRead?.()
      client.close()
      await Promise.all([send, receive])
      await keep().catch(broke)
    },
  }
}
