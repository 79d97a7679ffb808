/** Claims the next row of a lane: marks it as being sent and stores the attempt before the first byte leaves. */

import type { Db } from '../../db/engine/sqlite.ts'
import { insertAttempt, lastNumberUnanswered, latestTries } from '../../db/profile/attempts.ts'
import { invoiceById } from '../../db/profile/invoices.ts'
import { laneRow, nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { highestNumberOf, submissionOfNumber } from '../../db/profile/numbersSent.ts'
import { isIntact } from '../../db/profile/payloads.ts'
import { headOfLane } from '../../db/profile/queueHeads.ts'
import type { Lane } from '../../db/profile/schema.ts'
import { type Submission, updateSubmission } from '../../db/profile/submissions.ts'
import type { Answer, Authority } from '../authority/port.ts'
import type { Log } from '../base/ports.ts'
import { ownReasons } from '../contract/ownReasons.ts'
import type { Ledger } from './ledger.ts'
import { alreadyThere } from './purchase.ts'
import { canLookUp, counterOf } from './series.ts'
import { pause, refuse, stopChanged } from './settle.ts'
import type { Timing } from './timing.ts'
import { transmit } from './transmit.ts'

export interface Claim {
  row: Submission
  attempt: number
  /** null: query the authority for this row instead of sending it. */
  send: (() => Promise<Answer<unknown>>) | null
}

export type Turn =
  | Claim
  /** Nothing to send for `wait` milliseconds; null: until the lane is woken. */
  | { wait: number | null }
  /** This row cannot be sent as it is. The next row may be sent. */
  | { setAside: number }
  /** This row was changed on disk. `wait`: it may have arrived, so its lane waits until that is known. */
  | { changed: number; wait: number | null }

export interface Claiming {
  authority: Authority
  timing: Timing
  log: Log
  /** Returns a random text that nothing else uses. */
  token(): string
}

/** Pauses are stored as epoch milliseconds, and the clock can be set back. So nothing waits longer than `longest`. */
const leftOf = (until: number, now: number, longest: number): number => {
  const left = until - now
  return left > longest ? 0 : Math.max(0, left)
}

/**
 * True if Kaunta must query the authority before it resends the row. A record that cannot be looked up is queried
 * only once its number is in use.
 */
const isAsked = (row: Submission): boolean =>
  row.state === 'unknown' && (canLookUp(row) || (counterOf(row) !== null && row.landed === 1))

/**
 * True for a purchase that was missing from the list after our attempt, and that no response confirmed. Another
 * branch may have confirmed it.
 */
const isAnothersPurchase = (db: Db, { id, kind, state }: Submission): boolean => {
  if (kind !== 'purchase' || state !== 'accepted') return false
  const tries = latestTries(db, id)
  return tries.length > 0 && !tries.some(({ action, outcome }) => action === 'send' && outcome === 'accepted')
}

/** Returns the row whose turn it is, or how long to wait. */
export const nextInLane = (
  { db, now }: Pick<Ledger, 'db' | 'now'>,
  lane: Lane,
  timing: Timing,
): { head: Submission } | { wait: number | null } => {
  const paused = laneRow(db, lane)
  if (paused?.paused_reason && paused.paused_at !== null) {
    if (paused.paused_reason === 'counterConflict') return { wait: null }
    const left = leftOf(paused.paused_at + timing.pauseRetryMs, now(), timing.pauseRetryMs)
    if (left > 0) return { wait: left }
  }
  const head = headOfLane(db, lane)
  if (!head) return { wait: null }
  const left = leftOf(head.next_attempt_at, now(), Math.max(timing.retryCapMs, timing.uncertainMs) * 1.3)
  return left > 0 ? { wait: left } : { head }
}

/**
 * Stops a row whose payload was changed on disk. Sending it, or comparing it with the authority's response, would use
 * wrong data.
 */
const keepBack = (ledger: Ledger, head: Submission, { uncertainMs }: Timing): Turn => {
  if (head.state !== 'unknown' && head.may_have_arrived === 0) {
    stopChanged(ledger, head)
    return { changed: head.id, wait: null }
  }
  updateSubmission(ledger.db, head.id, {
    next_attempt_at: ledger.now() + uncertainMs,
    last_code: '',
    last_text: ownReasons.changedOnDisk,
  })
  return { changed: head.id, wait: uncertainMs }
}

/**
 * A document of the till that was already sent without a mark gets none, because a resend must have the same bytes.
 */
const isMarked = (db: Db, { invoice_id, may_have_arrived }: Submission): boolean =>
  invoice_id !== null && may_have_arrived === 0 && invoiceById(db, invoice_id)?.source === 'till'

/**
 * The number under which a sale or credit note may have arrived before it was set aside. Under another number the
 * authority could accept it twice, because it may show an accepted document minutes later. Under the same number it
 * cannot. null once another document of ours has that number.
 */
const reservedNumber = (db: Db, row: Submission, unanswered: number | null): number | null =>
  unanswered === null || !canLookUp(row) || submissionOfNumber(db, row.lane, unanswered) ? null : unanswered

/** Returns the number with which the row is sent next, if it was never set aside; null: its kind has none. */
export const numberNext = (db: Db, row: Submission): number | null => {
  const counter = counterOf(row)
  return row.authority_number ?? (counter ? nextNumber(db, counter) : null)
}

/** Claims the next row of the lane, or returns how long to wait. Call it inside a transaction. */
export const claimNext = (ledger: Ledger, lane: Lane, { authority, timing, log, token }: Claiming): Turn => {
  const { db, now } = ledger
  const next = nextInLane(ledger, lane, timing)
  if ('wait' in next) return next
  const { head } = next
  if (!isIntact(head)) {
    log.error({ submission: head.id }, 'a queued document was changed on disk and is not sent')
    return keepBack(ledger, head, timing)
  }
  const counter = counterOf(head)
  // The row was set aside and is resent. A purchase is identified by its invoice under any number.
  const wasSetAside =
    head.may_have_arrived === 1 && head.authority_number === null && head.kind !== 'purchase'
  const unanswered = wasSetAside ? lastNumberUnanswered(db, head.id) : null
  const number =
    head.authority_number ??
    reservedNumber(db, head, unanswered) ??
    (counter ? nextNumber(db, counter) : null)
  const holder = number === null ? undefined : submissionOfNumber(db, lane, number)
  if (head.realigned === 1 && holder && isAnothersPurchase(db, holder)) {
    // The authority asks for the number that this purchase should have used, so another branch confirmed the
    // purchase.
    refuse(ledger, holder, { code: alreadyThere.code, text: alreadyThere.text })
    return { setAside: holder.id }
  }
  if (counter && holder && holder.id !== head.id) {
    // After a manager resolved the conflict, the numbers continue after the highest known one.
    setNextNumber(db, counter, highestNumberOf(db, lane) + 1)
    const text = `Number ${number} is needed for ${head.title}, but ${holder.title} was accepted under it.`
    pause(ledger, head, { reason: 'counterConflict', outcome: { kind: 'neverArrived', text } })
    return { setAside: head.id }
  }
  const ask = isAsked(head)
  // The earlier attempt may have arrived, but not under this number.
  const isNumberNew = unanswered !== null && unanswered !== number
  const row: Submission = {
    ...head,
    authority_number: number,
    attempts: head.attempts + 1,
    state: ask ? 'unknown' : 'sending',
    may_have_arrived: isNumberNew ? 0 : head.may_have_arrived,
    mark: head.mark ?? (isMarked(db, head) ? token() : null),
  }
  let send: Claim['send'] = null
  try {
    if (!ask) send = transmit(ledger, authority, row)
  } catch (error) {
    // A row that cannot be parsed would block its lane permanently. A manager must look at it instead.
    log.error({ err: error, submission: row.id }, 'a queued document cannot be sent')
    refuse(ledger, head, { code: '', text: error instanceof Error ? error.message : String(error) })
    return { setAside: head.id }
  }
  updateSubmission(db, head.id, {
    state: row.state,
    authority_number: number,
    attempts: row.attempts,
    may_have_arrived: row.may_have_arrived,
    mark: row.mark,
    last_tried_at: now(),
  })
  const attempt = insertAttempt(db, {
    submission_id: head.id,
    action: ask ? 'lookUp' : 'send',
    authority_number: number,
    started_at: now(),
  })
  return { row, attempt, send }
}
