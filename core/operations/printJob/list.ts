import { endedPrintJobs, openPrintJobs } from '../../../db/profile/printJobs.ts'
import { ok } from '../../contract/errors.ts'
import type { PrintJobReason, PrintJobView } from '../../contract/printer.ts'
import type { Handler } from '../shared/handler.ts'

/** A printer that is off for a day has more. The oldest print first. */
const mostOpen = 200
const mostEnded = 50

const viewOf = (job: ReturnType<typeof openPrintJobs>[number]): PrintJobView => ({
  id: job.id,
  what: job.what,
  title: job.title,
  invoiceId: job.invoice_id,
  life: job.life,
  printerId: job.printer_id,
  printerName: job.printer_name,
  state: job.state,
  tries: job.tries,
  reason: job.reason as PrintJobReason | null,
  detail: job.detail,
  madeAt: job.made_at,
  endedAt: job.ended_at,
  author: job.author_name,
})

export const listPrintJobs: Handler<'printJob.list'> = (_, { db }) =>
  ok({
    open: openPrintJobs(db, mostOpen).map(viewOf),
    ended: endedPrintJobs(db, mostEnded).map(viewOf),
  })
