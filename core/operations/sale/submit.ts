/**
 * A sales invoice of other software (`spec 4.11`): kept, queued, and answered when the authority has signed it.
 *
 * The caller's number belongs to one document. While that one waits, the same body again attaches to it; once it is
 * approved the number is 004 for good, with the result in `data`. A document that the authority has refused was never
 * approved: the same number, with the same body or a corrected one, replaces it. The refused one stays on record,
 * withdrawn and marked as superseded.
 */
import { type Invoice, invoiceByNumber, signatureOf } from '../../../db/app/invoices.ts'
import { device } from '../../../db/app/reference.ts'
import { submissionOfInvoice } from '../../../db/app/submissions.ts'
import type { AppContext } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { bodyHash } from '../bodyHash.ts'
import { invalid, isOver, notAnsweredYet, notReady, refusedBy } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { type CallerLine, callerAmount, callerLine } from './callerLine.ts'
import { storeSubmitted } from './storeSubmitted.ts'

type Input = ParsedInputOf<'sale.submit'>
type Result = OutputOf<'sale.submit'>

const resultOf = ({ db }: AppContext, invoice: Invoice): Result | null => {
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

const outcome = async (context: AppContext, invoice: Invoice): Promise<Reply<Result>> => {
  const { app, db } = context
  const submission = submissionOfInvoice(db, invoice.id)
  const row = submission && (await app.submitter.whenSettled(submission.id, context.answerMs))
  const result = resultOf(context, invoice)
  if (result) return ok(result)
  if (row?.state === 'accepted') {
    return fail(
      '006',
      'sale.unsigned',
      'The tax authority has this invoice, but its signature could not be had. Do not send it again; enter the signature on the Receipts screen when the authority tells it.',
      { data: { cisInvcNo: signatureOf(db, invoice.id)?.authority_number ?? null } },
    )
  }
  return row && isOver(row) ? refusedBy(db, row) : notAnsweredYet(row)
}

/** A number that is in use: waits for the document when it is the same, says 004 when it is not or is done already. */
const attach = async (context: AppContext, invoice: Invoice, hash: string): Promise<Reply<Result>> => {
  const result = resultOf(context, invoice)
  const duplicate = (hint: string, data?: Result) =>
    fail(
      '004',
      'sale.duplicate',
      `An invoice with the number ${invoice.number} was already submitted${hint}`,
      { field: 'transaction.invcNo', params: { number: invoice.number }, ...(data ? { data } : {}) },
    )
  if (result) return duplicate('; its result is in data.', result)
  if (invoice.body_hash !== hash) return duplicate(' with other contents. Use another number.')
  // The caller asks again: that is a wish to try, not only to know.
  context.app.submitter.tryNow()
  return outcome(context, invoice)
}

/** The totals of the header, where given, are those of the lines; each line's tax may be a cent off by rounding. */
const checkTotals = ({ transaction, lineItems }: Input): Reply<null> => {
  const totals = [
    ['totAmt', 'totAmt', 0],
    ['totTaxblAmt', 'taxblAmt', lineItems.length],
    ['totTax', 'taxAmt', lineItems.length],
  ] as const
  for (const [header, ofLine, tolerance] of totals) {
    const given = transaction[header]
    if (given === null || given === undefined) continue
    const field = `transaction.${header}`
    const said = callerAmount(field, given)
    if (!said.ok) return said
    let sum = 0
    for (const [index, line] of lineItems.entries()) {
      const cents = callerAmount(`lineItems[${index}].${ofLine}`, line[ofLine])
      if (!cents.ok) return cents
      sum += cents.data
    }
    if (Math.abs(said.data - sum) > tolerance)
      return invalid(field, String(given), `the sum of ${ofLine} of the lines, ${sum / 100}`)
  }
  return ok(null)
}

const checkHeader = ({ app }: AppContext, { transaction }: Input): Reply<null> => {
  const { currency, salesDt } = transaction
  if (currency && currency.toUpperCase() !== 'KES') {
    return invalid(
      'transaction.currency',
      currency,
      'KES: the tax authority takes amounts in shillings, so convert them first',
    )
  }
  const today = toWireDate(app.now())
  if (salesDt && salesDt > today)
    return invalid('transaction.salesDt', salesDt, `today, ${today}, or a day before`)
  return ok(null)
}

const linesOf = ({ app }: AppContext, { lineItems }: Input): Reply<CallerLine[]> => {
  const rates = app.taxRates()
  const lines: CallerLine[] = []
  for (const [index, line] of lineItems.entries()) {
    const read = callerLine(line, `lineItems[${index}]`, rates[line.taxTyCd])
    if (!read.ok) return read
    lines.push(read.data)
  }
  return ok(lines)
}

export const submitSale: Handler<'sale.submit'> = async (input, context) => {
  const { app, db } = context
  if (!device(db)) return notReady()
  const existing = invoiceByNumber(db, input.transaction.invcNo)
  const replaceable =
    existing?.source === 'software' &&
    existing.kind === 'sale' &&
    isOver(submissionOfInvoice(db, existing.id))
  if (existing && !replaceable) return attach(context, existing, bodyHash(input))
  const checked = checkHeader(context, input)
  if (!checked.ok) return checked
  const lines = linesOf(context, input)
  if (!lines.ok) return lines
  const totals = checkTotals(input)
  if (!totals.ok) return totals
  const stored = storeSubmitted(context, { input, lines: lines.data, replaces: existing })
  if (!stored.ok) return stored
  app.emit({ type: 'invoice.changed', invoiceId: stored.data.id })
  app.emit({ type: 'queue.changed' })
  app.submitter.wake()
  return outcome(context, stored.data)
}
