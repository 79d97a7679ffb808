/** Asks the policy what an attempt's outcome means, and writes the decision. */

import type { Db } from '../../db/engine/sqlite.ts'
import { endAttempt, lastNumberUnanswered, latestTries } from '../../db/profile/attempts.ts'
import { itemById } from '../../db/profile/items.ts'
import { nextNumber } from '../../db/profile/lanes.ts'
import { sentUnder, submissionOfNumber } from '../../db/profile/numbersSent.ts'
import { type Submission, submission, updateSubmission } from '../../db/profile/submissions.ts'
import type { Answer, Authority, Outcome, Signature } from '../authority/port.ts'
import { parseItemCode } from '../fiscal/itemCode.ts'
import type { Claim } from './claim.ts'
import type { Ledger } from './ledger.ts'
import { type Asked, afterLookUp, afterSending, type Decision, type Known } from './policy.ts'
import { noteEnforcedRate, rateNamedBy, ratesToSend } from './rates.ts'
import { findFreeNumber, type LookUp, ownDocument } from './reconcile.ts'
import { stockPayload, taxedOf } from './records.ts'
import { canLookUp } from './series.ts'
import { accept, leaveUnknown, moveOnward, pause, refuse, renumber, reopen, requeue } from './settle.ts'
import { arrivedSince } from './stockEffect.ts'
import { settleStockMaster } from './stockMaster.ts'
import { growingPause, steadyPause, type Timing } from './timing.ts'
import { giveUpNumber, hasTwin, isNear, isOfTwin } from './twin.ts'

/**
 * Called when a document of a twin (a copy of this data folder on another computer) was found. `near`: its numbers
 * may meet ours.
 */
export type OtherTill = (traderNumber: string, near: boolean) => void

/** How long to wait before the next attempt. */
export interface Pauses {
  timing: Timing
  random: () => number
}

/** Numbers to check one by one for our document, before the rest counts as another till's. With a twin all are. */
const looksOnward = 50
/** Numbers in a row that other tills use before the next attempt waits. */
const chasesAtOnce = 5
/** One per tax letter. */
const ratesAtMost = 5

const describe = (outcome: Outcome<unknown>) => ({
  code: 'code' in outcome ? outcome.code : outcome.kind === 'accepted' ? '000' : null,
  text: 'text' in outcome ? outcome.text : null,
})

/** Stores the response of an attempt, inside the transaction that settles the row. */
export const endTry = ({ db }: Ledger, { row, attempt }: Claim, answer: Answer<unknown>): void => {
  const { exchange } = answer
  const { code, text } = describe(answer)
  endAttempt(db, attempt, {
    duration_ms: Math.round(exchange.durationMs),
    outcome: answer.kind,
    code,
    text,
    http_status: exchange.httpStatus,
    request: exchange.request,
    response: exchange.response,
  })
  updateSubmission(db, row.id, { last_code: code, last_text: text })
}

/** Counts the latest attempts in a row with this outcome. */
const sendingsThat = (db: Db, row: Submission, outcome: string): number => {
  const sendings = latestTries(db, row.id).filter(({ action }) => action === 'send')
  const other = sendings.findIndex((attempt) => attempt.outcome !== outcome)
  return other === -1 ? sendings.length : other
}

/** If other tills keep using the next number, growing pauses keep Kaunta from retrying at network speed. */
const afterRenumbering = ({ db, now }: Ledger, row: Submission, { timing, random }: Pauses): number => {
  const refused = sendingsThat(db, row, 'refused')
  return refused > chasesAtOnce ? now() + growingPause(timing, refused - chasesAtOnce - 1, random) : 0
}

const numberOf = ({ db }: Ledger, row: Submission): number | null => {
  if (row.kind !== 'item' || row.item_id === null) return row.authority_number
  // An item's number is the sequence in its code. The authority checks it for new items only (`authority §5.1`).
  const item = itemById(db, row.item_id)
  if (!item || item.registration === 'registered') return null
  return parseItemCode(item.authority_code ?? '')?.sequence ?? null
}

type Rate = Parameters<typeof noteEnforcedRate>[1]

