import type { Db } from '../../../db/engine/sqlite.ts'
import { type AccountRow, type AccountEntry as EntryRow, owedBefore } from '../../../db/profile/accounts.ts'
import { allocationsOf } from '../../../db/profile/books.ts'
import { invoiceById } from '../../../db/profile/invoices.ts'
import type { AccountEntry, AccountPayment } from '../../contract/account.ts'

/** Open sales of an answer. */
export const mostOpen = 200

export const entryView = ({ owed: _, tender, note, ...entry }: AccountRow): AccountEntry => ({
  ...entry,
  ...(tender !== null && { tender }),
  ...(note !== null && { note }),
})

export const paymentView = (db: Db, row: EntryRow): AccountPayment => {
  const parts = allocationsOf(db, row.id)
  return {
    id: row.id,
    number: row.number,
    amount: row.amount,
    method: row.method,
    ...(row.tender_name !== null && { tender: row.tender_name }),
    reference: row.reference,
    note: row.note,
    at: row.entered_at,
    by: row.author_name,
    owed: owedBefore(db, row.customer_id, row.entered_at + 1) + row.elsewhere,
    sales: parts.map(({ invoice_id, amount }) => ({
      number: invoiceById(db, invoice_id)?.number ?? '',
      amount,
    })),
    otherTills: parts.reduce((left, { amount }) => left - amount, row.amount),
  }
}
