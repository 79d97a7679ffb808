/**
 * Sends what is owed, lane by lane: one in flight per lane, first in first out, each step claimed and settled in a
 * transaction of its own with the network in between. Wakes on enqueue, on its timer and when the authority is back.
 */
import { networkInterfaces } from 'node:os'
import { itemById } from '../../db/app/items.ts'
import type { Lane } from '../../db/app/schema.ts'
import {
  type Attempt,
  clearWaits,
  endAttempt,
  headOfLane,
  insertAttempt,
  laneRow,
  nextNumber,
  resumeLanes,
  type Submission,
  sendingBecomesUnknown,
  submission,
  triesThatEnded,
  updateSubmission,
} from '../../db/app/submissions.ts'
import type { Db } from '../../db/sqlite.ts'
import type { OwnEvent } from '../app.ts'
import type { Answer, Authority, Outcome, Signature } from '../authority/port.ts'
import { parseItemCode } from '../fiscal/itemCode.ts'
import type { Ports } from '../ports.ts'
import { afterLookUp, afterSending, type Known, stockNotVisible } from './policy.ts'
import type { Reach } from './reach.ts'
import { findFreeNumber, lookUp } from './reconcile.ts'
import { accept, type Ledger, leaveUnknown, pause, refuse, renumber, requeue } from './settle.ts'
import { settleStockMaster } from './stockMaster.ts'
import { growingPause, type Timing } from './timing.ts'
import { counterOf, transmit } from './transmit.ts'

export interface SubmitterOptions {
  db: Db
  authority: Authority
  reach: Reach
  ports: Ports
  timing: Timing
  /** Is there a device to send for? */
  ready(): boolean
  emit(event: OwnEvent): void
}

export interface Submitter {
  /** Takes up what an earlier run left, and starts. */
  start(): void
  /** Something may be ready. Cheap; call it after every enqueue. */
  wake(): void
  /** Does not wait for any pause: a person, a repeated call, or the returned network wants it now. */
  tryNow(): void
  /** The row once it is neither queued, sending nor unknown; as it is after `ms` otherwise. */
  whenSettled(id: number, ms: number): Promise<Submission | undefined>
  /** Lets what is in flight finish, then sends nothing more. */
  stop(): Promise<void>
}

const lanes: Lane[] = ['items', 'sales', 'stock', 'purchases', 'other']
const refusedForStock = (attempt: Attempt) =>
  attempt.outcome === 'refused' && stockNotVisible.test(attempt.text ?? '')
const emptyLookUp = (attempt: Attempt) =>
  attempt.action === 'lookUp' && (attempt.outcome === 'nothingFound' || attempt.outcome === 'accepted')
const isOpen = (row: Submission): boolean =>
  row.state === 'queued' || row.state === 'sending' || row.state === 'unknown'

