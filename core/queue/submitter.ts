/**
 * Sends the queue, lane by lane: one attempt at a time per lane, first in, first out. Each step claims and settles in
 * transactions of its own, with the network in between. Wakes on enqueue, on its timer and when the authority is
 * back.
 */
import { networkInterfaces } from 'node:os'
import type { Db } from '../../db/engine/sqlite.ts'
import { till } from '../../db/profile/audit.ts'
import { waitsForPerson } from '../../db/profile/dependencies.ts'
import { auditLane, laneRow, resumeLanes } from '../../db/profile/lanes.ts'
import { clearWaits, sendingBecomesUnknown, sendingOf } from '../../db/profile/queueHeads.ts'
import { lanesInUse } from '../../db/profile/queueList.ts'
import type { Lane } from '../../db/profile/schema.ts'
import { newestSubmission, type Submission, submission } from '../../db/profile/submissions.ts'
import type { Answer, Authority } from '../authority/port.ts'
import type { Ports } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import { diskTrouble } from '../disk/diskErrors.ts'
import { ask } from './ask.ts'
import { type Claim, claimNext, nextInLane, numberNext } from './claim.ts'
import { isOpen } from './enqueue.ts'
import type { Fence } from './fence.ts'
import { askAgain } from './lateSignatures.ts'
import type { Ledger } from './ledger.ts'
import { endTry, type OtherTill, settleSent, weighLookUp } from './outcome.ts'
import type { Reach } from './reach.ts'
import { type Realigned, realign } from './realign.ts'
import type { Timing } from './timing.ts'
import { mustRealign } from './twin.ts'
import { createUncertainty } from './uncertainty.ts'
import { createWaiters } from './waiters.ts'

export interface SubmitterOptions {
  db: Db
  authority: Authority
  reach: Reach
  ports: Ports
  timing: Timing
  /** True if there is a device to send for. */
  ready(): boolean
  /** Absent: nobody else may talk to the authority for this device. */
  fence?: Fence | undefined
  /** Called with the error that stopped a lane, which may come from the disk. */
  diskFailed(error: unknown): void
  /** Called when a twin's document was found, inside the transaction. */
  twinMet(db: Db, document: { traderNumber: string; near: boolean; upTo: number }): void
  /** The authority's report after an older copy replaced the database. */
  realigned(finding: string, result: Realigned): void
  /** Called when a row differs from what was queued. */
  changedOnDisk(): void
  emit(event: OwnEvent): void
}

export interface Submitter {
  /** Resumes what an earlier process left, and starts. */
  start(): void
  /** Something may be ready. Cheap; call it after every enqueue. */
  wake(): void
  /**
   * Like {@link wake}, for rows added at the end of this lane. While the lane waits for its head, they change
   * nothing.
   */
  added(lane: Lane): void
  /** Skips every pause: a manager asks, or the network is back. */
  tryNow(): void
  /** Like {@link tryNow}, for a program that repeats a call; at most once per `hurryMs`. */
  hurry(): void
  /** The authority cannot be reached any more, or (`cameBack`) can be again. */
  reachChanged(cameBack: boolean): void
  /**
   * Resolves with the row once it is settled, or once it is certain that it will not be settled within `ms`
   * milliseconds; after `ms` at the latest.
   */
  whenSettled(id: number, ms: number): Promise<Submission | undefined>
  /** Runs a manager's work on a row while its lane sends nothing. null if the lane is busy. */
  instead<T>(row: Submission, work: () => Promise<T>): Promise<T> | null
  /** Milliseconds during which an attempt of the row may still arrive. */
  uncertainFor(id: number): number
  /** Finishes the attempts in progress, then sends nothing more. */
  stop(): Promise<void>
}

const lanes: Lane[] = ['items', 'sales', 'stock', 'purchases', 'other']

