import {
  creditNotesOf,
  type Invoice,
  insertInvoice,
  invoiceById,
  linesOf,
  tendersOf,
} from '../../../db/app/invoices.ts'
import { submissionOfInvoice } from '../../../db/app/submissions.ts'
import type { Db } from '../../../db/sqlite.ts'
import { authorOf } from '../../context.ts'
import { fail, ok } from '../../contract/errors.ts'
import { creditReasons, itemTypes, paymentMethod } from '../../fiscal/codes.ts'
import { toWireDate, toWireDateTime } from '../../fiscal/dates.ts'
import { enqueueInvoice } from '../../queue/enqueue.ts'
import { type SalePayload, salePayload } from '../../queue/records.ts'
import { invalid } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { takeTillNumber } from '../sale/complete.ts'
import { paymentTable } from '../sale/payment.ts'
import { recordReturnedGoods } from '../stock/sold.ts'

/** What is refunded is what was paid: the change went back at once, out of the cash. */
const paidBack = (db: Db, sale: Invoice) => {
  const table = paymentTable(db)
  let change = sale.change
  return tendersOf(db, sale.id).flatMap(({ method, amount, reference }) => {
    const given = paymentMethod(method, table) === 'cash' ? Math.min(change, amount) : 0
    change -= given
    return amount > given ? [{ method, amount: amount - given, reference }] : []
  })
}

export const creditSale: Handler<'invoice.credit'> = ({ id, reason, returnStock }, context) => {
  const { app, db, actor, ports } = context
  const sale = invoiceById(db, id)
  if (sale?.kind !== 'sale') return fail('801', 'invoice.unknown', 'There is no such sale.', { field: 'id' })
  if (!creditReasons.some(({ code }) => code === reason)) {
    return invalid('reason', reason, `one of ${creditReasons.map(({ code }) => code).join(', ')}`)
  }
  const [earlier] = creditNotesOf(db, id)
  if (earlier) {
    return fail('802', 'invoice.credited', `Sale ${sale.number} is already credited by ${earlier.number}.`, {
      field: 'id',
      params: { number: sale.number, by: earlier.number },
    })
  }
  const submission = submissionOfInvoice(db, id)
  if (!submission || submission.state === 'refused' || submission.state === 'withdrawn') {
    return fail(
      '801',
      'invoice.notApproved',
      `The authority has not approved sale ${sale.number}, so there is nothing to credit. Mend or withdraw it on the Queue screen.`,
      { field: 'id', params: { number: sale.number } },
    )
  }
  const lines = linesOf(db, id)
  const author = authorOf(actor)
  const at = ports.clock.now()
  const now = app.now()
  const original = salePayload.parse(JSON.parse(submission.payload))
  const note = db.transaction(() => {
    const number = takeTillNumber(db, 'till.creditNote', `${app.settings().tillName}-CN`)
    const noteId = insertInvoice(
      db,
      {
        kind: 'creditNote',
        number,
        source: 'till',
        original_id: sale.id,
        reason,
        sold_at: at,
        day: toWireDate(at),
        author_id: author.id,
        author_name: author.name,
        buyer_pin: original.buyerPin,
        buyer_name: original.buyerName,
        payment_method: sale.payment_method,
        total: sale.total,
        taxable: sale.taxable,
        tax: sale.tax,
        discount: sale.discount,
        tendered: sale.total,
        change: 0,
        line_count: sale.line_count,
        tax_rates: sale.tax_rates,
        request_id: null,
        body_hash: null,
        caller_body: null,
      },
      {
        lines: lines.map(({ invoice_id: _, position: __, ...line }) => line),
        tenders: paidBack(db, sale),
      },
    )
    const payload: SalePayload = {
      ...original,
      kind: 'creditNote',
      traderNumber: number,
      originalId: sale.id,
      confirmedAt: toWireDateTime(now),
      saleDate: toWireDate(now),
      refundReason: reason,
      author,
    }
    const submissionId = enqueueInvoice(
      db,
      { id: noteId, number, total: sale.total, payload },
      { author, at, needs: submission.state === 'accepted' ? [] : [{ id: submission.id, need: 'accepted' }] },
    )
    if (returnStock) {
      const goods = new Map(
        lines.flatMap((line) =>
          line.item_type === itemTypes.service || line.item_id === null ? [] : [[line.item_id, line]],
        ),
      )
      recordReturnedGoods(context, {
        invoiceId: noteId,
        number,
        submissionId,
        goods,
        payload,
        lines: lines.flatMap((line) =>
          line.item_id === null ? [] : [{ itemId: line.item_id, quantity: line.quantity }],
        ),
      })
    }
    return { invoiceId: noteId, number, total: sale.total }
  })
  app.emit({ type: 'invoice.changed', invoiceId: sale.id })
  app.emit({ type: 'invoice.changed', invoiceId: note.invoiceId })
  app.emit({ type: 'queue.changed' })
  if (returnStock) app.emit({ type: 'stock.changed' })
  app.submitter.wake()
  return ok(note)
}
