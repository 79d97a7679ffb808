import type { Db } from '../../../db/engine/sqlite.ts'
import { type Invoice, invoiceById } from '../../../db/profile/invoices.ts'
import type { Submission } from '../../../db/profile/submissions.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { type Correction, requeueRefused } from '../../queue/correct.ts'
import type { ShopContext } from '../context.ts'
import { covers } from './leftToCredit.ts'

/** Returns the sale of a rejected credit note if a later credit note took the same part; otherwise undefined. */
const creditedSince = (db: Db, invoiceId: number | null): Invoice | undefined => {
  const note = invoiceId === null ? undefined : invoiceById(db, invoiceId)
  const sale = note?.original_id ? invoiceById(db, note.original_id) : undefined
  return note && sale && !covers(db, sale, note) ? sale : undefined
}

/** Requeues a rejected or set-aside document unchanged. 802 for a credit note with nothing left to credit. */
export const sendAgain = (
  { profile, db }: Pick<ShopContext, 'profile' | 'db'>,
  row: Submission,
  correction: Correction,
): Reply<null> => {
  const sale = creditedSince(db, row.invoice_id)
  if (sale) {
    return fail(
      '802',
      'invoice.nothingLeft',
      `Other credit notes already credited these goods; nothing of them is left on ${sale.number}. Withdraw this one.`,
      { field: 'id', params: { number: sale.number } },
    )
  }
  db.transaction(() => requeueRefused(profile, row, correction))
  profile.emit({ type: 'queue.changed' })
  if (row.invoice_id !== null) profile.emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
  profile.submitter.wake()
  return ok(null)
}