export const createSubmitter = (options: SubmitterOptions): Submitter => {
  const { db, authority, reach, ports, timing, ready, fence, diskFailed, emit } = options
  const { clock, ids, log } = ports
  const running = new Map<Lane, Promise<void>>()
  const again = new Set<Lane>()
  const failed = new Set<Lane>()
  /** Lanes that wait for the time of their head, or for the end of a pause. */
  const asleep = new Set<Lane>()
  const timers = new Map<string, () => void>()
  const waiters = createWaiters(db, clock, timing.hurryMs)
  const uncertainty = createUncertainty(clock, timing.uncertainMs)
  let signatures: Promise<void> | null = null
  let isReady = false
  /** Once a device exists it stays. */
  const canSend = (): boolean => {
    isReady ||= ready()
    return isReady
  }
  const token = () => ids.token(9)
  /** Rows that existed at the start may be known to a cloned folder too. Later rows are ours alone. */
  let bornBefore = 0
  let stopped = true

  const setTimer = (name: string, ms: number, callback: () => void) => {
    timers.get(name)?.()
    timers.set(name, clock.after(ms, callback))
  }

  /** Runs in one transaction. Events are emitted after the commit. */
  const write = <T>(body: (ledger: Ledger) => T): T => {
    const events: OwnEvent[] = []
    const result = db.transaction(() => body({ db, now: clock.now, emit: (event) => events.push(event) }))
    for (const event of events) emit(event)
    return result
  }

  const notify = (ids: number[]): void => {
    emit({ type: 'queue.changed' })
    for (const id of ids) {
      const row = submission(db, id)
      if (!row) continue
      if (row.invoice_id !== null) emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
      if (isOpen(row)) continue
      waiters.settled(row)
      uncertainty.forget(id)
    }
  }

  /** A response that does not reject the device or its credentials ends such a pause. */
  const unpause = (lane: Lane, answer: Answer<unknown>): void => {
    if (answer.kind === 'notAuthorised' || answer.kind === 'notInitialised') return
    if (!laneRow(db, lane)?.paused_reason) return
    resumeLanes(db, { lane })
    auditLane(db, lane, { kind: 'laneResumed', at: clock.now(), who: till })
  }

  const settleAnswer = (claim: Claim, answer: Answer<unknown>): Submission[] => {
    reach.note(answer)
    return write((ledger) => {
      endTry(ledger, claim, answer)
      unpause(claim.row.lane, answer)
      const { id } = claim.row
      const uncertaintyOver = uncertainty.isOver(id)
      const became = settleSent(ledger, claim.row, { answer, timing, random: ids.random, uncertaintyOver })
      // This very sending may have arrived twice, so the number in use may be its own.
      const isUnclear = answer.kind === 'refused' && became === 'unknown'
      if (answer.kind === 'mayHaveArrived' || isUnclear || became === 'landed') uncertainty.begin(id)
      return [claim.row]
    })
  }

  /** Its end was heard of elsewhere since this step began, or it lost its number to another document. */
  const isOvertaken = (row: Submission): boolean => {
    const now = submission(db, row.id)
    return (
      now?.state === 'accepted' || (now?.state === 'queued' && now.authority_number !== row.authority_number)
    )
  }

  const settleLookUp = async (claim: Claim): Promise<Submission[]> => {
    // A response describes the state at the time of the request.
    const { row } = claim
    const uncertaintyOver = uncertainty.isOver(row.id)
    const found = await ask(db, authority, row)
    reach.note(found.answer)
    let met: Parameters<OtherTill> | undefined
    const twin: OtherTill = (...document) => {
      met = document
    }
    const by = { authority, found, timing, random: ids.random, uncertaintyOver, twin }
    const settle = await weighLookUp({ db, now: clock.now }, row, by)
    return write((ledger) => {
      endTry(ledger, claim, found.answer)
      unpause(row.lane, found.answer)
      if (isOvertaken(row)) return [row]
      const settled = settle(ledger)
      if (met) {
        const [traderNumber, near] = met
        options.twinMet(db, { traderNumber, near, upTo: bornBefore })
        aligned = false
      }
      return settled
    })
  }

  /** Runs one step of a lane. Returns the milliseconds before the next step; null = until woken. */
  const step = async (lane: Lane): Promise<number | null> => {
    // Usually there is nothing to do. Checking that needs no write transaction.
    const due = nextInLane({ db, now: clock.now }, lane, timing)
    if (fence && 'head' in due) {
      const closedMs = await fence.closedForMs(due.head, numberNext(db, due.head))
      if (closedMs > 0) return closedMs
      const next = nextInLane({ db, now: clock.now }, lane, timing)
      // Another row came first meanwhile, or a person took this one out.
      if (stopped || !('head' in next) || next.head.id !== due.head.id) return 0
    }
    const turn =
      'wait' in due ? due : write((ledger) => claimNext(ledger, lane, { authority, timing, log, token }))
    if ('changed' in turn) {
      options.changedOnDisk()
      notify([turn.changed])
      return turn.wait ?? 0
    }
    if ('wait' in turn) {
      if (!waiters.idles(lane, turn.wait)) return turn.wait
      clearWaits(db)
      return 0
    }
    if ('setAside' in turn) {
      notify([turn.setAside])
      return 0
    }
    const { send } = turn
    waiters.tries(lane)
    // A number that the authority receives must survive a lost database.
    await db.durable()
    const settled = send ? settleAnswer(turn, await send()) : await settleLookUp(turn)
    notify(settled.map(({ id }) => id))
    for (const other of lanes) if (other !== lane) wakeLane(other)
    return 0
  }

  let aligned = false
  /** A database that may be older than the last sale sends no sale until Kaunta knows what the authority has. */
  const isAligned = async (): Promise<boolean> => {
    aligned ||= !mustRealign(db)
    if (aligned) return true
    aligned = await realign({
      db,
      authority,
      reach,
      write,
      settled: notify,
      mayContinue: () => !stopped,
      done: options.realigned,
    })
    // Rows that waited for a document which had already arrived may be sent.
    for (const lane of lanes) if (lane !== 'sales') wakeLane(lane)
    return aligned
  }

  const run = async (lane: Lane): Promise<void> => {
    while (!stopped && canSend()) {
      again.delete(lane)
      asleep.delete(lane)
      // The error is visible in the row's own state: a row found as being sent becomes uncertain and is queried
      // first.
      if (failed.has(lane)) {
        const inFlight = sendingOf(db, lane)
        sendingBecomesUnknown(db, lane)
        if (inFlight) uncertainty.begin(inFlight.id)
      }
      failed.delete(lane)
      const closedMs = fence ? await fence.closedMs() : 0
      if (closedMs > 0) {
        if (!stopped) setTimer(lane, closedMs, () => wakeLane(lane))
        return
      }
      if (lane === 'sales' && !aligned && !(await isAligned())) {
        if (!stopped) setTimer(lane, timing.retryMs, () => wakeLane(lane))
        return
      }
      const wait = await step(lane)
      if (wait === 0 || again.has(lane)) continue
      if (wait === null) return
      asleep.add(lane)
      setTimer(lane, Math.max(wait, 1), () => wakeLane(lane))
      return
    }
  }

  const wakeLane = (lane: Lane): void => {
    if (stopped) return
    if (running.has(lane)) {
      again.add(lane)
      return
    }
    const work = run(lane).catch((error: unknown) => {
      log.error({ err: error, lane }, 'a lane stopped; it continues after a pause')
      diskFailed(error)
      failed.add(lane)
      again.delete(lane)
      // Another program that locks the file releases it soon.
      const pauseMs = diskTrouble(error) === 'busy' ? timing.shortMs : timing.retryMs
      if (!stopped) setTimer(lane, pauseMs, () => wakeLane(lane))
    })
    occupy(lane, work)
  }
  /** Until `work` ends nothing else is sent in the lane. A wake-up during it runs another step afterwards. */
  const occupy = (lane: Lane, work: Promise<unknown>): void => {
    const done = work
      .catch(() => undefined)
      .then(() => {
        running.delete(lane)
        if (again.delete(lane)) wakeLane(lane)
      })
    running.set(lane, done)
  }
  let woken = false
  /**
   * Deferred, so that the caller gets its response first: the lane's next step is a commit of its own. The response
   * waits for the journal's sync, whose end the event loop tells between the two turns.
   */
  const wake = (): void => {
    if (woken) return
    woken = true
    const send = () => {
      woken = false
      if (stopped) return
      try {
        for (const lane of lanesInUse(db)) wakeLane(lane)
        // A signer's stock records wait until the authority was asked what it has, also if no sale waits.
        if (fence && !aligned && mustRealign(db)) wakeLane('sales')
      } catch (error) {
        log.error({ err: error }, 'the queue could not be read; it is retried')
        diskFailed(error)
        setTimer('wake', timing.shortMs, wake)
      }
    }
    setImmediate(() => setImmediate(send))
  }

  /** Asks for missing signatures and for documents that were set aside, now and once an hour. */
  const recoverSignatures = (): void => {
    if (stopped) return
    setTimer('signatures', timing.signatureMs, recoverSignatures)
    if (!canSend()) return
    signatures ??= askAgain({
      db,
      authority,
      reach,
      now: clock.now,
      emit,
      // Rows that waited for a document which had already arrived may be sent.
      settled: (ids) => {
        notify(ids)
        wake()
      },
      mayContinue: () => !stopped,
    })
      .catch((error: unknown) => log.error({ err: error }, 'the authority could not be asked for signatures'))
      .finally(() => {
        signatures = null
      })
  }

  const tryNow = (): void => {
    if (stopped) return
    try {
      clearWaits(db)
    } catch (error) {
      // The caller that stores a document learns of a full disk anyway, and each row keeps its own time.
      log.error({ err: error }, 'the waiting documents could not be hurried')
      diskFailed(error)
    }
    wake()
    recoverSignatures()
    emit({ type: 'queue.changed' })
  }

  let hurriedAt = Number.NEGATIVE_INFINITY
  const hurry = (): void => {
    const now = clock.monotonic()
    if (now - hurriedAt < timing.hurryMs) return
    hurriedAt = now
    tryNow()
  }

  let network = ''
  /** Checks in the background whether the authority can be reached. */
  const probe = async (): Promise<void> => {
    const { reachable, lastContactAt } = reach.state()
    const interfaces = JSON.stringify(networkInterfaces())
    const networkChanged = network !== '' && network !== interfaces
    network = interfaces
    const quiet = lastContactAt === null || Math.abs(clock.now() - lastContactAt) >= timing.probeMs
    if (canSend() && (reachable === false || quiet || networkChanged)) reach.note(await authority.probe())
  }
  const armProbe = (): void => {
    const pauseMs = reach.state().reachable === true ? timing.probeMs : timing.probeUnreachableMs
    setTimer('probe', pauseMs, () => {
      probe()
        .catch((error: unknown) => log.error({ err: error }, 'the authority could not be probed'))
        .finally(() => {
          if (!stopped) armProbe()
        })
    })
  }

  /** Resumes what an earlier process left. A failing disk must not keep the shop from opening: each lane retries. */
  const takeUp = (): void => {
    try {
      const left = sendingBecomesUnknown(db)
      if (left > 0)
        log.warn(
          { documents: left },
          'documents were being sent at the start; the authority is asked about them first',
        )
      clearWaits(db)
    } catch (error) {
      log.error({ err: error }, 'the documents being sent at the start could not be resumed; it is retried')
      diskFailed(error)
      for (const lane of lanes) failed.add(lane)
    }
  }

  return {
    start: () => {
      stopped = false
      bornBefore = newestSubmission(db)
      takeUp()
      armProbe()
      setTimer('signatures', timing.signatureMs, recoverSignatures)
      wake()
      // Even without pending rows, Kaunta must learn what the authority has.
      if (mustRealign(db)) wakeLane('sales')
    },
    wake,
    added: (lane) => {
      if (!asleep.has(lane)) wake()
    },
    tryNow,
    hurry,
    reachChanged: (cameBack) => {
      if (stopped) return
      if (cameBack) tryNow()
      else armProbe()
    },
    whenSettled: (id, ms) => {
      const row = submission(db, id)
      if (!row || !isOpen(row) || stopped || ms <= 0 || waitsForPerson(db, id)) return Promise.resolve(row)
      wake()
      return waiters.wait(id, ms)
    },
    instead: (row, work) => {
      if (stopped || running.has(row.lane)) return null
      const done = work().finally(() => notify([row.id]))
      occupy(row.lane, done)
      return done
    },
    uncertainFor: uncertainty.left,
    stop: async () => {
      stopped = true
      for (const cancel of timers.values()) cancel()
      timers.clear()
      await Promise.all([...running.values(), signatures])
      // Waiting callers get the present state while the database is still open.
      waiters.end()
    },
  }
}
