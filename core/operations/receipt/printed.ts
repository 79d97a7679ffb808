import { printById, setPrintOutcome } from '../../../db/profile/invoices.ts'
import { endPrintJob, jobOfPrint } from '../../../db/profile/printJobs.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const receiptPrinted: Handler<'receipt.printed'> = (
  { printId, outcome },
  { profile, db, actor, ports },
) => {
  const print = printById(db, printId)
  const by = authorOf(actor).name
  const job = jobOfPrint(db, printId)
  const end = { from: ['unknown'], state: outcome, at: ports.clock.now(), by } as const
  const isStored = job ? endPrintJob(db, job.id, end) : setPrintOutcome(db, printId, { outcome, by })
  if (!print || !isStored) {
    return fail('003', 'receipt.unknownPrint', 'There is no such print, or its outcome is already known.', {
      field: 'printId',
    })
  }
  if (job) profile.emit({ type: 'printJob.changed' })
  profile.emit({ type: 'invoice.changed', invoiceId: print.invoice_id })
  return ok({})
}
