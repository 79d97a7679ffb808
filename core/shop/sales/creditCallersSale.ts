/**
 * Credits an approved sale for other software, in part or whole (`spec 3` rule 1, `spec 4.12`, `authority §5.4`). Its
 * number follows the rules of a sale's (`sale/submit.ts`). If the caller gives no number, the same body refers to the
 * same credit note.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import {
  type Invoice,
  invoiceById,
  invoiceByNumber,
  invoicesByTraderNumber,
} from '../../../db/profile/invoices.ts'
import { device } from '../../../db/profile/reference.ts'
import { type Submission, submissionOfInvoice } from '../../../db/profile/submissions.ts'
import type { SubmissionResult } from '../../contract/callerSale.ts'
import type { CreditLine } from '../../contract/creditNote.ts'
import { type Failure, fail, ok, type Reply } from '../../contract/errors.ts'
import { itemTypes } from '../../fiscal/codes.ts'
import { isOpen } from '../../queue/enqueue.ts'
import { type SalePayload, salePayload } from '../../queue/records.ts'
import { mayAct } from '../acts/mayAct.ts'
import type { ShopContext } from '../context.ts'
import { invalid, isOver, notReady } from '../failures.ts'
import { recordReturnedGoods } from '../stock/soldGoods.ts'
import { allOrNothing } from '../transaction.ts'
import { attach, mayReplace, outcomeOf, resultOf } from './answer.ts'
import { boundDocument, type CallerDocument, checkDates, checkTotals } from './callerDocument.ts'
import { creditNeedsManager } from './cashierLimits.ts'
import { creditedLines } from './creditedLines.ts'
import { defaultNumber, freeNumber, freeTraderNumber, madeBy } from './creditNoteNumber.ts'
import { isNothing, type Left, leftOf } from './leftToCredit.ts'
import { paymentOf } from './payment.ts'
import { releaseNumber, storeDocument } from './storeDocument.ts'

export interface CallerCreditNote extends CallerDocument {
  /** null = derived from the original's. */
  number: string | null
  /** Without a trader's number: true derives it from the original's, false uses `number`. */
  tradersOwn: boolean
  /** The caller's number of the sale. */
  original: string
  reason: string
  lines: CreditLine[]
  returnStock: boolean | null
  at: CallerDocument['at'] & { original: string }
}

/** Finds a sale by the number it was sent or sold under, or by a trader's number that only one sale has. */
const saleOf = (db: Db, number: string): Invoice | undefined => {
  const own = invoiceByNumber(db, number)
  if (own) return own
  const [sale, ...others] = invoicesByTraderNumber(db, number).filter(({ kind }) => kind === 'sale')
  return others.length === 0 ? sale : undefined
}

interface Original {
  sale: Invoice
  sent: SalePayload
  left: Left[]
}

const notFound = ({ original, at }: CallerCreditNote, why: string, about: Pick<Failure, 'retryAfter'> = {}) =>
  fail('801', 'invoice.notCreditable', `Original Invoice Not Found: ${why}`, {
    field: at.original,
    params: { number: original },
    ...about,
  })

/** Seconds after which a retry makes sense for a sale that may still be signed. */
const signedSoon = 30

const whyNot = (sale: Invoice, row: Submission | undefined): string | null => {
  if (sale.kind === 'creditNote') return `${sale.number} is a credit note itself.`
  if (row?.state === 'accepted') return null
  if (!row || isOver(row)) return `the tax authority has not approved ${sale.number}.`
  return `${sale.number} is still pending at the tax authority (${row.state}). Send this again when it is signed.`
}

/** Returns the approved sale with something left to credit (`spec 7`: 801, 802). */
const originalOf = (db: Db, note: CallerCreditNote): Reply<Original> => {
  const sale = saleOf(db, note.original)
  if (!sale) return notFound(note, `there is no invoice ${note.original}. Check the number.`)
  const row = submissionOfInvoice(db, sale.id)
  const why = whyNot(sale, row)
  if (why !== null || !row) return notFound(note, why ?? '', isOpen(row) ? { retryAfter: signedSoon } : {})
  const left = leftOf(db, sale)
  if (isNothing(left)) return alreadyCredited(note, sale)
  return ok({ sale, left, sent: salePayload.parse(JSON.parse(row.payload)) })
}

const alreadyCredited = ({ at }: CallerCreditNote, sale: Invoice, result?: SubmissionResult) =>
  fail(
    '802',
    'invoice.nothingLeft',
    `Invoice Already Cancelled: nothing is left to credit of ${sale.number}.${result ? ' The result of the same call before is in data.' : ''}`,
    {
      field: at.original,
      params: { number: sale.number },
      ...(result ? { data: result, repeated: true, kept: true } : {}),
    },
  )

