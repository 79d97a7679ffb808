/** Documents whose end is known already: the till settled them itself, or an earlier file of this signer did. */

import { release } from '../../db/profile/dependencies.ts'
import { moveAuthorityOnHand } from '../../db/profile/items.ts'
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { submissionOfNumber } from '../../db/profile/numbersSent.ts'
import { storeSignature } from '../../db/profile/signatures.ts'
import { movementsOfRecord } from '../../db/profile/stock.ts'
import { type Submission, submission, updateSubmission } from '../../db/profile/submissions.ts'
import type { OutcomeBody } from '../contract/hub/outcome.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { remedyHere } from '../link/remedies.ts'
import { counterOf } from '../queue/series.ts'
import type { TakeContext } from './context.ts'

/** The number, unless another row of ours has it: of a device that was another one. */
const numberFor = ({ db }: TakeContext, row: Submission, number: number | null): number | null => {
  if (number === null || submissionOfNumber(db, row.lane, number)) return null
  const counter = counterOf(row)
  if (counter && number >= nextNumber(db, counter)) setNextNumber(db, counter, number + 1)
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
}

/**
 * The till signed with its own device. What it had sent and refused it says in later facts; everything else is
 * accepted, because a till hands over a device only when nothing waits.
 */
const asTheTillDid = (context: TakeContext, row: Submission, owed: Submission): void => {
  const { settled_at, created_at, authority_number, last_code, last_text, remedy } = owed
  const { withdrawn_by, withdrawn_reason } = owed
  const state = owed.state === 'refused' || owed.state === 'withdrawn' ? owed.state : 'accepted'
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
  end(context, row, { state, number: authority_number, at: settled_at ?? created_at, ...why })
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
  if (row.stock_record_id !== null)
    for (const { item_id, quantity } of movementsOfRecord(db, row.stock_record_id))
      moveAuthorityOnHand(db, item_id, quantity)
  if (row.invoice_id !== null && number !== null)
    storeSignature(db, {
      invoice_id: row.invoice_id,
      authority_number: number,
      receipt_number: signature?.receiptNumber ?? null,
      total_receipt_number: signature?.totalReceiptNumber ?? null,
      internal_data: signature?.internalData ?? null,
      signature: signature?.signature ?? null,
      signed_at: signature?.signedAt ?? null,
      scu_id: known.scuId,
      mrc_no: known.mrcNo,
      entered_by: null,
      stored_at: at,
    })
}

/**
 * An earlier signer may have sent a stock record under that number. The authority is asked about it by its goods; if it
 * does not compare them, the record counts as sent, because nothing may be booked twice.
 */
const asMaybeSent = ({ db }: TakeContext, row: Submission, number: number): void => {
  if (submissionOfNumber(db, row.lane, number)) return
  updateSubmission(db, row.id, {
    state: 'unknown',
    authority_number: number,
    may_have_arrived: 1,
    landed: 1,
    wanted_number: number,
  })
}

/** Settles a row whose end is known. Returns false if the signer must send it. */
export const settleAsKnown = (
  context: TakeContext,
  fact: Fact,
  { submissionId, owed }: { submissionId: number; owed: Submission },
): boolean => {
  const { db, origin } = context
  const row = submission(db, submissionId) as Submission
  const { outcome, sentAs } = context.known(origin.uid, fact.seq)
  if (outcome && outcome.state !== 'held') {
    asTheHubKnows(context, row, outcome)
    return true
  }
  if (fact.seq <= origin.since) {
    asTheTillDid(context, row, owed)
    return true
  }
  if (sentAs !== undefined) asMaybeSent(context, row, sentAs)
  return false
}
