import { audit } from '../../../db/profile/audit.ts'
import { type Invoice, insertPrint, invoiceById, setPrintOutcome } from '../../../db/profile/invoices.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { printOn } from '../../printing/printers/printOn.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { mayAct, type Wanted } from '../../shop/acts/mayAct.ts'
import { composeReceipt, originalsOf } from '../../shop/sales/composeReceipt.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

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
    const acts = actsOfPrint(context, invoice, { life: composed.life, target })
    if (!acts.ok) return acts
    const allowed = mayAct(context, acts.data)
    if (!allowed.ok) return allowed
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
    allowed.data()
    if (acts.data.some(({ act }) => act === 'printOriginalAgain')) {
      const content = JSON.stringify({ print: failedOf(originalsOf(db, input.invoiceId, target)) + 1 })
      const at = ports.clock.now()
      const who = whoOf(actor)
      audit(db, { at, kind: 'printedAgain', subject: invoice.number, row_id: null, who, content })
    }
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
