/** What a person does about a print job. */

import { printById } from '../../../db/profile/invoices.ts'
import { endPrintJob, movePrintJobs, type PrintJob, printJobById } from '../../../db/profile/printJobs.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { allOrNothing } from '../../shop/transaction.ts'
import type { ProfileContext } from '../context.ts'
import { noPrinter } from '../printer/failures.ts'
import { beginPrint } from '../receipt/print.ts'
import type { Handler } from '../shared/handler.ts'
import { printWhere } from '../shared/printWhere.ts'

const stateNow = (job: PrintJob) =>
  fail(
    '003',
    job.state === 'sending' ? 'printJob.sending' : 'printJob.over',
    job.state === 'sending'
      ? `“${job.title}” is printing now. Wait until it is done.`
      : `“${job.title}” is not waiting any more. Look at the list again.`,
    { field: 'id', params: { title: job.title } },
  )

const found = ({ db }: ProfileContext, id: number, states: PrintJob['state'][]): Reply<PrintJob> => {
  const job = printJobById(db, id)
  if (!job) return fail('801', 'printJob.unknown', 'There is no such print job.', { field: 'id' })
  return states.includes(job.state) ? ok(job) : stateNow(job)
}

const changed = ({ profile, db }: ProfileContext, { print_id }: PrintJob): void => {
  profile.emit({ type: 'printJob.changed' })
  const print = print_id === null ? undefined : printById(db, print_id)
  if (print) profile.emit({ type: 'invoice.changed', invoiceId: print.invoice_id })
}

/** Prints the paper of a job again: a receipt as it is now, so an original as the original. */
const printAgain = (context: ProfileContext, job: PrintJob, content: string): Reply<number | null> => {
  const { profile, db, actor } = context
  const print = job.print_id === null ? undefined : printById(db, job.print_id)
  if (print) {
    const where = printWhere(profile, { target: 'direct' }, 'receipts')
    // Without a printer the person prints it from its document.
    if (where.kind !== 'direct') return ok(null)
    const again = beginPrint(context, print.invoice_id, where)
    return again.ok ? ok(again.data.jobId) : again
  }
  const printer = profile.printers.find(job.printer_id)
  const { what, title } = job
  const author = authorOf(actor).name
  return ok(
    printer ? profile.spooler.add(printer, { what, title, content: JSON.parse(content), author }) : null,
  )
}

export const answerPrintJob: Handler<'printJob.answer'> = ({ id, printed }, context) => {
  const { db, actor, ports } = context
  const asked = found(context, id, ['unknown'])
  if (!asked.ok) return asked
  const job = asked.data
  const by = authorOf(actor).name
  const end = { from: ['unknown'], at: ports.clock.now(), by } as const
  // A fourth print of an original takes an approval. Without it the question stays.
  const answered = allOrNothing<number | null>(db, () => {
    if (printed) {
      endPrintJob(db, id, { ...end, state: 'printed' })
      return ok(null)
    }
    endPrintJob(db, id, { ...end, state: 'failed', reason: 'notPrinted' })
    return printAgain(context, job, job.content ?? '')
  })
  if (!answered.ok) return answered
  changed(context, job)
  return ok({ jobId: answered.data })
}

export const cancelPrintJob: Handler<'printJob.cancel'> = ({ id }, context) => {
  const { db, ports } = context
  const asked = found(context, id, ['waiting'])
  if (!asked.ok) return asked
  const at = ports.clock.now()
  // Nothing of it was printed: the next print of an original is no further attempt.
  endPrintJob(db, id, { from: ['waiting'], state: 'failed', at, by: null, reason: 'cancelled' })
  changed(context, asked.data)
  return ok({})
}

export const movePrintJob: Handler<'printJob.move'> = ({ id, printerId }, context) => {
  const { profile, db } = context
  const asked = found(context, id, ['waiting'])
  if (!asked.ok) return asked
  const printer = profile.printers.find(printerId)
  if (!printer) return noPrinter('printerId')
  movePrintJobs(db, { id }, printer)
  changed(context, asked.data)
  profile.spooler.wake(true)
  return ok({})
}

export const retryPrintJobs: Handler<'printJob.retry'> = (_, { profile }) => {
  profile.spooler.wake(true)
  return ok({})
}
