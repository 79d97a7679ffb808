import { audit } from '../../../db/profile/audit.ts'
import { type Invoice, insertPrint, invoiceById, setPrintOutcome } from '../../../db/profile/invoices.ts'
import { jobOfPrint } from '../../../db/profile/printJobs.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { mayAct, type Wanted } from '../../shop/acts/mayAct.ts'
import { composeReceipt, originalsOf } from '../../shop/sales/composeReceipt.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { printWhere, type Where } from '../shared/printWhere.ts'

const unknownReceipt = fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'invoiceId' })

/** How often a person may report that the original did not print. Each further print is an act of its own. */
const mostFailed = 3

const failedOf = (originals: ReturnType<typeof originalsOf>): number =>
  originals.filter(({ answered_by }) => answered_by !== null).length

/** Returns the acts that this print takes, or why it may not print now. */
const actsOfPrint = (
  { db }: ProfileContext,
  { id, number, total }: Invoice,
  { life, target }: { life: string; target: string },
): Reply<Wanted[]> => {
  if (life === 'copy') return ok([{ act: 'reprint', amount: total, document: number }])
  if (life !== 'original') return ok([])
  const originals = originalsOf(db, id, target)
  const open = originals.find(({ outcome }) => outcome === 'started')
  const job = open && jobOfPrint(db, open.id)
  if (job && job.state !== 'unknown') {
    return fail(
      '003',
      'receipt.waits',
      `The original of ${number} waits for the printer “${job.printer_name}”, and prints once that can print.`,
      { field: 'invoiceId', params: { number, printer: job.printer_name, jobId: job.id } },
    )
  }
  if (open) {
    return fail(
      '003',
      'receipt.unanswered',
      `The original of ${number} was printed. Confirm first whether it printed.`,
      { field: 'invoiceId', params: { number, printId: open.id } },
    )
  }
  const failed = failedOf(originals)
  if (failed < mostFailed) return ok([])
  const refused = fail(
    '001',
    'receipt.originalNeedsManager',
    `The original of ${number} was printed ${failed} times. A manager must approve another print.`,
    { field: 'invoiceId', params: { number, count: failed, role: 'manager' } },
  )
  return ok([{ act: 'printOriginalAgain', amount: total, document: number, refused }])
}

/** Waits for the signature of a receipt that prints at once, if one can come. Nothing else waits. */
const awaitSignature = async ({ profile, db }: ProfileContext, invoiceId: number): Promise<void> => {
  const row = submissionOfInvoice(db, invoiceId)
  if (row && profile.reach.state().reachable !== false)
    await profile.submitter.whenSettled(row.id, profile.timing.printMs)
}

/** Stores a print of a document as it is now, and its job on a direct printer, unless it may not print. */
export const beginPrint = (context: ProfileContext, invoiceId: number, where: Where) => {
  const { profile, db, actor, ports } = context
  const { kind: target, paper } = where
  // Composed and stored in one transaction: two parallel prints must not both be the original.
  return db.transaction(() => {
    const composed = composeReceipt(profile, invoiceId, target)
    const invoice = invoiceById(db, invoiceId)
    if (!composed || !invoice) return unknownReceipt
    const { model } = composed
    const acts = actsOfPrint(context, invoice, { life: composed.life, target })
    if (!acts.ok) return acts
    const allowed = mayAct(context, acts.data)
    if (!allowed.ok) return allowed
    const author = authorOf(actor).name
    const printId = insertPrint(db, {
      invoice_id: invoiceId,
      // A slip stays a slip in the list of prints.
      life: composed.life === 'withdrawn' ? 'awaiting' : composed.life,
      copy_number: composed.copyNumber,
      paper,
      target,
      printed_at: ports.clock.now(),
      author_name: author,
    })
    allowed.data()
    if (acts.data.some(({ act }) => act === 'printOriginalAgain')) {
      const content = JSON.stringify({ print: failedOf(originalsOf(db, invoiceId, target)) + 1 })
      const at = ports.clock.now()
      const who = whoOf(actor)
      audit(db, { at, kind: 'printedAgain', subject: invoice.number, row_id: null, who, content })
    }
    const job = { what: 'receipt', title: model.number, content: { kind: 'paper', model } } as const
    const jobId =
      where.kind === 'direct' ? profile.spooler.add(where.direct, { ...job, printId, author }) : null
    return ok({ ...composed, printId, jobId })
  })
}

export const printReceipt: Handler<'receipt.print'> = async (input, context) => {
  const { profile, db, ports } = context
  const { invoiceId } = input
  if (input.atOnce) await awaitSignature(context, invoiceId)
  const where = printWhere(profile, input, 'receipts')
  const started = beginPrint(context, invoiceId, where)
  if (!started.ok) return started
  const { model, life, copyNumber, printId, jobId } = started.data
  const { paper } = where
  profile.emit({ type: 'invoice.changed', invoiceId })
  const printed = { printId, number: model.number, life, copyNumber, html: null, file: null, jobId }
  if (where.kind === 'direct') return ok(printed)
  const html = renderHtml(model, paper)
  if (where.kind === 'window') return ok({ ...printed, html })
  const result = await printOn(
    ports.printer,
    { ...where, kind: where.kind },
    { title: model.number, paper, html },
  )
  setPrintOutcome(db, printId, { outcome: result.ok ? 'printed' : 'failed', by: null })
  profile.emit({ type: 'invoice.changed', invoiceId })
  if (!result.ok) {
    return fail(
      '003',
      'receipt.notPrinted',
      `The receipt was not printed: ${result.reason} The sale is stored; print it again, or with another printer.`,
      { params: { reason: result.reason } },
    )
  }
  return ok({ ...printed, file: result.file })
}