const mayRerate = (ledger: Ledger, row: Submission, outcome: Outcome<unknown>): boolean => {
  if (outcome.kind !== 'refused' || !outcome.enforcedRate) return false
  const { taxType, percent } = outcome.enforcedRate
  const taxed = taxedOf(row)
  return (
    taxed !== null &&
    !taxed.lines.some((line) => line.taxType === taxType) &&
    ratesToSend(ledger.db, taxed)[taxType] !== percent
  )
}

const knownOf = (
  ledger: Ledger,
  row: Submission,
  { answer: outcome, uncertaintyOver }: { answer: Outcome<unknown>; uncertaintyOver: boolean },
): Known => {
  // Rejections before a manager resent the document do not count. Each attempt since then increased `backoff`.
  const refusals = Math.min(sendingsThat(ledger.db, row, 'refused'), row.backoff + 1)
  return {
    number: numberOf(ledger, row),
    numbering: canLookUp(row)
      ? 'document'
      : row.kind === 'item' || row.kind === 'purchase'
        ? row.kind
        : 'record',
    mayHaveArrived: row.may_have_arrived === 1,
    realigned: row.realigned === 1,
    uncertaintyOver,
    refusals,
    mayRerate: refusals <= ratesAtMost && mayRerate(ledger, row, outcome),
  }
}

/** Returns the tax rate that a rejection asks for. */
const rateIn = (row: Submission, answer: Outcome<unknown>): Rate | undefined => {
  if (answer.kind !== 'refused') return undefined
  if (answer.enforcedRate || row.kind !== 'stockRecord') return answer.enforcedRate
  return rateNamedBy(answer.text, stockPayload.parse(JSON.parse(row.payload)))
}

const learnRate = ({ db, emit }: Ledger, rate: Rate): void => {
  noteEnforcedRate(db, rate)
  emit({ type: 'settings.changed' })
}

/** Settles a row that was sent, and returns the new state. Call it inside a transaction, after {@link endTry}. */
export const settleSent = (
  ledger: Ledger,
  row: Submission,
  by: Pauses & { answer: Answer<unknown>; uncertaintyOver: boolean },
): Decision['become'] => {
  const { answer, timing, random } = by
  const at = (ms: number) => ledger.now() + ms
  const growing = (tries: number) => at(growingPause(timing, tries, random))
  if (row.kind === 'stockMaster' && settleStockMaster(ledger, row, answer)) return 'accepted'
  const decision = afterSending(answer, knownOf(ledger, row, by))
  switch (decision.become) {
    case 'accepted':
      // A duplicate of ours has no signature. Only documents have one.
      accept(ledger, row, answer.kind === 'accepted' ? (answer.data as Signature | null) : null)
      break
    case 'landed':
      leaveUnknown(ledger, row, { nextAt: 0, landed: { wanted: decision.wanted } })
      break
    case 'unknown': {
      // The authority read it, and the outcome is unknown.
      const sent = answer.kind === 'mayHaveArrived' || answer.kind === 'refused'
      // Kaunta queries a document next. Everything else is resent.
      const soon = sent && (canLookUp(row) || row.backoff === 0)
      const nextAt = soon ? at(timing.lookUpMs) : growing(Math.max(0, row.backoff - 1))
      leaveUnknown(ledger, row, { nextAt, sent })
      break
    }
    case 'stillUncertain':
      leaveUnknown(ledger, row, { nextAt: at(timing.uncertainMs) })
      break
    case 'queued': {
      const nextAt = decision.pause === 'short' ? at(timing.shortMs) : growing(row.backoff)
      requeue(ledger, row, { nextAt, tries: row.backoff + 1 })
      break
    }
    case 'renumbered':
      renumber(ledger, row, { next: decision.next, nextAt: afterRenumbering(ledger, row, by) })
      break
    case 'rerated':
      learnRate(ledger, decision.rate)
      requeue(ledger, row, { nextAt: 0, tries: row.backoff + 1 })
      break
    case 'refused': {
      const { code, text } = describe(answer)
      const rate = rateIn(row, answer)
      // This document keeps its own tax. Documents created from now on use the enforced rate.
      if (rate) learnRate(ledger, rate)
      refuse(ledger, row, { code: code ?? '', text: text ?? '' })
      break
    }
    case 'paused':
      pause(ledger, row, { reason: decision.reason, outcome: answer })
  }
  return decision.become
}

