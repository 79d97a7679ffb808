import type { Db } from '../../../db/engine/sqlite.ts'
import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import { invoiceListed } from '../../../db/profile/invoiceList.ts'
import { type Invoice, type InvoiceLine, invoiceById, linesOf } from '../../../db/profile/invoices.ts'
import { otherNotesOf } from '../../../db/profile/otherSales.ts'
import { paidOf, paymentChangeOf, type Tender } from '../../../db/profile/paymentChanges.ts'
import { signatureOf } from '../../../db/profile/signatures.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/index.ts'
import { isPayment, roundingOf } from '../../fiscal/tender.ts'
import { whyPaymentStays } from '../../shop/sales/changeablePayment.ts'
import { isNothing, leftOf, linesLeft } from '../../shop/sales/leftToCredit.ts'
import { originalOf } from '../../shop/sales/original.ts'
import type { Handler } from '../shared/handler.ts'
import { invoiceView, otherView } from './view.ts'

const nothing = { quantity: 0, total: 0 }

/** By position of the sale's line; null for a credit note. */
const leftByLine = (
  db: Db,
  { id, kind }: Pick<Invoice, 'id' | 'kind'>,
): Map<number, typeof nothing> | null => {
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

type Receipt = OutputOf<'invoice.get'>

const itemsOf = (lines: readonly InvoiceLine[], left: Map<number, typeof nothing> | null): Receipt['items'] =>
  lines.map((line) => ({
    position: line.position,
    name: line.name,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    discount: line.discount,
    total: line.total,
    taxType: line.tax_type,
    quantityUnit: line.quantity_unit,
    left: left && (left.get(line.position) ?? nothing),
  }))

const tendersOf = (paid: readonly Tender[]): Receipt['tenders'] =>
  paid.filter(isPayment).map(({ method, amount, reference, tender_id, tender_name }) => ({
    method,
    amount,
    reference,
    ...(tender_id && { tenderId: tender_id }),
    ...(tender_name && { tender: tender_name }),
  }))

/** Of this till and of others, in order of time. */
const notesOf = (db: Db, id: number): Receipt['creditNotes'] =>
  [
    ...creditNotesOf(db, id).map((note) => ({
      ...{ id: note.id, number: note.number, total: note.total, till: null },
      ...{ by: note.author_name, at: note.sold_at },
    })),
    ...otherNotesOf(db, id).map((note) => ({
      ...{ id: null, number: note.number, total: note.total, till: note.till },
      ...{ by: note.author_name, at: note.made_at },
    })),
  ].toSorted((a, b) => a.at - b.at)

const amountsOf = ({ taxable, tax, discount, reason }: Invoice) => ({ taxable, tax, discount, reason })

const unknown = () => fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'id' })

/** A sale of another till, as the hub told it last. */
const getOther = (db: Db, id: number): Reply<Receipt> => {
  const original = originalOf(db, id)
  if (!original) return unknown()
  const { sale, lines, paid, change, signed } = original
  return ok({
    ...otherView(db, original),
    items: itemsOf(lines, leftByLine(db, sale)),
    tenders: tendersOf(paid),
    change,
    rounding: roundingOf(paid),
    paymentChange: null,
    paymentChangeable: false,
    ...amountsOf(sale),
    creditNotes: notesOf(db, id),
    submissionId: null,
    signature: signed.signature,
    signedAt: signed.signedAt,
  })
}

export const getInvoice: Handler<'invoice.get'> = ({ id }, { profile, db }) => {
  if (id < 0) return getOther(db, id)
  const invoice = invoiceById(db, id)
  const row = invoiceListed(db, id)
  if (!invoice || !row) return unknown()
  const signed = signatureOf(db, id)
  const changed = paymentChangeOf(db, id)
  const paid = paidOf(db, id)
  return ok({
    ...invoiceView(db, row),
    items: itemsOf(linesOf(db, id), leftByLine(db, invoice)),
    tenders: tendersOf(paid),
    change: changed?.change ?? invoice.change,
    rounding: roundingOf(paid),
    paymentChange: changed ? { at: changed.changed_at, by: changed.author_name } : null,
    paymentChangeable: whyPaymentStays(profile, invoice) === null,
    ...amountsOf(invoice),
    creditNotes: notesOf(db, id),
    submissionId: submissionOfInvoice(db, id)?.id ?? null,
    signature: signed?.signature ?? null,
    signedAt: signed?.signed_at ?? null,
  })
}
