/**
 * Decides what becomes of a document after an attempt. A pure table: outcome and earlier knowledge → decision. It
 * uses neither the database nor the network.
 */
import type { PauseReason } from '../../db/profile/schema.ts'
import type { Outcome } from '../authority/port.ts'

type Refused = Extract<Outcome<unknown>, { kind: 'refused' }>

/** What Kaunta knew of the row before this response. */
export interface Known {
  /** The row's number at the authority; null for kinds without a number. */
  number: number | null
  /**
   * What an already used number means for each kind. `document`: can be queried by its number. `record`: when the
   * authority reconciles stock, the item quantities show whether it arrived; such an authority also names the number
   * it wants. `purchase`: the list of open purchases shows whether anyone confirmed the invoice. `item`: an item that
   * arrived was updated, or is a duplicate.
   */
  numbering: 'document' | 'record' | 'purchase' | 'item'
  /** An earlier attempt with this number may have arrived. */
  mayHaveArrived: boolean
  /** The lane's counter was already realigned for this row. */
  realigned: boolean
  /** An attempt that arrived would be visible by now. */
  uncertaintyOver: boolean
  /** Rejected attempts in a row, including this one. */
  refusals: number
  /**
   * Kaunta may resend with the enforced rate: no line was computed with that letter, and the rate was not sent yet.
   */
  mayRerate: boolean
}

export type Decision =
  | { become: 'accepted' }
  /** The number is in use, by this document or another. Query it first. */
  | { become: 'landed'; wanted: number | null }
  /** Wait, then query the outcome. */
  | { become: 'unknown' }
  /** Rejected, but an earlier attempt may still arrive. Wait until that is impossible, then decide. */
  | { become: 'stillUncertain' }
  /** Resend later: after the growing pause, or after the short one. */
  | { become: 'queued'; pause: 'growing' | 'short' }
  /** Take another number and resend. Once only. */
  | { become: 'renumbered'; next: number }
  /** Store the rate that the authority enforces, and resend. */
  | { become: 'rerated'; rate: NonNullable<Refused['enforcedRate']> }
  | { become: 'refused' }
  | { become: 'paused'; reason: PauseReason }

/**
 * The authority may reject a sale shortly after its goods were booked in, because its systems lag (`authority §5.5`).
 */
const stockTriesAtMost = 4
/**
 * An authority that says "duplicate" without naming a number accepts gaps (`authority §5.2`). One jump skips all
 * numbers of another installation; single steps would need one attempt each.
 */
const jump = 1000

/**
 * Undocumented responses before the document counts as rejected. A temporary fault of the authority must not ask a
 * manager to correct a valid document. Without a limit the document would block its lane.
 */
const undocumentedAtMost = 3

/**
 * If other tills use the same series, Kaunta follows it as often as it advances. If it goes back, or no number is
 * named, Kaunta follows once.
 */
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
  // Upserts: "already exists" is a success.
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
  // Also if the authority wants a lower number: under another number the document could be accepted twice.
  if (!taken && mayHaveArrived && !known.uncertaintyOver) return { become: 'stillUncertain' }
  if (!taken && (expected === undefined || expected === number)) return { become: 'refused' }
  return renumber({ number, realigned }, expected ?? null)
}

/** Decides what the response to a sent document means. */
export const afterSending = (outcome: Outcome<unknown>, known: Known): Decision => {
  switch (outcome.kind) {
    case 'accepted':
      return { become: 'accepted' }
    case 'neverArrived':
      // This attempt did not arrive, but an earlier one may have. Query before sending again.
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
 * What the authority has under the number. A kind that cannot be queried is judged by its effects (`stockEffect.ts`,
 * `purchase.ts`): `there` (from us or another till), `notThere`, or `unclear`.
 */
export type Found = 'ours' | 'oursUnsigned' | 'anothers' | Effect
export type Effect = 'there' | 'notThere' | 'unclear'

export interface Asked {
  number: number
  /** The authority said that the number is in use. */
  landed: boolean
  /** The number that the authority asked for instead, if it named one. */
  wanted: number | null
  mayHaveArrived: boolean
  realigned: boolean
  /** As in {@link Known}, at the time of the query. */
  uncertaintyOver: boolean
  /** A twin (a copy of this data folder) exists, so movements of the same goods may be the twin's. */
  hasTwin: boolean
  /** Answered look-ups since the last sending that settled nothing, without this one. */
  fruitless: number
  /** The latest of these in a row that were rejected, without this one. */
  refusals: number
}

export type LookUpDecision =
  | { become: 'accepted' }
  /** The authority has the document but does not return its signature. */
  | { become: 'acceptedUnsigned' }
  /** `isShown`: its effect is there, so it may have arrived. A later answer without any sign does not take that back. */
  | { become: 'unknown'; isShown?: true }
  /** Wait until our document would be visible. */
  | { become: 'stillUncertain' }
  /** The document is not there. Resend it with the same number. */
  | { become: 'queued' }
  /** Another document has this number. Check the next number. */
  | { become: 'onward' }
  | { become: 'renumbered'; next: number }
  | { become: 'paused'; reason: PauseReason }

/** Look-ups without result before they count as an answer. Reads lag behind writes (`authority §5.5`). */
const fruitlessAtMost = 4

/**
 * The authority says the number is used but does not return a document. If one of our attempts may have arrived,
 * assume it did; otherwise the number is another till's. Wait for `settledForSure` first, because reads lag behind
 * writes. One sending can also arrive twice: the second arrival is rejected and the first is shown late.
 */
const notShown = (known: Asked, answered: boolean): LookUpDecision => {
  if (known.fruitless < fruitlessAtMost) return { become: 'unknown' }
  if (!known.uncertaintyOver) return { become: 'stillUncertain' }
  // No response to this query does not mean that the document is missing.
  if (!answered && known.refusals < fruitlessAtMost) return { become: 'unknown' }
  return known.mayHaveArrived ? { become: 'acceptedUnsigned' } : renumber(known, known.wanted)
}

/** Answers needed before Kaunta believes that a record is missing. Lags of up to 2 s are known. */
const looksEnough = 2

/**
 * Judges a record or purchase whose number is in use by its effects. Without any sign, a row that may have arrived
 * counts as arrived. A recent arrival may become visible late, and an attempt without a response may arrive late.
 */
const byItsEffect = (found: Effect, known: Asked): LookUpDecision => {
  const { mayHaveArrived, number, wanted, fruitless } = known
  // Without a sign now, a later query may show one: earlier rejections may have had another cause.
  if (found === 'unclear' && mayHaveArrived)
    return { become: fruitless < fruitlessAtMost ? 'unknown' : 'accepted' }
  // If one sending arrived twice, the first arrival used the number and no other record followed.
  const isShown = found === 'there' && (mayHaveArrived || (wanted === number + 1 && !known.hasTwin))
  if (fruitless < looksEnough) return { become: 'unknown', ...(isShown ? { isShown } : {}) }
  if (isShown) return { become: 'accepted' }
  return mayHaveArrived && !known.uncertaintyOver ? { become: 'stillUncertain' } : renumber(known, wanted)
}

/** Decides what the answer to a look-up means. */
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
      // An authority without this query rejects the number again, which gives the same information.
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