/**
 * Look-ups since the last sending that were answered without settling the row, and the latest in a row that were
 * rejected.
 */
const lookedUp = (db: Db, row: Submission): Pick<Asked, 'fruitless' | 'refusals'> => {
  const tries = latestTries(db, row.id)
  const sent = tries.findIndex(({ action }) => action === 'send')
  const answers = tries
    .slice(0, sent === -1 ? tries.length : sent)
    .map(({ outcome }) => outcome)
    .filter((outcome) => outcome === 'nothingFound' || outcome === 'accepted' || outcome === 'refused')
  const firstOther = answers.findIndex((outcome) => outcome !== 'refused')
  return { fruitless: answers.length, refusals: firstOther === -1 ? answers.length : firstOther }
}

/**
 * A purchase is identified by its invoice. It is stored under the number of the attempt that arrived, not of a later
 * one. An attempt from before its renumbering did not arrive: the invoice was still open. Without any attempt a lost
 * signer sent it, under a number that is not known; another purchase has the next number.
 */
const asArrived = (db: Db, row: Submission): Submission => {
  if (row.kind !== 'purchase' || row.may_have_arrived === 0) return row
  const number = lastNumberUnanswered(db, row.id)
  const isFree = number === null || !submissionOfNumber(db, row.lane, number)
  return isFree ? { ...row, authority_number: number } : row
}

/**
 * A document that was set aside has arrived. It is stored under that number, whatever the manager did with it since.
 */
const acceptFound = (ledger: Ledger, found: Submission, number: number): Submission[] => {
  const own = submission(ledger.db, found.id)
  if (!own || own.authority_number !== null) return []
  accept(ledger, { ...own, authority_number: number }, null)
  return [own]
}

/** Returns the next number that no document of ours uses. */
const nextOnward = (db: Db, row: Submission): number => {
  let next = (row.authority_number ?? 0) + 1
  while (submissionOfNumber(db, row.lane, next)) next++
  return next
}

/**
 * Decides what a look-up means for its row. The search for a free number needs the network, so it runs here, outside
 * the transaction. The returned function writes the decision. Call it inside a transaction, after {@link endTry}; it
 * returns the rows that it settled.
 */