const store = (
  context: ShopContext,
  note: CallerCreditNote,
  { sale, left, sent, number, replaces }: Original & { number: string; replaces: Invoice | undefined },
): Reply<Invoice> => {
  const { db } = context
  const method = paymentOf(db, note.at.method, note.method)
  if (!method.ok) return method
  if (note.buyer.pin !== null && note.buyer.pin !== sent.buyerPin)
    return invalid(
      note.at.buyer,
      note.buyer.pin,
      sent.buyerPin === null
        ? `omitted: sale ${sale.number} has no buyer`
        : `the buyer's PIN of sale ${sale.number}, or omitted`,
    )
  const dates = checkDates(context, note, { day: sent.saleDate, of: `sale ${sale.number}` })
  if (!dates.ok) return dates
  const credited = creditedLines(db, note.lines, {
    sale,
    left,
    rates: sent.rates,
    linesField: note.at.lines,
  })
  if (!credited.ok) return credited
  const totals = checkTotals(note.totals, note.lines, note.at.lines)
  if (!totals.ok) return totals
  const { lines, goods } = credited.data
  return allOrNothing(db, () => {
    const amount = lines.reduce((sum, { kept }) => sum + kept.total, 0)
    const allowed = mayAct(context, [
      { act: 'creditNote', amount, document: note.original, refused: creditNeedsManager },
    ])
    if (!allowed.ok) return allowed
    if (replaces) releaseNumber(context, replaces)
    const paidBy = method.data ?? sale.payment_method
    const { id, submissionId, payload } = storeDocument(context, {
      ...note,
      kind: 'creditNote',
      source: 'software',
      number,
      traderNumber: note.traderNumber ?? (note.tradersOwn ? freeTraderNumber(db, note.original) : null),
      credits: { id: sale.id, reason: note.reason },
      buyer: { pin: sent.buyerPin, name: sent.buyerName },
      method: paidBy,
      rates: sent.rates,
      lines,
      tenders: paidBy === null ? [] : [{ method: paidBy, amount, reference: null }],
      needs: [],
    })
    allowed.data(number)
    // Goods that the till took off the shelf return automatically. Other software books its own goods through
    // /stock/io.
    if (note.returnStock ?? sale.source === 'till') {
      recordReturnedGoods(context, {
        invoiceId: id,
        number,
        submissionId,
        goods: new Map(
          goods.filter(({ itemType }) => itemType !== itemTypes.service).map((each) => [each.itemId, each]),
        ),
        payload,
        lines: goods,
      })
    }
    return ok(invoiceById(db, id) as Invoice)
  })
}

/** Returns the existing document that this call refers to. */
const existingOf = (db: Db, note: CallerCreditNote, sale: Invoice | undefined): Invoice | undefined => {
  if (note.number !== null) return invoiceByNumber(db, note.number)
  return sale && madeBy(db, sale, note.body)
}

/** A caller without a number may mean the same return again, or another identical one. */
const orOnceMore = <T>(reply: Reply<T>, field: string): Reply<T> => {
  if (reply.ok || reply.error.code !== '004') return reply
  const message = `${reply.error.message} To credit the same again, send another ${field}.`
  return { ok: false, error: { ...reply.error, message } }
}

/** `number`: of the credit note in the response, if there is one. */
interface Answered {
  reply: Reply<SubmissionResult>
  number?: string
}

const answer = async (context: ShopContext, note: CallerCreditNote): Promise<Answered> => {
  const { profile, db } = context
  if (!device(db)) return { reply: notReady() }
  const known = saleOf(db, note.original)
  const existing = existingOf(db, note, known)
  if (existing && !mayReplace(db, existing, 'creditNote')) {
    const result = resultOf(db, existing)
    if (note.number === null && result && known && isNothing(leftOf(db, known)))
      return { reply: alreadyCredited(note, known, result), number: existing.number }
    const attached = await attach(context, existing, {
      kind: 'creditNote',
      body: note.body,
      field: note.at.number,
    })
    const reply = note.number === null ? orOnceMore(attached, note.at.number) : attached
    return { reply, number: existing.number }
  }
  const original = originalOf(db, note)
  if (!original.ok) return { reply: original }
  const { sale } = original.data
  const numbered =
    note.number !== null
      ? { number: note.number, replaces: existing }
      : existing
        ? { number: existing.number, replaces: existing }
        : freeNumber(db, note.original, sale)
  const stored = store(context, note, { ...original.data, ...numbered })
  if (!stored.ok) return { reply: stored }
  profile.emit({ type: 'invoice.changed', invoiceId: sale.id })
  profile.emit({ type: 'invoice.changed', invoiceId: stored.data.id })
  profile.emit({ type: 'queue.changed' })
  profile.emit({ type: 'stock.changed' })
  profile.submitter.wake()
  const { number } = numbered
  const reply = await outcomeOf(context, stored.data)
  const expected = defaultNumber(note.original)
  if (note.number !== null || !reply.ok || number === expected) return { reply, number }
  const message = `Success. Number ${expected} is in use, so this credit note is ${number}.`
  return { reply: ok(reply.data, message), number }
}

/** Credits a sale and answers in the endpoint's form, also for an existing credit note (004, 802). */
export const creditCallersSale = async <T>(
  context: ShopContext,
  note: CallerCreditNote,
  shape: (result: SubmissionResult, number: string) => T,
): Promise<Reply<T>> => {
  const { reply, number = '' } = await answer(context, boundDocument(context.actor, note))
  if (reply.ok) return ok(shape(reply.data, number), reply.message)
  const { error } = reply
  const carried = (error.code === '004' || error.code === '802') && error.data
  return carried
    ? { ok: false, error: { ...error, data: shape(error.data as SubmissionResult, number) } }
    : reply
}
