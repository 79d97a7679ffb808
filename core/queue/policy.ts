/**
 * What becomes of a document after a try. A pure table: what happened and what we knew before → what to do.
 * Nothing here touches the database or the network; this is where a refused document is decided.
 */
import type { PauseReason } from '../../db/profile/schema.ts'
import type { Outcome } from '../authority/port.ts'

type Refused = Extract<Outcome<unknown>, { kind: 'refused' }>

/** What we knew of the row before this answer. */
export interface Known {
  /** The number the row holds at the authority; null for what has none. */
  number: number | null
  /**
   * What it means that a number is taken. A `document` can be looked up. Of a `record` its goods tell, where the authority
   * compares them, as one does that names the number it wants. Of a `purchase` it can be asked whether its invoice is
   * confirmed, by whomever, which is known already where it is a duplicate that never was without an answer. An `item` that
   * landed is changed, or said to be a duplicate.
   */
  numbering: 'document' | 'record' | 'purchase' | 'item'
  /** An earlier try with this number may have arrived. */
  mayHaveArrived: boolean
  /** The lane's counter has been realigned for this row already. */
  realigned: boolean
  /** What may have arrived must have arrived by now, and be shown. */
  doubtOver: boolean
  /** Tries in a row that were refused, this one included. */
  refusals: number
  /** The rate that the authority enforces can be sent instead: no line is computed with it, and it was not sent yet. */
  mayRerate: boolean
}

export type Decision =
  | { become: 'accepted' }
  /** The number is taken, by this document or by another: ask before anything else. */
  | { become: 'landed'; wanted: number | null }
  /** Wait before asking what became of it. */
  | { become: 'unknown' }
  /** Refused, while an earlier try may still be on its way: wait until that cannot be, then see. */
  | { become: 'doubted' }
  /** Send again later: after the growing pause, or within moments. */
  | { become: 'queued'; pause: 'growing' | 'short' }
  /** Take another number, once, and send again. */
  | { become: 'renumbered'; next: number }
  /** Remember the rate that the authority enforces, and send again. */
  | { become: 'rerated'; rate: NonNullable<Refused['enforcedRate']> }
  | { become: 'refused' }
  | { become: 'paused'; reason: PauseReason }

/** A sale is refused for a moment after its goods were booked in: the authority's engines lag (`authority §5.5`). */
const stockTriesAtMost = 4
/**
 * An authority that says "duplicate" without naming the number it wants also tolerates gaps (`authority §5.2`): one
 * jump clears whatever another installation has used, where steps of one would take a try each.
 */
const jump = 1000

/**
 * A save that gets an answer which no documentation knows is asked about and sent again so often: a passing fault of the
 * authority must not tell a caller to correct what is right. After that it counts as a refusal, or it would hold up the lane.
 */
const undocumentedAtMost = 3

/** A series that others use too moves on as often as they do; one that goes back, or says nothing, is followed once. */
const renumber = (known: { number: number; realigned: boolean }, wanted: number | null) =>
  known.realigned && !(wanted !== null && wanted > known.number)
    ? ({ become: 'paused', reason: 'counterConflict' } as const)
    : ({ become: 'renumbered', next: wanted ?? known.number + jump } as const)

const refused = (outcome: Refused, known: Known): Decision => {
  const { number, numbering, mayHaveArrived, realigned } = known
  const { expected, duplicate, stockNotSeen, enforcedRate } = outcome
  if (outcome.undocumented && known.refusals <= undocumentedAtMost) return { become: 'unknown' }
  if (enforcedRate && known.mayRerate) return { become: 'rerated', rate: enforcedRate }
  if (stockNotSeen && known.refusals <= stockTriesAtMost) return { become: 'queued', pause: 'short' }
  // Upserts: "already there" is what we wanted.
  if (number === null) return { become: duplicate ? 'accepted' : 'refused' }
  const taken = duplicate === true || (expected !== undefined && expected > number)
  const isAsked = {
    document: true,
    record: expected !== undefined,
    purchase: mayHaveArrived || !duplicate,
    item: false,
  }[numbering]
  if (taken && isAsked) return { become: 'landed', wanted: expected ?? null }
  if (taken && mayHaveArrived && duplicate) return { become: 'accepted' }
  // Also where a lower number is wanted: under another the document could be taken twice.
  if (!taken && mayHaveArrived && !known.doubtOver) return { become: 'doubted' }
  if (!taken && (expected === undefined || expected === number)) return { become: 'refused' }
  return renumber({ number, realigned }, expected ?? null)
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
    case 'notInitialised':
      return { become: 'paused', reason: outcome.kind }
    case 'nothingFound':
      return { become: 'refused' }
    case 'refused':
      return refused(outcome, known)
  }
}

