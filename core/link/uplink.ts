/** Sends the till's trail to its hub, in order, and compares places with it. */
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/engine/sqlite.ts'
import { auditHead } from '../../db/profile/audit.ts'
import { hubLinkRow, updateHubLink } from '../../db/profile/hubLink.ts'
import type { Clock } from '../base/ports.ts'
import {
  type Fact,
  type FactsPlace,
  factLimit,
  factsPlace,
  type Hello,
  hello,
  hubProtocol,
} from '../contract/hub/wire.ts'
import { readFacts } from './outbox.ts'
import { settlePlaces } from './parting.ts'
import type { Session } from './session.ts'
import type { Signal } from './signal.ts'
import { type Failed, failed } from './tries.ts'

export interface UplinkOptions {
  db: Db
  clock: Clock
  session: Session
  /** Something was committed. */
  written: Signal
  /** The till asks the hub for its place this often, milliseconds. */
  beatMs: number
  /** Before facts are read: makes wishes of what people changed. */
  prepare(): void | Promise<void>
  /** `tookMs`: the duration of the request. */
  greeted(hello: Hello, tookMs: number): void | Promise<void>
  /** The hub answered. */
  heard(): void
  /** The hub took facts in. */
  sent(): void
  /** How far the hub has the trail. */
  place: FactsPlace
}

export interface Uplink {
  /** Works until it fails or `over` is aborted. `well`: the hub answers. */
  work(well: () => void, over: AbortSignal): Promise<Failed>
  /** The hub is greeted at once, not at the next beat. It costs its caller nothing. */
  greetNow(): void
  /** How far the hub has the trail, as it said last. */
  place(): FactsPlace
}

/** Facts read at once, so that a typing window is served in between. */
const readAtOnce = 20
const firstBatch = 20

const ended = failed('unreachable', 'ended')

export const createUplink = (by: UplinkOptions): Uplink => {
  const { db, clock, session, written, beatMs, prepare, heard, sent } = by
  let { place } = by
  let batch = firstBatch
  let mustGreet = false

  /** Compares the hub's place with the own trail. null: they are in step. */
  const settle = async (told: FactsPlace, signal: AbortSignal): Promise<Failed | null> => {
    const problem = await settlePlaces({ db, session, hub: told, signal })
    if (!problem) place = told
    return problem
  }

  const greet = async (over: AbortSignal): Promise<Failed | null> => {
    const head = auditHead(db)?.seq ?? 0
    const escrow = hubLinkRow(db)?.escrow ?? ''
    const path = `/hello?at=${clock.now()}&head=${head}&escrow=${escrow}`
    const began = clock.monotonic()
    const outcome = await session.call({ method: 'GET', path, signal: over })
    const tookMs = clock.monotonic() - began
    if (outcome.is === 'problem') return outcome
    const answer = hello.safeParse(outcome.body)
    if (!answer.success) return failed('tooNew', 'hello')
    if (answer.data.protocol < hubProtocol - 1) return failed('tooNew', `protocol ${answer.data.protocol}`)
    heard()
    await by.greeted(answer.data, tookMs)
    const { lacks } = answer.data
    return (await settle(answer.data.place, over)) ?? (lacks ? sendEarlier(lacks, over) : null)
  }

  /** The rows from before this till was paired anew, which the till that it was does not send. */
  const sendEarlier = async (
    { of, place: first, upTo }: NonNullable<Hello['lacks']>,
    over: AbortSignal,
  ): Promise<Failed | null> => {
    for (let after = first; after.seq < upTo; ) {
      const facts = (await gather(after.seq, over)).filter(({ seq }) => seq <= upTo)
      if (facts.length === 0 || over.aborted) return null
      const body = { protocol: hubProtocol, of, after, facts }
      const outcome = await session.call({ method: 'POST', path: '/facts/earlier', body, signal: over })
      if (outcome.is === 'problem') {
        batch = Math.max(Math.floor(batch / 2), 1)
        return outcome
      }
      const told = factsPlace.safeParse(outcome.body)
      if (outcome.status !== 200 || !told.success || told.data.seq <= after.seq) return null
      after = told.data
    }
    // The hub may lack rows of another one too.
    mustGreet = true
    return null
  }

  const gather = async (after: number, over: AbortSignal): Promise<Fact[]> => {
    await prepare()
    const facts: Fact[] = []
    let bytes = 0
    while (facts.length < batch && !over.aborted) {
      const wanted = Math.min(readAtOnce, batch - facts.length)
      const read = readFacts(db, facts.at(-1)?.seq ?? after, wanted)
      for (const fact of read) {
        bytes += JSON.stringify(fact).length
        if (facts.length > 0 && bytes > factLimit.bytes) return facts
        facts.push(fact)
      }
      if (read.length < wanted) break
      await setImmediate()
    }
    return facts
  }

  /** Sends one batch. false: there is nothing to send. */
  const send = async (over: AbortSignal): Promise<Failed | boolean> => {
    const facts = await gather(place.seq, over)
    if (facts.length === 0 || over.aborted) return false
    const last = facts.at(-1)?.seq ?? 0
    if (last > (hubLinkRow(db)?.offered_seq ?? last))
      await db.grouped(() => updateHubLink(db, { offered_seq: last }))
    // What a power cut would take back must not be at the hub.
    await db.durable()
    const body = { protocol: hubProtocol, after: place, facts }
    const outcome = await session.call({ method: 'POST', path: '/facts', body, signal: over })
    if (outcome.is === 'problem') {
      batch = Math.max(Math.floor(batch / 2), 1)
      return outcome
    }
    const told = factsPlace.safeParse(outcome.body)
    if (!told.success) return failed('hubFailed', 'place')
    heard()
    if (outcome.status === 200) {
      sent()
      if (facts.length === batch) batch = Math.min(batch * 2, factLimit.facts)
    }
    return (await settle(told.data, over)) ?? true
  }

  return {
    place: () => place,
    greetNow: () => {
      mustGreet = true
      written.set()
    },
    work: async (well, over) => {
      for (;;) {
        mustGreet = false
        const problem = await greet(over)
        if (problem) return problem
        well()
        const until = clock.monotonic() + beatMs
        for (let left = beatMs; left > 0 && !mustGreet; left = until - clock.monotonic()) {
          const outcome = await send(over)
          if (typeof outcome === 'object') return outcome
          if (over.aborted) return ended
          if (!outcome) await written.wait(left, over)
        }
      }
    },
  }
}
