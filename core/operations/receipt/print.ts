import { audit } from '../../../db/profile/audit.ts'
import { type Invoice, insertPrint, invoiceById, setPrintOutcome } from '../../../db/profile/invoices.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { authorOf, isCashier, whoOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { composeReceipt, originalsOf } from '../../shop/sales/composeReceipt.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

const unknownReceipt = fail('801', 'invoice.unknown', 'There is no such receipt.', { field: 'invoiceId' })

/** How often a cashier may report that the original did not print, before a manager decides. */
const mostFailed = 3

/** Returns why the original may not print now; null if it may. Adds an audit row when a manager prints it again. */
const refuseOriginal = (
  { db, actor, ports }: ProfileContext,
  { id, number }: Invoice,
  target: string,
): ReturnType<typeof fail> | null => {
  const originals = originalsOf(db, id, target)
  const open = originals.find(({ outcome }) => outcome === 'started')
  if (open) {
    return fail(
      '003',
      'receipt.unanswered',
      `The original of ${number} was printed. Confirm first whether it printed.`,
      { field: 'invoiceId', params: { number, printId: open.id } },
    )
  }
  const failed = originals.filter(({ answered_by }) => answered_by !== null).length
  if (failed < mostFailed) return null
  if (isCashier(actor)) {
    return fail(
      '001',
      'receipt.originalNeedsManager',
      `The original of ${number} was printed ${failed} times. A manager decides whether it prints again.`,
      { field: 'invoiceId', params: { number, count: failed, role: 'manager' } },
    )
  }
  const content = JSON.stringify({ print: failed + 1 })
  const at = ports.clock.now()
  audit(db, { at, kind: 'printedAgain', subject: number, row_id: null, who: whoOf(actor), content })
  return null
}

/** Waits for the signature of a receipt that prints at once, if one can come. Nothing else waits. */
const awaitSignature = async ({ profile, db }: ProfileContext, invoiceId: number): Promise<void> => {
  const row = submissionOfInvoice(db, invoiceId)
  if (row && profile.reach.state().reachable !== false)
    await profile.submitter.whenSettled(row.id, profile.timing.printMs)
}

export const printReceipt: Handler<'receipt.print'> = async (input, context) => {
  const { profile, db, actor, ports } = context
  if (input.atOnce) await awaitSignature(context, input.invoiceId)
  const settings = profile.settings()
  const paper = input.paper ?? settings.paper
  const target = input.target ?? settings.printer.kind
  // Composed and stored in one transaction: two parallel prints must not both be the original.
  const started = db.transaction(() => {
    const composed = composeReceipt(profile, input.invoiceId, target)
    const invoice = invoiceById(db, input.invoiceId)
    if (!composed || !invoice) return unknownReceipt
    const refused = composed.life === 'original' ? refuseOriginal(context, invoice, target) : null
    if (refused) return refused
    const printId = insertPrint(db, {
      invoice_id: input.invoiceId,
      // A slip stays a slip in the list of prints.
      life: composed.life === 'withdrawn' ? 'awaiting' : composed.life,
      copy_number: composed.copyNumber,
      paper,
      target,
      printed_at: ports.clock.now(),
      author_name: authorOf(actor).name,
    })
    return ok({ ...composed, printId })
  })
  if (!started.ok) return started
  const { model, life, copyNumber, printId } = started.data
  const html = renderHtml(model, paper)
  profile.emit({ type: 'invoice.changed', invoiceId: input.invoiceId })
  const { number } = model
  if (target === 'window') return ok({ printId, number, life, copyNumber, html, file: null })
  const job = { title: model.number, paper, html }
  const result = await printOn(ports.printer, { ...settings.printer, kind: target }, job)
  setPrintOutcome(db, printId, { outcome: result.ok ? 'printed' : 'failed', by: null })
  profile.emit({ type: 'invoice.changed', invoiceId: input.invoiceId })
  if (!result.ok) {
    return fail(
      '003',
      'receipt.notPrinted',
      `The receipt was not printed: ${result.reason} The sale is stored; print it again, or with another printer.`,
      { params: { reason: result.reason } },
    )
  }
  return ok({
    printId,
    number,
    life,
    copyNumber,
    html: null,
    file: result.file,
  })
}