/**
 * What the authority has under the number we asked for. What cannot be looked up by its number is told by what else it
 * changes (`stockDoubt.ts`, `purchase.ts`): that is `there`, by us or somebody else, `notThere`, or tells nothing (`untold`).
 */
export type Found = 'ours' | 'oursUnsigned' | 'anothers' | Effect
export type Effect = 'there' | 'notThere' | 'untold'

export interface Asked {
  number: number
  /** The authority has said that the number is taken. */
  landed: boolean
  /** The number it wanted instead, where it told one. */
  wanted: number | null
  mayHaveArrived: boolean
  realigned: boolean
  /** As of {@link Known}, when it was asked. */
  doubtOver: boolean
  /** Another till of the same numbers was met: what moves the same goods may be its record. */
  hasTwin: boolean
  /** Look-ups since the document was last sent that were answered and told nothing, without this one. */
  fruitless: number
  /** The latest of these in a row that were refused, without this one. */
  refusals: number
}

export type LookUpDecision =
  | { become: 'accepted' }
  /** The authority has it and will not tell its signature. */
  | { become: 'acceptedUnsigned' }
  | { become: 'unknown' }
  /** Wait until it would be shown for sure if it were ours. */
  | { become: 'doubted' }
  /** It is not there: send it again, with the same number. */
  | { become: 'queued' }
  /** Another document bears this number: look at the next one. */
  | { become: 'onward' }
  | { become: 'renumbered'; next: number }
  | { become: 'paused'; reason: PauseReason }

/** Fruitless look-ups before they are taken for an answer: read-backs lag (`authority §5.5`). */
const fruitlessAtMost = 4

/**
 * Taken, and not shown: it landed if a try of ours may have arrived, and cannot be ours otherwise. Not before the doubt is
 * over: another till's document may be shown late, and so may ours, by which one sending that reached the authority twice
 * is refused.
 */
const notShown = (known: Asked, answered: boolean): LookUpDecision => {
  if (known.fruitless < fruitlessAtMost) return { become: 'unknown' }
  if (!known.doubtOver) return { become: 'doubted' }
  // Whoever only now does not answer may have it all the same.
  if (!answered && known.refusals < fruitlessAtMost) return { become: 'unknown' }
  return known.mayHaveArrived ? { become: 'acceptedUnsigned' } : renumber(known, known.wanted)
}

/** Answers before what was not seen is believed of a number that no try without an answer had: lags are known up to 2 s. */
const looksEnough = 2

/**
 * What is known of a record whose number is taken, and which cannot be looked up. Told by nothing, one that may have arrived
 * counts as landed. What just arrived may show late; what had no answer may have arrived late, too.
 */
const byItsEffect = (found: Effect, known: Asked): LookUpDecision => {
  const { mayHaveArrived, number, wanted, fruitless } = known
  // What tells nothing now may tell more soon: the refusals may have been about something else.
  if (found === 'untold' && mayHaveArrived)
    return { become: fruitless < fruitlessAtMost ? 'unknown' : 'accepted' }
  if (fruitless < looksEnough) return { become: 'unknown' }
  // Brought twice, its own first coming took the number, and nobody has taken one since.
  if (found === 'there' && (mayHaveArrived || (wanted === number + 1 && !known.hasTwin)))
    return { become: 'accepted' }
  return mayHaveArrived && !known.doubtOver ? { become: 'doubted' } : renumber(known, wanted)
}

/** Decides after asking what bears a number. */
export const afterLookUp = (outcome: Outcome<Found>, known: Asked): LookUpDecision => {
  switch (outcome.kind) {
    case 'accepted':
      if (outcome.data === 'ours') return { become: 'accepted' }
      if (outcome.data === 'oursUnsigned')
        return { become: known.fruitless < fruitlessAtMost ? 'unknown' : 'acceptedUnsigned' }
      return outcome.data === 'anothers' ? { become: 'onward' } : byItsEffect(outcome.data, known)
    case 'nothingFound':
      return known.landed ? notShown(known, true) : { become: 'queued' }
    case 'refused':
      // An authority that does not answer this question refuses the same number a second time, which is as good.
      if (known.landed) return notShown(known, false)
      return { become: known.fruitless < fruitlessAtMost ? 'unknown' : 'queued' }
    case 'neverArrived':
    case 'mayHaveArrived':
      return { become: 'unknown' }
    case 'notAuthorised':
    case 'notInitialised':
      return { become: 'paused', reason: outcome.kind }
  }
}
