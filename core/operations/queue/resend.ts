import { type Invoice, invoiceById } from '../../../db/app/invoices.ts'
import { type Submission, submission } from '../../../db/app/submissions.ts'
import type { Db } from '../../../db/engine/sqlite.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { type Mend, requeueRefused } from '../../queue/mend.ts'
import { covers } from '../../shop/sales/leftToCredit.ts'
import { type AppContext, authorOf } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { queueView } from './view.ts'

/** The sale of a refused credit note whose part another has taken back since; undefined when nothing stands in its way. */
const creditedSince = (db: Db, invoiceId: number | null): Invoice | undefined => {
  const note = invoiceId === null ? undefined : invoiceById(db, invoiceId)
  const sale = note?.original_id ? invoiceById(db, note.original_id) : undefined
  return note && sale && !covers(db, sale, note) ? sale : undefined
}

/** Queues what was refused or set aside once more, as it is; 802 for a credit note of which nothing is left. */
export const sendAgain = (
  { app, db }: Pick<AppContext, 'app' | 'db'>,
  row: Submission,
  mend: Mend,
): Reply<null> => {
  const sale = creditedSince(db, row.invoice_id)
  if (sale) {
    return fail(
      '802',
      'invoice.nothingLeft',
      `Other credit notes have taken back what this one is for; nothing is left of it on ${sale.number}. Give it up.`,
      { field: 'id', params: { number: sale.number } },
    )
  }
  db.transaction(() => requeueRefused(app, row, mend))
  app.emit({ type: 'queue.changed' })
  if (row.invoice_id !== null) app.emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
  app.submitter.wake()
  return ok(null)
}

export const resendRefused: Handler<'queue.resend'> = ({ id, buyerPin }, context) => {
  const { app, db, actor } = context
  const row = submission(db, id)
  if (row?.state !== 'refused') {
    return fail(
      '003',
      'queue.notRefused',
      'Only a document that the authority has refused is sent again by hand.',
      { field: 'id' },
    )
  }
  const sent = sendAgain(context, row, { author: authorOf(actor), buyerPin })
  return sent.ok ? ok(queueView(app, submission(db, id) ?? row)) : sent
}
