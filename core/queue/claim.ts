/** Takes the next row of a lane in hand: marks it as in flight and writes down the try before the first byte goes out. */

import type { Db } from '../../db/engine/sqlite.ts'
import { insertAttempt, lastNumberUnanswered, latestTries } from '../../db/profile/attempts.ts'
import { invoiceById } from '../../db/profile/invoices.ts'
import { laneRow, nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { isIntact } from '../../db/profile/payloads.ts'
import type { Lane } from '../../db/profile/schema.ts'
import {
  headOfLane,
  highestNumberOf,
  type Submission,
  submissionOfNumber,
  updateSubmission,
} from '../../db/profile/submissions.ts'
import type { Answer, Authority } from '../authority/port.ts'
import type { Log } from '../base/ports.ts'
import { ownReasons } from '../contract/ownReasons.ts'
import { alreadyThere } from './purchase.ts'
import { type Ledger, pause, refuse, stopChanged } from './settle.ts'
import type { Timing } from './timing.ts'
import { counterOf, transmit } from './transmit.ts'

export interface Claim {
  row: Submission
  attempt: number
  /** null: ask what became of it instead of sending. */
  send: (() => Promise<Answer<unknown>>) | null
}

export type Turn =
  | Claim
  /** Nothing to do before so many milliseconds, or before the lane is woken. */
  | { wait: number | null }
  /** A row that cannot be sent as it is; the next one may be. */
  | { setAside: number }
  /** One that was changed on disk; `wait`: it may have arrived, and nothing of its lane goes before that is known. */
  | { changed: number; wait: number | null }

export interface Claiming {
  authority: Authority
  timing: Timing
  log: Log
  /** A random text that nobody else has. */
  token(): string
}

/** Pauses are kept as moments, and a clock can be set back: nothing waits longer than the longest pause there is. */
const leftOf = (until: number, now: number, longest: number): number => {
  const left = until - now
  return left > longest ? 0 : Math.max(0, left)
}

/** Only documents can be looked up by their number (`authority §1.4`, no. 21). */
export const canLookUp = (row: Pick<Submission, 'kind'>): boolean => counterOf(row) === 'authority.sales'

/** Is there something to ask before it is sent again? Of a record without a look-up only once its number is taken. */
const isAsked = (row: Submission): boolean =>
  row.state === 'unknown' && (canLookUp(row) || (counterOf(row) !== null && row.landed === 1))

/** A purchase that was gone from the list after a try of ours counts as confirmed by us, though no answer said so. */
const isAnothersPurchase = (db: Db, { id, kind, state }: Submission): boolean => {
  if (kind !== 'purchase' || state !== 'accepted') return false
  const tries = latestTries(db, id)
  return tries.length > 0 && !tries.some(({ action, outcome }) => action === 'send' && outcome === 'accepted')
}

/** The row whose turn it is now, or how long to wait. */
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
  const left = leftOf(head.next_attempt_at, now(), Math.max(timing.retryCapMs, timing.doubtMs) * 1.3)
  return left > 0 ? { wait: left } : { head }
}

/** A row whose payload was changed on disk is not sent, nor is the authority's answer compared with it. */
const keepBack = (ledger: Ledger, head: Submission, { doubtMs }: Timing): Turn => {
  if (head.state !== 'unknown' && head.may_have_arrived === 0) {
    stopChanged(ledger, head)
    return { changed: head.id, wait: null }
  }
  updateSubmission(ledger.db, head.id, {
    next_attempt_at: ledger.now() + doubtMs,
    last_code: '',
    last_text: ownReasons.changedOnDisk,
  })
  return { changed: head.id, wait: doubtMs }
}

/** A document of the till's own that was not sent without a mark: the same bytes are sent again. */
const isMarked = (db: Db, { invoice_id, may_have_arrived }: Submission): boolean =>
  invoice_id !== null && may_have_arrived === 0 && invoiceById(db, invoice_id)?.source === 'till'

/** The next row of the lane, claimed, or how long to wait. Call inside a transaction. */
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
  const number = head.authority_number ?? (counter ? nextNumber(db, counter) : null)
  const holder = number === null ? undefined : submissionOfNumber(db, lane, number)
  if (head.realigned === 1 && holder && isAnothersPurchase(db, holder)) {
    // The authority wants the number that it should have taken.
    refuse(ledger, holder, { code: alreadyThere.code, text: alreadyThere.text })
    return { setAside: holder.id }
  }
  if (counter && holder && holder.id !== head.id) {
    // Once a person has seen to it, it goes on where we left off.
    setNextNumber(db, counter, highestNumberOf(db, lane) + 1)
    const text = `Number ${number} is wanted for ${head.title}, but ${holder.title} was accepted under it.`
    pause(ledger, head, { reason: 'counterConflict', outcome: { kind: 'neverArrived', text } })
    return { setAside: head.id }
  }
  const ask = isAsked(head)
  // Set aside, and sent again under another number: that it may be there says nothing of this one. What tells a purchase is
  // its invoice, whatever the number.
  const isDoubted = head.may_have_arrived === 1 && head.authority_number === null && head.kind !== 'purchase'
  const unanswered = isDoubted ? lastNumberUnanswered(db, head.id) : null
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
    // A row that cannot be read would stop its lane for good; it is set aside for a person instead.
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
