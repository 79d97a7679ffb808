/** Documents whose end is known already: the till settled them itself, or an earlier file of this signer did. */

import { release } from '../../db/profile/dependencies.ts'
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { submissionOfNumber } from '../../db/profile/numbersSent.ts'
import { device } from '../../db/profile/reference.ts'
import { storeSignature } from '../../db/profile/signatures.ts'
import { type Submission, submission, updateSubmission } from '../../db/profile/submissions.ts'
import type { OutcomeBody } from '../contract/hub/outcome.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { remedyHere } from '../link/remedies.ts'
import { counterOf } from '../queue/series.ts'
import { giveUpNumber, isUnknownNumber, mustRealign, unknownNumber } from '../queue/twin.ts'
import { isContained, moveUncontained } from './contained.ts'
import type { Earlier, Known, TakeContext } from './context.ts'
import { holdWaitingCredits } from './credits.ts'

/** The number, unless an accepted row of ours has it: of a device that was another one. */
const numberFor = ({ db }: TakeContext, row: Submission, number: number | null): number | null => {
  if (number === null) return null
  const holder = submissionOfNumber(db, row.lane, number)
  if (holder?.state === 'accepted') return null
  // This signer tried the number before another one used it.
  if (holder && holder.id !== row.id) giveUpNumber(db, holder)
  const counter = counterOf(row)
  // Outcomes are told in any order. Until the authority was asked, a smaller number may be one that was never told.
  const isAsked = counter === 'authority.sales' && mustRealign(db)
  if (counter && !isAsked && number >= nextNumber(db, counter)) setNextNumber(db, counter, number + 1)
  return number
}

const end = (
  context: TakeContext,
  row: Submission,
  to: { state: 'accepted' | 'refused' | 'withdrawn'; number: number | null; at: number } & Partial<
    Pick<
      Submission,
      'last_code' | 'last_text' | 'remedy' | 'withdrawn_by' | 'withdrawn_reason' | 'without_signature'
    >
  >,
): void => {
  const { state, number, at, ...rest } = to
  updateSubmission(context.db, row.id, {
    ...rest,
    state,
    settled_at: at,
    authority_number: state === 'accepted' ? numberFor(context, row, number) : null,
    may_have_arrived: 0,
    landed: 0,
    wanted_number: null,
  })
  release(context.db, row.id, state === 'accepted')
  if (state === 'accepted' && row.kind === 'creditNote') holdWaitingCredits(context, row)
}

/** Credit notes name the number of their sale. */
const keepSignature = (
  { db }: TakeContext,
  { invoice_id }: Submission,
  by: Pick<OutcomeBody, 'number' | 'signature' | 'at'> & {
    device: { sdc_id: string; mrc_no: string } | undefined
  },
): void => {
  const { number, signature, at, device } = by
  if (invoice_id === null || number === null) return
  storeSignature(db, {
    invoice_id,
    authority_number: number,
    receipt_number: signature?.receiptNumber ?? null,
    total_receipt_number: signature?.totalReceiptNumber ?? null,
    internal_data: signature?.internalData ?? null,
    signature: signature?.signature ?? null,
    signed_at: signature?.signedAt ?? null,
    scu_id: device?.sdc_id ?? '',
    mrc_no: device?.mrc_no ?? '',
    entered_by: null,
    stored_at: at,
  })
}

/** The till signed with its own device. */
const asTheTillDid = (
  context: TakeContext,
  row: Submission,
  { state, number }: Earlier,
  owed: Submission,
): void => {
  const { settled_at, created_at, last_code, last_text, remedy, withdrawn_by, withdrawn_reason } = owed
  const why =
    state === 'accepted'
      ? {}
      : {
          last_code: last_code ?? null,
          last_text: last_text ?? null,
          remedy: remedy ?? null,
          withdrawn_by: withdrawn_by ?? null,
          withdrawn_reason: withdrawn_reason ?? null,
        }
  const at = settled_at ?? created_at
  end(context, row, { state, number, at, ...why })
  if (state === 'accepted')
    keepSignature(context, row, { number, at, signature: null, device: device(context.db) })
}