export const createSubmitter = ({
  db,
  authority,
  reach,
  ports,
  timing,
  ready,
  emit,
}: SubmitterOptions): Submitter => {
  const { clock, ids, log } = ports
  const ledger: Ledger = { db, now: clock.now, emit }
  const running = new Map<Lane, Promise<void>>()
  const again = new Set<Lane>()
  const timers = new Map<string, () => void>()
  const waiters = new Map<number, Set<(row: Submission) => void>>()
  let stopped = true

  const at = (ms: number) => clock.now() + ms
  const growing = (tries: number) => at(growingPause(timing, tries, ids.random))
  const setTimer = (name: string, ms: number, callback: () => void) => {
    timers.get(name)?.()
    timers.set(name, clock.after(ms, callback))
  }

  /** Pauses are kept as moments, and a clock can be set back: nothing waits longer than the longest pause there is. */
  const waitOf = (row: Submission): number => {
    const wait = row.next_attempt_at - clock.now()
    return wait > timing.retryCapMs * 1.3 ? 0 : Math.max(0, wait)
  }

  /** `send` null: ask what became of it instead of sending. */
  type Claim = { row: Submission; attempt: number; send: (() => Promise<Answer<unknown>>) | null }

  /** Marks the next row of the lane as in flight, or says how long to wait (null = until woken). */
  const claim = (lane: Lane): Claim | { wait: number | null } =>
    db.transaction(() => {
      const paused = laneRow(db, lane)
      if (paused?.paused_reason && paused.paused_at !== null) {
        if (paused.paused_reason === 'counterConflict') return { wait: null }
        const wait = paused.paused_at + timing.pauseRetryMs - clock.now()
        if (wait > 0 && wait <= timing.pauseRetryMs) return { wait }
      }
      const head = headOfLane(db, lane)
      if (!head) return { wait: null }
      const wait = waitOf(head)
      if (wait > 0) return { wait }
      const counter = counterOf(head)
      const ask = head.state === 'unknown' && counter === 'authority.sales'
      const number = head.authority_number ?? (counter ? nextNumber(db, counter) : null)
      const state = ask ? 'unknown' : 'sending'
      const row: Submission = { ...head, authority_number: number, attempts: head.attempts + 1, state }
      let send: Claim['send'] = null
      try {
        if (!ask) send = transmit(db, authority, row)
      } catch (error) {
        // A row that cannot be read would stop its lane for good; it is set aside for a person instead.
        log.error({ err: error, submission: row.id }, 'a queued document cannot be sent')
        refuse(ledger, row, { code: '', text: error instanceof Error ? error.message : String(error) })
        return { wait: 0 }
      }
      updateSubmission(db, head.id, {
        state,
        authority_number: number,
        attempts: row.attempts,
        last_tried_at: clock.now(),
      })
      const attempt = insertAttempt(db, {
        submission_id: head.id,
        action: ask ? 'lookUp' : 'send',
        authority_number: number,
        started_at: clock.now(),
      })
      return { row, attempt, send }
    })

  const describe = (outcome: Outcome<unknown>) => ({
    code: 'code' in outcome ? outcome.code : outcome.kind === 'accepted' ? '000' : null,
    text: 'text' in outcome ? outcome.text : null,
  })

  const endTry = (claimed: Claim, answer: Answer<unknown>): void => {
    const { exchange } = answer
    const { code, text } = describe(answer)
    endAttempt(db, claimed.attempt, {
      duration_ms: Math.round(exchange.durationMs),
      outcome: answer.kind,
      code,
      text,
      http_status: exchange.httpStatus,
      request: exchange.request,
      response: exchange.response,
    })
    updateSubmission(db, claimed.row.id, { last_code: code, last_text: text })
  }

  const knownOf = (row: Submission, outcome: Outcome<unknown>): Known => {
    const item = row.kind === 'item' && row.item_id !== null ? itemById(db, row.item_id) : undefined
    // An item's number is the sequence in its code, and only a new item's is checked (authority §5.1).
    const sequence =
      item && item.registration !== 'registered'
        ? (parseItemCode(item.authority_code ?? '')?.sequence ?? null)
        : null
    return {
      number: row.kind === 'item' ? sequence : row.authority_number,
      mayHaveArrived: row.may_have_arrived === 1,
      realigned: row.realigned === 1,
      canLookUp: counterOf(row) === 'authority.sales',
      stockTries: outcome.kind === 'refused' ? triesThatEnded(db, row.id, refusedForStock) : 0,
    }
  }

  const settleSent = (claimed: Claim, answer: Answer<unknown>): void => {
    const { row } = claimed
    const known = knownOf(row, answer)
    if (row.kind === 'stockMaster' && settleStockMaster(ledger, row, answer)) return
    const decision = afterSending(answer, known)
    switch (decision.become) {
      case 'accepted': {
        // A duplicate that was ours carries no signature; only documents that can be looked up have one.
        accept(ledger, row, answer.kind === 'accepted' ? (answer.data as Signature | null) : null)
        return
      }
      case 'landed':
        leaveUnknown(ledger, row, { nextAt: 0, landed: true, sent: false })
        return
      case 'unknown':
        leaveUnknown(ledger, row, {
          nextAt:
            row.backoff === 0 && answer.kind === 'mayHaveArrived'
              ? at(timing.lookUpMs)
              : growing(row.backoff),
          landed: false,
          sent: answer.kind === 'mayHaveArrived',
        })
        return
      case 'queued':
        requeue(ledger, row, {
          nextAt: decision.pause === 'short' ? at(timing.shortMs) : growing(row.backoff),
          tries: row.backoff + 1,
        })
        return
      case 'renumbered':
        renumber(ledger, row, decision.next)
        return
      case 'refused':
        refuse(ledger, row, { code: describe(answer).code ?? '', text: describe(answer).text ?? '' })
        return
      case 'paused':
        pause(ledger, row, { reason: decision.reason, outcome: answer })
    }
  }

  const reconcile = async (claimed: Claim): Promise<void> => {
    const { row } = claimed
    const { outcome, signature, answer } = await lookUp(authority, row)
    reach.note(answer)
    const decision = afterLookUp(outcome, {
      landed: row.landed === 1,
      mayHaveArrived: row.may_have_arrived === 1,
      realigned: row.realigned === 1,
      emptyLookUps: triesThatEnded(db, row.id, emptyLookUp),
    })
    const free =
      decision.become === 'renumbered' ? await findFreeNumber(authority, row.authority_number ?? 0) : null
    db.transaction(() => {
      endTry(claimed, answer)
      switch (decision.become) {
        case 'accepted':
          accept(ledger, row, signature)
          return
        case 'acceptedUnsigned':
          accept(ledger, row, null)
          return
        case 'unknown': {
          const found = outcome.kind === 'accepted' || outcome.kind === 'nothingFound'
          leaveUnknown(ledger, row, {
            nextAt: found ? at(timing.lookUpMs) : growing(row.backoff),
            landed: false,
            sent: false,
          })
          return
        }
        case 'queued':
          requeue(ledger, row, { nextAt: 0, tries: 0 })
          return
        case 'renumbered':
          if (free === null)
            leaveUnknown(ledger, row, { nextAt: growing(row.backoff), landed: false, sent: false })
          else renumber(ledger, row, free)
          return
        case 'paused':
          pause(ledger, row, { reason: decision.reason, outcome })
      }
    })
  }

  const told = (before: Submission): void => {
    const row = submission(db, before.id)
    if (!row) return
    emit({ type: 'queue.changed' })
    if (row.invoice_id !== null) emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
    if (isOpen(row)) return
    const waiting = waiters.get(row.id)
    waiters.delete(row.id)
    for (const tell of waiting ?? []) tell(row)
  }

  /** One step of a lane; answers how long to wait before the next, null = until woken. */
  const step = async (lane: Lane): Promise<number | null> => {
    const claimed = claim(lane)
    if ('wait' in claimed) return claimed.wait
    if (claimed.send === null) {
      await reconcile(claimed)
    } else {
      const answer = await claimed.send()
      reach.note(answer)
      db.transaction(() => {
        endTry(claimed, answer)
        if (answer.kind !== 'notAuthorised' && answer.kind !== 'notInitialised') unpause(lane)
        settleSent(claimed, answer)
      })
    }
    told(claimed.row)
    wakeOthers(lane)
    return 0
  }

  const unpause = (lane: Lane): void => {
    if (laneRow(db, lane)?.paused_reason) resumeLanes(db, { lane })
  }

  const run = async (lane: Lane): Promise<void> => {
    while (!stopped && ready()) {
      again.delete(lane)
      const wait = await step(lane)
      if (wait === 0 || again.has(lane)) continue
      if (wait !== null) setTimer(lane, Math.max(wait, 1), () => wakeLane(lane))
      return
    }
  }

  const wakeLane = (lane: Lane): void => {
    if (stopped || !ready()) return
    if (running.has(lane)) {
      again.add(lane)
      return
    }
    const work = run(lane)
      .catch((error: unknown) => {
        // What went wrong is in the row's own state: a row found in flight is unknown, and asking comes first.
        log.error({ err: error, lane }, 'a lane stopped; it goes on after a pause')
        sendingBecomesUnknown(db, lane)
        setTimer(lane, timing.retryMs, () => wakeLane(lane))
      })
      .finally(() => {
        running.delete(lane)
        if (again.delete(lane)) wakeLane(lane)
      })
    running.set(lane, work)
  }
  const wakeOthers = (lane: Lane): void => {
    for (const other of lanes) if (other !== lane) wakeLane(other)
  }
  const wake = (): void => {
    for (const lane of lanes) wakeLane(lane)
  }
  const tryNow = (): void => {
    clearWaits(db)
    wake()
    emit({ type: 'queue.changed' })
  }

  let network = ''
  /** Asks quietly whether the authority is there; when it is back, nothing waits out its pause. */
  const probe = async (): Promise<void> => {
    const { reachable, lastContactAt } = reach.state()
    const interfaces = JSON.stringify(networkInterfaces())
    const networkChanged = network !== '' && network !== interfaces
    network = interfaces
    const quiet = lastContactAt === null || clock.now() - lastContactAt >= timing.probeMs
    if (ready() && (reachable === false || quiet || networkChanged)) {
      const answer = await authority.probe()
      reach.note(answer)
      if (reachable === false && reach.state().reachable === true && !stopped) tryNow()
    }
  }
  const armProbe = (): void => {
    const pauseMs = reach.state().reachable === false ? timing.probeUnreachableMs : timing.probeMs
    setTimer('probe', pauseMs, () => {
      probe()
        .catch((error: unknown) => log.error({ err: error }, 'the authority could not be probed'))
        .finally(() => {
          if (!stopped) armProbe()
        })
    })
  }

  return {
    start: () => {
      stopped = false
      const left = sendingBecomesUnknown(db)
      if (left > 0)
        log.warn({ documents: left }, 'found in flight at the start; the authority is asked about them first')
      armProbe()
      wake()
    },
    wake,
    tryNow,
    whenSettled: (id, ms) => {
      const row = submission(db, id)
      if (!row || !isOpen(row) || stopped) return Promise.resolve(row)
      return new Promise((resolve) => {
        const tell = (settledRow: Submission) => {
          cancel()
          resolve(settledRow)
        }
        const listeners = waiters.get(id) ?? new Set()
        waiters.set(id, listeners.add(tell))
        const cancel = clock.after(ms, () => {
          listeners.delete(tell)
          resolve(submission(db, id))
        })
      })
    },
    stop: async () => {
      stopped = true
      for (const cancel of timers.values()) cancel()
      timers.clear()
      await Promise.all(running.values())
      // Who waits for an answer learns that it is not here yet, while there still is a database to look into.
      for (const [id, waiting] of waiters) {
        const row = submission(db, id)
        if (row) for (const tell of [...waiting]) tell(row)
      }
      waiters.clear()
    },
  }
}