export const weighLookUp = async (
  { db, now }: Pick<Ledger, 'db' | 'now'>,
  row: Submission,
  by: Pauses & { authority: Authority; found: LookUp; uncertaintyOver: boolean; twin: OtherTill },
): Promise<(ledger: Ledger) => Submission[]> => {
  const { authority, found, timing, random } = by
  const { outcome, invoice } = found
  const signature = invoice?.signature ?? null
  const at = (ms: number) => now() + ms
  const later = () => at(growingPause(timing, row.backoff, random))
  const number = row.authority_number ?? 0
  const decision = afterLookUp(outcome, {
    number,
    landed: row.landed === 1,
    wanted: row.wanted_number,
    mayHaveArrived: row.may_have_arrived === 1,
    realigned: row.realigned === 1,
    uncertaintyOver: by.uncertaintyOver,
    hasTwin: hasTwin(db),
    ...lookedUp(db, row),
  })
  const only = (write: (ledger: Ledger) => void) => (ledger: Ledger) => {
    write(ledger)
    return [row]
  }
  const traderNumber = invoice?.traderNumber ?? null
  if (decision.become === 'onward' && invoice && traderNumber !== null && isOfTwin(db, invoice)) {
    const near = isNear(db, invoice)
    by.twin(traderNumber, near)
    if (near) return only((ledger) => giveUpNumber(ledger.db, row))
  }
  switch (decision.become) {
    case 'accepted': {
      // If the record's own goods show nothing, the goods of a record that was set aside may.
      const isUnclear =
        row.kind === 'stockRecord' && outcome.kind === 'accepted' && outcome.data === 'unclear'
      const own = isUnclear ? await arrivedSince({ db, now }, authority, number) : undefined
      if (own === undefined) return only((ledger) => accept(ledger, asArrived(ledger.db, row), signature))
      return (ledger) => {
        if (own === null) {
          leaveUnknown(ledger, row, { nextAt: later() })
          return [row]
        }
        renumber(ledger, row, { next: row.wanted_number ?? number + 1, nextAt: 0 })
        return [row, ...acceptFound(ledger, own, number)]
      }
    }
    case 'acceptedUnsigned':
      return only((ledger) => {
        // This document or one that was set aside may have the number. Only a returned document decides.
        const isOneOfTwo = outcome.kind !== 'accepted' && sentUnder(ledger.db, row.lane, number).length > 0
        if (isOneOfTwo) leaveUnknown(ledger, row, { nextAt: later() })
        else accept(ledger, row, null)
      })
    case 'unknown': {
      const answered = outcome.kind !== 'neverArrived' && outcome.kind !== 'mayHaveArrived'
      const nextAt = answered ? at(timing.lookUpMs) : later()
      // A purchase has no later answer without any sign. Its number is that of an attempt without a response, if it has one.
      const sent = row.kind === 'stockRecord' && decision.isShown === true
      return only((ledger) => leaveUnknown(ledger, row, { nextAt, sent }))
    }
    case 'stillUncertain':
      return only((ledger) => leaveUnknown(ledger, row, { nextAt: at(timing.uncertainMs) }))
    case 'queued': {
      // After the first lost response Kaunta resends at once. After several it waits; the pauses do not grow, because
      // the look-up was answered.
      const lost = sendingsThat(db, row, 'mayHaveArrived')
      const undocumented = sendingsThat(db, row, 'refused')
      const nextAt = lost + undocumented <= 1 ? 0 : at(steadyPause(timing, random))
      return only((ledger) => {
        requeue(ledger, row, { nextAt, tries: row.backoff })
        // The row was only queried. A row that holds a number waits for nothing.
        if (row.blockers > 0 && row.may_have_arrived === 0)
          updateSubmission(ledger.db, row.id, { authority_number: null })
      })
    }
    case 'renumbered': {
      if (canLookUp(row)) {
        return (ledger) => {
          renumber(ledger, row, { next: decision.next, nextAt: afterRenumbering(ledger, row, by) })
          // Set aside because the authority showed nothing. With several candidates only a returned document decides.
          const [own, ...others] = sentUnder(ledger.db, row.lane, number)
          if (!own || others.length > 0) return [row]
          if (own.state === 'withdrawn') return [row, ...acceptFound(ledger, own, number)]
          reopen(ledger, own, { number, wanted: decision.next })
          return [row, own]
        }
      }
      const own = row.kind === 'stockRecord' ? await arrivedSince({ db, now }, authority, number) : undefined
      return (ledger) => {
        if (own === null) {
          leaveUnknown(ledger, row, { nextAt: later() })
          return [row]
        }
        renumber(ledger, row, { next: decision.next, nextAt: afterRenumbering(ledger, row, by) })
        return own ? [row, ...acceptFound(ledger, own, number)] : [row]
      }
    }
    case 'paused':
      return only((ledger) => pause(ledger, row, { reason: decision.reason, outcome }))
    case 'onward': {
      const next = nextOnward(db, row)
      const wanted = row.wanted_number
      // A twin may have sent a document that both have, such as one that was rejected before the folder was copied.
      const far = !hasTwin(db) && next - nextNumber(db, 'authority.sales') > looksOnward
      const free =
        wanted !== null && (next >= wanted || far)
          ? wanted
          : far
            ? await findFreeNumber(authority, number)
            : undefined
      return (ledger) => {
        if (free === null) leaveUnknown(ledger, row, { nextAt: later() })
        else if (free === undefined) moveOnward(ledger, row, next)
        else renumber(ledger, row, { next: free, nextAt: 0 })
        const own = invoice ? ownDocument(db, invoice) : undefined
        if (!own) return [row]
        accept(ledger, { ...own, authority_number: number }, signature)
        return [row, own]
      }
    }
  }
}