const asTheHubKnows = (context: TakeContext, row: Submission, known: OutcomeBody): void => {
  const { db } = context
  const { state, number, at, signature } = known
  if (state === 'held') return
  end(context, row, {
    state,
    number,
    at,
    ...(state === 'accepted'
      ? { without_signature: row.invoice_id !== null && signature === null ? 1 : 0 }
      : { last_code: known.code, last_text: known.text, remedy: remedyHere(db, known.remedy) }),
    ...(state === 'withdrawn' ? { withdrawn_by: known.by, withdrawn_reason: known.text } : {}),
  })
  if (state !== 'accepted') return
  keepSignature(context, row, { number, at, signature, device: { sdc_id: known.scuId, mrc_no: known.mrcNo } })
}

/**
 * An earlier signer may have sent a stock record under that number. The authority is asked about it by its goods; if it
 * does not compare them, the record counts as sent, because nothing may be booked twice.
 */
const asMaybeSent = ({ db }: TakeContext, row: Submission, sentAs: number): void => {
  const number = isUnknownNumber(sentAs) ? unknownNumber(row) : sentAs
  if (submissionOfNumber(db, row.lane, number)) return
  const counter = counterOf(row)
  updateSubmission(db, row.id, {
    state: 'unknown',
    authority_number: number,
    may_have_arrived: 1,
    landed: 1,
    // This signer may have changed its number once already.
    realigned: 0,
    // It is sent under this one if the authority does not have it.
    wanted_number: isUnknownNumber(number) && counter ? nextNumber(db, counter) : number,
  })
}

/** Counts the goods of a stock record that the authority has. */
const moveGoods = ({ db, origin, hubBefore }: TakeContext, row: Submission, { seq }: Fact): void => {
  if (row.kind === 'stockRecord') moveUncontained(db, row, { uid: origin.uid, seq }, hubBefore(origin.uid))
}

/** Settles a row as the hub knows it. Returns false if the signer must send it. */
export const settleByHub = (
  context: TakeContext,
  row: Submission,
  { fact, outcome, sentAs }: Pick<Known, 'outcome' | 'sentAs'> & { fact: Fact },
): boolean => {
  if (!outcome || outcome.state === 'held') {
    if (sentAs !== undefined) asMaybeSent(context, row, sentAs)
    return false
  }
  asTheHubKnows(context, row, outcome)
  if (outcome.state === 'accepted') moveGoods(context, row, fact)
  return true
}

/** Settles a row whose end is known. Returns false if the signer must send it. */
export const settleAsKnown = (
  context: TakeContext,
  fact: Fact,
  { submissionId, owed }: { submissionId: number; owed: Submission },
): boolean => {
  const { db, origin, hubBefore } = context
  const row = submission(db, submissionId) as Submission
  if (context.earlier) {
    asTheTillDid(context, row, context.earlier, owed)
    return true
  }
  const { outcome, sentAs } = context.known(origin.uid, fact)
  if (outcome && settleByHub(context, row, { fact, outcome })) return true
  // An earlier hub's signer ended it, and the till heard of it.
  const { state } = owed
  if (state === 'accepted' || state === 'refused' || state === 'withdrawn') {
    asTheTillDid(context, row, { state, number: owed.authority_number }, owed)
    if (state === 'accepted') moveGoods(context, row, fact)
    return true
  }
  const { seq } = fact
  if (row.kind === 'stockRecord' && isContained(db, row, { uid: origin.uid, seq }, hubBefore(origin.uid))) {
    end(context, row, { state: 'accepted', number: null, at: owed.created_at })
    moveGoods(context, row, fact)
    return true
  }
  return settleByHub(context, row, { fact, sentAs })
}
