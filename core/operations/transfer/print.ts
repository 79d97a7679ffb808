import { transferById } from '../../../db/profile/transfers.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { buildTransferNote } from '../../printing/documents/transfer.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import type { Handler } from '../shared/handler.ts'
import { printCounted } from '../shared/printCounted.ts'
import { noTransfer, wholeTransfer } from './view.ts'

export const printTransfer: Handler<'transfer.print'> = (input, context) =>
  printCounted(context, input, () => {
    const { profile, db, ports, actor } = context
    const row = transferById(db, input.id)
    if (!row) return noTransfer()
    const head = reportHeadOf(profile, { name: authorOf(actor).name, at: ports.clock.now() })
    const shown = wholeTransfer(row, db)
    return ok({
      series: `transfer.${row.id}`,
      model: (copy: number) => buildTransferNote(shown, { head, language: input.language, copy }),
    })
  })
