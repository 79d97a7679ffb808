/**
 * Confirms a supplier's invoice (`spec 4.16`). The authority wants the whole invoice, so its lines come from the
 * authority's own record, each with our item (`authority §1.4`, no. 16).
 *
 * An invoice is confirmed once. While its confirmation is pending, the same body attaches to it. Once approved, it is
 * always 004, with the result in `data`. A rejected one may be sent again. It books no goods: POST /stock/io does
 * that after the approval (`spec 3`, rule 2).
 */

import {
  type PurchaseRow,
  purchaseById,
  setPurchaseBody,
  submissionOfPurchase,
} from '../../../db/profile/purchases.ts'
import { device } from '../../../db/profile/reference.ts'
import type { Submission } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import type { SupplierInvoice } from '../../authority/port.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { type Failure, fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { ownReasons } from '../../contract/ownReasons.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { withdraw } from '../../queue/correct.ts'
import { isAside, needsOfItems } from '../../queue/enqueue.ts'
import { enqueuePurchase } from '../../queue/enqueueSupply.ts'
import { alreadyThere } from '../../queue/purchase.ts'
import type { PurchasePayload } from '../../queue/records.ts'
import { amountsFromTotal, itemOnWire } from '../../shop/authorityLines.ts'
import { awaitOutcome } from '../../shop/awaitOutcome.ts'
import { invalid, isOver, notReady, stillWaiting } from '../../shop/failures.ts'
import { contentOf, findPurchase } from '../../shop/purchases/find.ts'
import { type Linked, learn, linkedLines } from '../../shop/purchases/links.ts'
import { callerAmount } from '../../shop/sales/callerLine.ts'
import { paymentOf } from '../../shop/sales/payment.ts'
import { sendAgain } from '../../shop/sales/sendAgain.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

type Input = ParsedInputOf<'purchase.confirm'>
type Result = OutputOf<'purchase.confirm'>

const resultOf = (row: PurchaseRow, submission: Submission | undefined): Result | null =>
  submission?.state === 'accepted' && submission.authority_number !== null && row.caller_body !== null
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

/**
 * The authority's form of each line: price × quantity is the total, including tax (`authority §1.4` no. 16, §6.1).
 */
const payloadLines = ({ profile }: ProfileContext, lines: Linked[]): PurchasePayload['lines'] =>
  lines.flatMap(({ line, item }) =>
    amountsFromTotal(line, line.total, profile.taxRates()[line.taxType]).map((amounts) => ({
      ...itemOnWire(item.id, item),
      supplierItemCode: line.itemCode,
      supplierItemClass: line.itemClass,
      supplierItemName: line.itemName,
      packageUnit: line.packageUnit,
      packageQuantity: line.packageQuantity,
      quantityUnit: line.quantityUnit,
      taxType: line.taxType,
      ...amounts,
    })),
  )

/** Checks that the invoice can be confirmed and has the amounts that the caller expects. */
const check = ({ profile }: ProfileContext, input: Input, invoice: SupplierInvoice): Reply<null> => {
  const today = toWireDate(profile.day.sure())
  if (input.cfmDt.slice(0, 8) > today) return invalid('cfmDt', input.cfmDt, `today, ${today}, or before`)
  const isSale = invoice.kind === 'sale' && invoice.lines.length > 0
  if (!isSale || invoice.lines.some((line) => line.quantity <= 0 || line.total < 0))
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

const store = (
  context: ProfileContext,
  purchase: PurchaseRow,
  work: {
    input: Input
    invoice: SupplierInvoice
    method: string
    lines: Linked[]
    before: Submission | undefined
  },
): string | undefined => {
  const { profile, db, ports, actor, keeps, claimKey } = context
  const { input, invoice, lines, before } = work
  const author = authorOf(actor)
  const at = ports.clock.now()
  const items = new Map(lines.map(({ item }) => [item.id, item]))
  return db.transaction(() => {
    profile.disk.demandRoom()
    if (before?.state === 'refused')
      withdraw(profile, before, { by: author.name, reason: ownReasons.sentAgain })
    setPurchaseBody(db, purchase.id, { body_hash: bodyHash(input), caller_body: JSON.stringify(input) })
    const learnt = learn(db, invoice, { lines, at })
    const payload: PurchasePayload = {
      supplierPin: invoice.supplierPin,
      supplierName: invoice.supplierName,
      supplierBranch: invoice.supplierBranch,
      supplierNumber: invoice.number,
      paymentMethod: work.method,
      confirmedAt: input.cfmDt,
      purchasedOn: invoice.saleDate || input.cfmDt.slice(0, 8),
      rates: profile.taxRates(),
      remark: input.remark || null,
      author,
      lines: payloadLines(context, lines),
    }
    const needs = needsOfItems(db, items.values(), false)
    const queueId = enqueuePurchase(db, { id: purchase.id, payload }, { author, at, needs })
    keeps?.(queueId)
    claimKey?.(queueId)
    return learnt
  })
}

export const confirmPurchase: Handler<'purchase.confirm'> = async (input, context) => {
  const { profile, db, actor } = context
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
  const message = store(context, purchase, {
    input,
    invoice,
    method: method.data ?? input.pmtTyCd,
    lines: lines.data,
    before,
  })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return outcome(context, purchase.id, message)
}
