/** The recovery sheet of the hub on this computer. Its secret goes to the paper and the window, and is stored nowhere. */
import { hostname } from 'node:os'
import { note } from '../../../db/workspace/audit.ts'
import { authorOf, callerId } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { KnownPrinter } from '../../printing/direct/printers.ts'
import type { ReceiptModel } from '../../printing/documents/receipt.ts'
import { buildRecoverySheet } from '../../printing/documents/recoverySheet.ts'
import { renderHtml } from '../../printing/render/html.ts'
import { renderRoll } from '../../printing/render/roll.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { pinAgain } from '../shared/pinAgain.ts'
import { printWhere } from '../shared/printWhere.ts'

type Asked = { pin: string; language: 'en' | 'sw' }

const made = async ({ pin, language }: Asked, context: ProfileContext): Promise<Reply<ReceiptModel>> => {
  const wrong = await pinAgain(context, pin)
  if (wrong) return wrong
  const { hub, profile, actor, ports } = context
  const recovery = await hub.recovery()
  if (!recovery)
    return fail(
      '006',
      'hub.notOn',
      'The hub on this computer does not answer. Wait until it is on, then try again.',
    )
  const { addresses } = await hub.state()
  const { shop } = profile.settings()
  const { taxpayer_pin, branch_id } = profile.row
  return ok(
    buildRecoverySheet(
      {
        ...recovery,
        addresses,
        shop: { name: shop.tradeName, pin: taxpayer_pin, branch: branch_id },
        computer: hostname(),
        printedBy: authorOf(actor).name,
        at: ports.clock.now(),
      },
      language,
    ),
  )
}

export const showRecoverySheet: Handler<'hub.thisComputer.sheet'> = async (input, context) => {
  const model = await made(input, context)
  return model.ok ? ok({ html: renderHtml(model.data, context.profile.settings().paper) }) : model
}

/** Not through the spooler, which stores what it prints. */
const printAtOnce = async (
  { ports, profile }: ProfileContext,
  model: ReceiptModel,
  printer: KnownPrinter,
): Promise<boolean> => {
  const { connection, language, answers, id } = printer
  const release = profile.printers.hold(id)
  try {
    const { is } = await ports.direct.print({
      ...{ connection, language, answers, bytes: renderRoll(model, printer, []), title: model.title },
      begin: async () => true,
      told: (state) => profile.printers.told(id, state),
    })
    return is === 'printed'
  } finally {
    release()
  }
}

export const printRecoverySheet: Handler<'hub.thisComputer.printSheet'> = async (input, context) => {
  const model = await made(input, context)
  if (!model.ok) return model
  const { hub, profile, workspace, ports, actor } = context
  // A PDF, and what a system printer gets without a window, would lie on the disk.
  const where = printWhere(profile, {}, 'reports')
  if (where.kind === 'direct' && !(await printAtOnce(context, model.data, where.direct)))
    return fail(
      '003',
      'hub.sheetNotPrinted',
      'The printer did not confirm the sheet. Check the paper and the printer, then print it again.',
    )
  await hub.sheetPrinted(authorOf(actor).name)
  workspace.db.transaction(() =>
    note(workspace.db, {
      at: ports.clock.now(),
      kind: 'hubSheet',
      subject: hostname(),
      who: callerId(actor),
      content: {},
    }),
  )
  workspace.emit({ type: 'workspace.changed' })
  return ok({ html: where.kind === 'direct' ? null : renderHtml(model.data, where.paper) })
}
