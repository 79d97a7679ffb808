import type { Db } from '../../../db/engine/sqlite.ts'
import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import { type ListedInvoice, namedGoods } from '../../../db/profile/invoiceList.ts'
import { invoiceById } from '../../../db/profile/invoices.ts'
import { otherNotesOf } from '../../../db/profile/otherSales.ts'
import type { InvoiceRow } from '../../contract/invoice.ts'
import { isPayment } from '../../fiscal/tender.ts'
import { stateOf } from '../../shop/sales/invoiceState.ts'
import { creditedSaleOf, type Original } from '../../shop/sales/original.ts'

/** Other software may name one method for the whole document instead of payments. */
const methodsOf = ({ methods, payment_method }: ListedInvoice): InvoiceRow['methods'] => {
  const paid = JSON.parse(methods) as { method: string; tender: string | null }[]
  if (paid.length === 0 && payment_method !== null) return [{ method: payment_method }]
  return paid.map(({ method, tender }) => ({ method, ...(tender !== null && { tender }) }))
}

/** The latest credit note, and the sum of all: also those of other tills. */
const creditsOf = (db: Db, saleId: number, own: { by: InvoiceRow['creditedBy']; sum: number }) => {
  const others = otherNotesOf(db, saleId)
  const last = others.at(-1)
  return {
    credited: others.reduce((sum, { total }) => sum + total, own.sum),
    creditedBy: own.by ?? (last && last.number !== null ? { id: null, number: last.number } : null),
  }
}

const creditedSale = (db: Db, row: ListedInvoice): InvoiceRow['credits'] => {
  const sale = creditedSaleOf(db, row)
  return sale && { id: sale.id, number: sale.number, till: sale.till }
}

export const invoiceView = (db: Db, row: ListedInvoice): InvoiceRow => {
  const note = row.credited_by_id === null ? undefined : invoiceById(db, row.credited_by_id)
  const by = note ? { id: note.id, number: note.number } : null
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    till: null,
    soldAt: row.sold_at,
    cashier: row.author_name,
    total: row.kind === 'creditNote' ? -row.total : row.total,
    lines: row.line_count,
    goods: JSON.parse(row.goods) as InvoiceRow['goods'],
    methods: methodsOf(row),
    buyerPin: row.buyer_pin,
    buyerName: row.buyer_name,
    state: stateOf(row.submission_state, row.signature !== null),
    controlUnitNumber: row.receipt_number === null ? null : `${row.scu_id}/${row.receipt_number}`,
    ...creditsOf(db, row.id, { by, sum: row.credited ?? 0 }),
    credits: creditedSale(db, row),
    copies: row.copies ?? 0,
    printed: (row.prints ?? 0) > 0,
  }
}

/** A sale of another till as it is in a list. */
export const otherView = (
  db: Db,
  { sale, lines, paid, submission, signed, ...original }: Original,
): InvoiceRow => {
  const notes = creditNotesOf(db, sale.id)
  const last = notes.at(-1)
  return {
    id: sale.id,
    kind: 'sale',
    number: sale.number,
    till: original.other?.till ?? null,
    soldAt: sale.sold_at,
    cashier: sale.author_name,
    total: sale.total,
    lines: lines.length,
    goods: lines.slice(0, namedGoods).map(({ name }) => ({ name, secondName: null })),
    methods: paid
      .filter(isPayment)
      .map(({ method, tender_name }) => ({ method, ...(tender_name && { tender: tender_name }) })),
    buyerPin: sale.buyer_pin,
    buyerName: sale.buyer_name,
    state: stateOf(submission.state, signed.signature !== null),
    controlUnitNumber: signed.controlUnitNumber,
    ...creditsOf(db, sale.id, {
      by: last ? { id: last.id, number: last.number } : null,
      sum: notes.reduce((sum, { total }) => sum + total, 0),
    }),
    credits: null,
    copies: 0,
    printed: false,
  }
}
