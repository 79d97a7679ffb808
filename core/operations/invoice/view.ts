import type { Db } from '../../../db/engine/sqlite.ts'
import type { ListedInvoice } from '../../../db/profile/invoiceList.ts'
import { invoiceById } from '../../../db/profile/invoices.ts'
import type { InvoiceRow } from '../../contract/invoice.ts'
import { stateOf } from '../../shop/sales/invoiceState.ts'

/** Other software may name one method for the whole document instead of payments. */
const methodsOf = ({ methods, payment_method }: ListedInvoice): InvoiceRow['methods'] => {
  const paid = JSON.parse(methods) as { method: string; tender: string | null }[]
  if (paid.length === 0 && payment_method !== null) return [{ method: payment_method }]
  return paid.map(({ method, tender }) => ({ method, ...(tender !== null && { tender }) }))
}

export const invoiceView = (db: Db, row: ListedInvoice): InvoiceRow => {
  const note = row.credited_by_id === null ? undefined : invoiceById(db, row.credited_by_id)
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
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
    credited: row.credited ?? 0,
    creditedBy: note ? { id: note.id, number: note.number } : null,
    credits:
      row.original_id !== null && row.original_number !== null
        ? { id: row.original_id, number: row.original_number }
        : null,
    copies: row.copies ?? 0,
    printed: (row.prints ?? 0) > 0,
  }
}
