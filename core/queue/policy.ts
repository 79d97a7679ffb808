/**
 * What becomes of a document after a try. A pure table: what happened and what we knew before → what to do.
 * Nothing here touches the database or the network; this is where a refused document is decided.
 */
import type { PauseReason } from '../../db/app/schema.ts'
import type { Outcome } from '../authority/port.ts'

/** What we knew of the row before this answer. */
export interface Known {
  /** The number the row holds at the authority; null for kinds without one. */
  number: number | null
  /** An earlier try with this number may have arrived. */
  mayHaveArrived: boolean
  /** The lane's counter has been realigned for this row already. */
  realigned: boolean
  /** The authority can be asked what it has under a number. */
  canLookUp: boolean
  /** Tries that ended in "not in your stock", this one included. */
  stockTries: number
}

export type Decision =
  | { become: 'accepted' }
  /** It is there, but nothing proves what it answered: ask for it, do not send it again. */
  | { become: 'landed' }
  /** Wait before asking (`lookUp`) what became of it. */
  | { become: 'unknown' }
  /** Send again later: after the growing pause, or within moments. */
  | { become: 'queued'; pause: 'growing' | 'short' }
  /** Take another number, once, and send again. */
  | { become: 'renumbered'; next: number }
  | { become: 'refused' }
  | { become: 'paused'; reason: PauseReason }

/** A sale is refused for a moment after its goods were booked in: the authority's engines lag (`authority §5.5`). */
export const stockNotVisible = /not exist in your stock/i
const stockTriesAtMost = 4
/**
 * An authority that says "duplicate" without naming the number it wants also tolerates gaps (`authority §5.2`): one
 * jump clears whatever another installation has used, where steps of one would take a try each.
 */
const jump = 1000

const refused = (outcome: Extract<Outcome<unknown>, { kind: 'refused' }>, known: Known): Decision => {
  const { number, mayHaveArrived, realigned, canLookUp } = known
  const { expected, duplicate } = outcome
  if (number === null) {
    // Upserts: "already there" is what we wanted.
    return duplicate ? { become: 'accepted' } : { become: 'refused' }
  }
  const taken = duplicate === true || (expected !== undefined && expected > number)
  if (taken && mayHaveArrived) return canLookUp ? { become: 'landed' } : { become: 'accepted' }
  // A restored backup sends what it has sent before: the look-up tells whether the taken number is this document's own.
  if (taken && duplicate && canLookUp) return { become: 'landed' }
  if (expected === number) return { become: 'refused' }
  if (taken || expected !== undefined) {
    return realigned
      ? { become: 'paused', reason: 'counterConflict' }
      : { become: 'renumbered', next: expected ?? number + jump }
  }
  if (stockNotVisible.test(outcome.text) && known.stockTries <= stockTriesAtMost)
    return { become: 'queued', pause: 'short' }
  return { become: 'refused' }
}

/** Decides on the answer to a document that was sent (design §5). */
export const afterSending = (outcome: Outcome<unknown>, known: Known): Decision => {
  switch (outcome.kind) {
    case 'accepted':
      return { become: 'accepted' }
    case 'neverArrived':
      // This try did not, but an earlier one may have: ask before sending once more.
      return known.mayHaveArrived ? { become: 'unknown' } : { become: 'queued', pause: 'growing' }
    case 'mayHaveArrived':
      return { become: 'unknown' }
    case 'notAuthorised':
      return { become: 'paused', reason: 'notAuthorised' }
    case 'notInitialised':
      return { become: 'paused', reason: 'notInitialised' }
    case 'nothingFound':
      return { become: 'refused' }
    case 'refused':
      return refused(outcome, known)
  }
}

/** What the authority has under the number we asked for. */
export type Found = 'ours' | 'oursUnsigned' | 'anothers' | 'nothing'

export type LookUpDecision =
  | { become: 'accepted' }
  /** The authority has it and will not tell its signature. */
  | { become: 'acceptedUnsigned' }
  | { become: 'unknown' }
  | { become: 'queued'; pause: 'none' }
  /** Somebody else's document bears our number: find a free one, once. */
  | { become: 'renumbered' }
  | { become: 'paused'; reason: PauseReason }

/** Look-ups that found nothing of a landed document before its signature is given up: read-backs lag (`authority §5.5`). */
const emptyLookUpsAtMost = 4

/** Decides after asking for a number: `landed` = the authority has said that it is taken. */
export const afterLookUp = (
  outcome: Outcome<Found>,
  known: { landed: boolean; mayHaveArrived: boolean; realigned: boolean; emptyLookUps: number },
): LookUpDecision => {
  switch (outcome.kind) {
    case 'accepted':
      if (outcome.data === 'ours') return { become: 'accepted' }
      if (outcome.data === 'anothers') {
        return known.realigned ? { become: 'paused', reason: 'counterConflict' } : { become: 'renumbered' }
      }
      if (outcome.data === 'oursUnsigned') {
        return known.emptyLookUps < emptyLookUpsAtMost
          ? { become: 'unknown' }
          : { become: 'acceptedUnsigned' }
      }
      break
    case 'nothingFound':
      break
    case 'refused':
    case 'neverArrived':
    case 'mayHaveArrived':
      return { become: 'unknown' }
    case 'notAuthorised':
      return { become: 'paused', reason: 'notAuthorised' }
    case 'notInitialised':
      return { become: 'paused', reason: 'notInitialised' }
  }
  if (!known.landed) return { become: 'queued', pause: 'none' }
  if (known.emptyLookUps < emptyLookUpsAtMost) return { become: 'unknown' }
  // Taken, not shown, and never sent by us in a try that could have arrived: it cannot be ours.
  if (!known.mayHaveArrived)
    return known.realigned ? { become: 'paused', reason: 'counterConflict' } : { become: 'renumbered' }
  return { become: 'acceptedUnsigned' }
}
