/**
 * Confirms a supplier's invoice (`spec 4.16`). The authority wants the whole invoice, so its lines come from the
 * authority's own record, each with our item (`authority §1.4`, no. 16).
 *
 * An invoice is confirmed once. While its confirmation is pending, the same body attaches to it. Once approved, it is
 * always 004, with the result in `data`. A rejected one may be sent again. It books no goods: POST /stock/io does
 * that after the approval (`spec 3`, rule 2).
 */

import { type PurchaseRow, purchaseById, submissionOfPurchase } from '../../../db/profile/purchases.ts'
import { device } from '../../../db/profile/reference.ts'
import type { Submission } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import type { SupplierInvoice } from '../../authority/port.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { type Failure, fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { isAside } from '../../queue/enqueue.ts'
import { alreadyThere } from '../../queue/purchase.ts'
import { awaitOutcome } from '../../shop/awaitOutcome.ts'
import { invalid, isOver, notReady, stillWaiting } from '../../shop/failures.ts'
import { isConfirmable, queueConfirmation } from '../../shop/purchases/confirmation.ts'
import { contentOf, findPurchase } from '../../shop/purchases/find.ts'
import { linkedLines } from '../../shop/purchases/links.ts'
import { callerAmount } from '../../shop/sales/callerLine.ts'
import { paymentOf } from '../../shop/sales/payment.ts'
import { sendAgain } from '../../shop/sales/sendAgain.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

type Input = ParsedInputOf<'purchase.confirm'>
type Result = OutputOf<'purchase.confirm'>

const resultOf = (row: PurchaseRow, submission: Submission | undefined): Result | null =>
  submission?.state === 'accepted' && row.caller_body !== null
    ? { cisInvcNo: submission.authority_number, cfmDt: (JSON.parse(row.caller_body) as Input).cfmDt }
    : null

const duplicate = (
  { number, supplier_pin }: PurchaseRow,
  hint: string,
  data?: Result,
  about: Pick<Failure, 'repeated' | 'kept'> = {},
) =>
  fail('004', 'purchase.duplicate', `The invoice ${number} of ${supplier_pin} was already ${hint}`, {
    field: 'spplrInvcNo',
    params: { number },
    ...(data ? { data } : {}),
    ...about,
  })

const outcome = async (
  context: ProfileContext,
  purchaseId: number,
  message?: string,
): Promise<Reply<Result>> => {
  const { db } = context
  const answered = await awaitOutcome(context, submissionOfPurchase(db, purchaseId)?.id ?? 0)
  const purchase = purchaseById(db, purchaseId) as PurchaseRow
  const row = submissionOfPurchase(db, purchaseId)
  const result = resultOf(purchase, row)
  if (result) return ok(result, message)
  if (row && isOver(row) && row.last_code === alreadyThere.code)
    return duplicate(purchase, 'confirmed to the tax authority by somebody else.')
  return answered.ok ? stillWaiting(db, row) : answered
}

/** Checks that the invoice can be confirmed and has the amounts that the caller expects. */
const check = ({ profile }: ProfileContext, input: Input, invoice: SupplierInvoice): Reply<null> => {
  const today = toWireDate(profile.day.sure())
  if (input.cfmDt.slice(0, 8) > today) return invalid('cfmDt', input.cfmDt, `today, ${today}, or before`)
  if (!isConfirmable(invoice))
    return invalid(
      'spplrInvcNo',
      input.spplrInvcNo,
      'a sale with its lines; this one is a credit note, or empty',
    )
  const total = callerAmount('totAmt', input.totAmt)
  if (!total.ok) return total
  // The authority sums up the lines itself. A header that differs by more than rounding is not what it books.
  const linesTotal = invoice.lines.reduce((sum, line) => sum + line.total, 0)
  const isRounded = Math.abs(invoice.total - linesTotal) <= invoice.lines.length
  if (total.data === linesTotal || (total.data === invoice.total && isRounded)) return ok(null)
  const rule = isRounded
    ? `the total of the supplier's invoice, ${invoice.total / 100}`
    : `${linesTotal / 100}, the sum of the supplier's invoice lines, which the authority books; the header says ${invoice.total / 100}`
  return invalid('totAmt', String(input.totAmt), rule)
}

export const confirmPurchase: Handler<'purchase.confirm'> = async (input, context) => {
  const { profile, db, actor, keeps, claimKey } = context
  if (!device(db)) return notReady()
  const method = paymentOf(db, 'pmtTyCd', input.pmtTyCd)
  if (!method.ok) return method
  const found = await findPurchase(context, { ...input, field: 'spplrInvcNo', number: input.spplrInvcNo })
  if (!found.ok) return found
  // The same call may have been stored while the authority was asked for the invoice.
  const purchase = purchaseById(db, found.data.id) as PurchaseRow
  const before = submissionOfPurchase(db, purchase.id)
  const result = resultOf(purchase, before)
  const isSame = purchase.body_hash === bodyHash(input)
  if (result && isSame)
    return duplicate(purchase, 'confirmed; its result is in data, and nothing more is needed.', result, {
      repeated: true,
      kept: true,
    })
  if (result) return duplicate(purchase, 'confirmed with other contents; data has their result.', result)
  if (before && (isAside(before) || !isOver(before))) {
    if (!isSame)
      return duplicate(purchase, 'sent for confirmation with other contents. Repeat the same call.')
    if (isAside(before) && before.state === 'refused') {
      const sent = sendAgain(context, before, { author: authorOf(actor), buyerPin: undefined })
      if (!sent.ok) return { ok: false, error: { ...sent.error, kept: true } }
    }
    profile.submitter.hurry()
    return outcome(context, purchase.id)
  }
  const invoice = contentOf(purchase)
  const checked = check(context, input, invoice)
  if (!checked.ok) return checked
  const lines = linkedLines(db, invoice)
  if (!lines.ok) return lines
  const message = db.transaction(() => {
    profile.disk.demandRoom()
    const { learnt, queueId } = queueConfirmation(context, purchase, {
      lines: lines.data,
      method: method.data ?? input.pmtTyCd,
      confirmedAt: input.cfmDt,
      remark: input.remark || null,
      body: input,
    })
    keeps?.(queueId)
    claimKey?.(queueId)
    return learnt
  })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return outcome(context, purchase.id, message)
}
