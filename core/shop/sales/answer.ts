/** Replies to other software about a document: its result, that it is pending, or that its number is in use. */

import type { Db } from '../../../db/engine/sqlite.ts'
import type { Invoice } from '../../../db/profile/invoices.ts'
import { signatureOf } from '../../../db/profile/signatures.ts'
import { type Submission, submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import type { SubmissionResult } from '../../contract/callerSale.ts'
import { type Failure, fail, ok, type Reply } from '../../contract/errors.ts'
import { isAside } from '../../queue/enqueue.ts'
import { awaitOutcome } from '../awaitOutcome.ts'
import type { ShopContext } from '../context.ts'
import { isOver } from '../failures.ts'
import { creditedSaleOf } from './original.ts'
import { sendAgain } from './sendAgain.ts'

/** `spec 2.6`; null until the authority signed. */
export const resultOf = (db: Db, invoice: Pick<Invoice, 'id'>): SubmissionResult | null => {
  const signed = signatureOf(db, invoice.id)
  if (!signed?.signature || !signed.internal_data || !signed.signed_at) return null
  return {
    cisInvcNo: signed.authority_number,
    intrlData: signed.internal_data,
    rcptSign: signed.signature,
    sdcDateTime: signed.signed_at,
    totRcptNo: signed.total_receipt_number ?? 0,
  }
}

/** Waits for the authority as long as the caller does. */
export const outcomeOf = async (
  context: ShopContext,
  invoice: Pick<Invoice, 'id'>,
): Promise<Reply<SubmissionResult>> => {
  const { db } = context
  const outcome = await awaitOutcome(context, submissionOfInvoice(db, invoice.id)?.id ?? 0)
  if (!outcome.ok) return outcome
  const result = resultOf(db, invoice)
  if (result) return ok(result)
  return fail(
    '006',
    'sale.unsigned',
    'The tax authority has this invoice, but did not return its signature. Do not send it again; enter the signature on the Receipts screen when the authority provides it.',
    { data: { cisInvcNo: signatureOf(db, invoice.id)?.authority_number ?? null }, kept: true },
  )
}

/** True if a new document may reuse this one's number: only if the authority never approved it. */
export const mayReplace = (db: Db, existing: Invoice, kind: Invoice['kind']): boolean =>
  existing.source === 'software' && existing.kind === kind && isFree(submissionOfInvoice(db, existing.id))

/** The authority may have a document that was set aside. Its number must never belong to a second one. */
const isFree = (row: Submission | undefined): boolean => isOver(row) && !isAside(row)

/** True if the document was made from this body, in any order of its members. */
const isSameBody = ({ caller_body }: Invoice, body: unknown): boolean =>
  caller_body !== null && bodyHash(JSON.parse(caller_body)) === bodyHash(body)

type Repeated = Pick<Failure, 'repeated' | 'kept'>

/**
 * The reply for a number in use: waits for the document if it is the same, 004 if it differs or is already approved.
 */
export const attach = async (
  context: ShopContext,
  invoice: Invoice,
  { kind, body, field }: { kind: Invoice['kind']; body: unknown; field: string },
): Promise<Reply<SubmissionResult>> => {
  const result = invoice.kind === kind ? resultOf(context.db, invoice) : null
  const isSame = isSameBody(invoice, body)
  const duplicate = (hint: string, data?: SubmissionResult, about: Repeated = {}) =>
    fail(
      '004',
      'sale.duplicate',
      `An invoice with the number ${invoice.number} was already submitted${hint}`,
      { field, params: { number: invoice.number }, ...(data ? { data } : {}), ...about },
    )
  const sale = creditedSaleOf(context.db, invoice)
  if (invoice.kind !== kind && sale) {
    return duplicate(`: it is the credit note of ${sale.number}. Use another number.`)
  }
  if (result && isSame)
    return duplicate('; its result is in data, and nothing more is needed.', result, {
      repeated: true,
      kept: true,
    })
  if (result) return duplicate(' with other contents; data has their result. Use another number.', result)
  if (!isSame) return duplicate(' with other contents. Use another number.')
  // A repeated call also asks Kaunta to try again now.
  const row = submissionOfInvoice(context.db, invoice.id)
  if (isAside(row) && row.state === 'refused') {
    const sent = sendAgain(context, row, { author: authorOf(context.actor), buyerPin: undefined })
    if (!sent.ok) return { ok: false, error: { ...sent.error, kept: true } }
  }
  context.profile.submitter.hurry()
  return outcomeOf(context, invoice)
}
