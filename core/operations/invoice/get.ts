import type { Db } from '../../../db/engine/sqlite.ts'
import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import { invoiceListed } from '../../../db/profile/invoiceList.ts'
import { type Invoice, invoiceById, linesOf } from '../../../db/profile/invoices.ts'
import { paidOf, paymentChangeOf } from '../../../db/profile/paymentChanges.ts'
import { signatureOf } from '../../../db/profile/signatures.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { fail, ok } from '../../contract/errors.ts'
import { isPayment, roundingOf } from '../../fiscal/tender.ts'
import { whyPaymentStays } from '../../shop/sales/changeablePayment.ts'
import { isNothing, leftOf, linesLeft } from '../../shop/sales/leftToCredit.ts'
import type { Handler } from '../shared/handler.ts'
import { invoiceView } from './view.ts'

const nothing = { quantity: 0, total: 0 }

/** By position of the sale's line; null for a credit note. */
const leftByLine = (db: Db, { id, kind }: Invoice): Map<number, typeof nothing> | null => {
  if (kind !== 'sale') return null
  const left = leftOf(db, { id })
  return new Map(
    left
      .flatMap(linesLeft)
      .map(({ line, quantity, total }) => [
        line.position,
        isNothing(left) || quantity <= 0 ? nothing : { quantity, total },
      ]),
  )
}

export const getInvoice: Handler<'invoice.get'> = ({ id }, { profile, db }) => {
  const invoice = invoiceById(db, id)
  const row = invoiceListed(db, id)
  if (!invoice || !row) return fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'id' })
  const signed = signatureOf(db, id)
  const changed = paymentChangeOf(db, id)
  const left = leftByLine(db, invoice)
  const paid = paidOf(db, id)
  return ok({
    ...invoiceView(db, row),
    items: linesOf(db, id).map((line) => ({
      position: line.position,
      name: line.name,
      quantity: line.quantity,
      unitPrice: line.unit_price,
      discount: line.discount,
      total: line.total,
      taxType: line.tax_type,
      quantityUnit: line.quantity_unit,
      left: left && (left.get(line.position) ?? nothing),
    })),
    tenders: paid.filter(isPayment).map(({ method, amount, reference, tender_id, tender_name }) => ({
      method,
      amount,
      reference,
      ...(tender_id !== null && { tenderId: tender_id }),
      ...(tender_name !== null && { tender: tender_name }),
    })),
    change: changed?.change ?? invoice.change,
    rounding: roundingOf(paid),
    paymentChange: changed ? { at: changed.changed_at, by: changed.author_name } : null,
    paymentChangeable: whyPaymentStays(profile, invoice) === null,
    taxable: invoice.taxable,
    tax: invoice.tax,
    discount: invoice.discount,
    reason: invoice.reason,
    creditNotes: creditNotesOf(db, id).map((note) => ({
      id: note.id,
      number: note.number,
      total: note.total,
    })),
    submissionId: submissionOfInvoice(db, id)?.id ?? null,
    signature: signed?.signature ?? null,
    signedAt: signed?.signed_at ?? null,
  })
}
