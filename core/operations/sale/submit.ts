/**
 * A sales invoice of other software (`spec 4.11`): stored, queued, and answered when the authority has signed it.
 *
 * The caller's number belongs to one document. While it is pending, the same body attaches to it. Once approved, the
 * number is always 004, with the result in `data`. A rejected document was never approved: the same number, with the
 * same or a corrected body, replaces it. The rejected one stays on record, withdrawn and marked as superseded.
 */
import { type Invoice, invoiceByNumber } from '../../../db/profile/invoices.ts'
import type { NamedItem } from '../../../db/profile/items.ts'
import { device } from '../../../db/profile/reference.ts'
import type { SubmissionResult } from '../../contract/callerSale.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { TaxRates } from '../../fiscal/tax.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { invalid, notAnsweredYet, notReady } from '../../shop/failures.ts'
import { attach, mayReplace, outcomeOf } from '../../shop/sales/answer.ts'
import {
  amountsOf,
  authorOfCaller,
  boundDocument,
  buyerPinOf,
  type CallerSale,
  checkDates,
  checkTotals,
  totalsOf,
} from '../../shop/sales/callerDocument.ts'
import { itemsOfSale } from '../../shop/sales/callerItems.ts'
import type { CallerLine } from '../../shop/sales/callerLine.ts'
import { actsOfCaller } from '../../shop/sales/cashierLimits.ts'
import { extrasOf } from '../../shop/sales/extras.ts'
import { paymentOf } from '../../shop/sales/payment.ts'
import { auditReductions } from '../../shop/sales/reductions.ts'
import { lineOf, releaseNumber, storeDocument } from '../../shop/sales/storeDocument.ts'
import { groupedOrNothing } from '../../shop/transaction.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

/** Stores the sale and queues it behind its dependencies. */
const store = (
  context: ProfileContext,
  sale: CallerSale,
  { amounts, rates, replaces }: { amounts: CallerLine[]; rates: TaxRates; replaces: Invoice | undefined },
): Reply<{ id: number; submissionId: number }> => {
  const { lines } = sale
  const method = paymentOf(context.db, sale.at.method, sale.method)
  if (!method.ok) return method
  const found = itemsOfSale(context, sale, amounts)
  if (!found.ok) return found
  const { items, needs } = found.data
  const asked = actsOfCaller(context, items, amounts, { linesField: sale.at.lines, document: sale.number })
  const allowed = mayAct(context, asked)
  if (!allowed.ok) return allowed
  if (replaces) releaseNumber(context, replaces)
  const total = amounts.reduce((sum, line) => sum + line.total, 0)
  const documentLines = lines.map((line, index) => {
    const item = items[index] as NamedItem
    const facts = {
      item_id: item.id,
      item_code: item.code,
      name: line.itemNm,
      item_class: line.itemClsCd ?? item.item_class,
      item_type: item.type,
      barcode: item.barcode,
      package_unit: item.package_unit,
      quantity_unit: item.quantity_unit,
      tax_type: line.taxTyCd,
    }
    return lineOf(facts, amounts[index] as CallerLine)
  })
  const document = storeDocument(context, {
    ...sale,
    kind: 'sale',
    source: 'software',
    credits: null,
    method: method.data,
    rates,
    lines: documentLines,
    tenders: method.data === null ? [] : [{ method: method.data, amount: total, reference: null }],
    needs,
  })
  auditReductions(context, {
    number: sale.number,
    lines: documentLines,
    itemPrices: items.map(({ price }) => price),
    takenOff: amounts.reduce((sum, { discount }) => sum + discount, 0),
  })
  allowed.data()
  return ok(document)
}

/** A new document (`alone`: nothing else in the queue changed), or the one that has the number. */
type Kept = { id: number; submissionId: number; alone: boolean } | { taken: Invoice }

/**
 * Checks and stores in one transaction, so that nobody takes the number in between and a rejected input leaves
 * nothing.
 */
const keep = (context: ProfileContext, sale: CallerSale): Reply<Kept> => {
  const { profile, db } = context
  if (!device(db)) return notReady()
  const existing = invoiceByNumber(db, sale.number)
  if (existing && !mayReplace(db, existing, 'sale')) return ok({ taken: existing })
  const dates = checkDates(context, sale)
  if (!dates.ok) return dates
  const rates = profile.taxRates()
  const amounts = amountsOf(sale.lines, sale.at.lines, rates)
  if (!amounts.ok) return amounts
  const totals = checkTotals(sale.totals, sale.lines, sale.at.lines)
  if (!totals.ok) return totals
  const stored = store(context, sale, { amounts: amounts.data, rates, replaces: existing })
  return stored.ok ? ok({ ...stored.data, alone: !existing && !sale.autoRegister }) : stored
}

/** A sale of any endpoint. */
export const submitCallerSale = async (
  context: ProfileContext,
  sent: CallerSale,
): Promise<Reply<SubmissionResult>> => {
  const { profile, db } = context
  const sale = boundDocument(context.actor, sent)
  const kept = await groupedOrNothing(db, () => keep(context, sale))
  if (!kept.ok) return kept
  if ('taken' in kept.data)
    return attach(context, kept.data.taken, { kind: 'sale', body: sale.body, field: sale.at.number })
  profile.emit({ type: 'invoice.changed', invoiceId: kept.data.id })
  profile.emit({ type: 'queue.changed' })
  if (kept.data.alone) profile.submitter.added('sales')
  else profile.submitter.wake()
  if (context.answerMs > 0) return outcomeOf(context, kept.data)
  // No attempt was made yet.
  return notAnsweredYet({ id: kept.data.submissionId, kind: 'sale', title: sale.number, state: 'queued' })
}

export const submitSale: Handler<'sale.submit'> = async (input, context) => {
  const { transaction, receipt } = input
  const { currency } = transaction
  if (currency && currency.toUpperCase() !== 'KES') {
    return invalid(
      'transaction.currency',
      currency,
      'KES: the tax authority accepts shillings only, so convert the amounts first',
    )
  }
  const at = {
    number: 'transaction.invcNo',
    saleDate: 'transaction.salesDt',
    method: 'transaction.pmtTyCd',
    buyer: 'transaction.custTin',
    lines: 'lineItems',
  }
  const pin = buyerPinOf({ custTin: transaction.custTin, at: at.buyer }, receipt)
  if (!pin.ok) return pin
  return submitCallerSale(context, {
    number: transaction.invcNo,
    traderNumber: transaction.trdInvcNo || null,
    saleDate: transaction.salesDt ?? null,
    confirmedAt: null,
    method: transaction.pmtTyCd ?? null,
    buyer: { pin: pin.data, name: transaction.custNm || null },
    author: authorOfCaller(transaction, 'Admin'),
    remark: transaction.remark || null,
    extras: extrasOf(transaction, receipt),
    lines: input.lineItems,
    autoRegister: input.autoRegisterItems,
    totals: totalsOf(transaction, 'transaction.'),
    body: input,
    at,
  })
}
