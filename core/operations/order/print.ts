import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { buildOrderPaper } from '../../printing/documents/order.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import type { Handler } from '../shared/handler.ts'
import { printCounted } from '../shared/printCounted.ts'
import { findOrder, wholeOrder } from './view.ts'

export const printOrder: Handler<'order.print'> = (input, context) =>
  printCounted(context, input, () => {
    const { profile, db, ports, actor } = context
    const row = findOrder(db, input.id)
    if (!row.ok) return row
    const head = reportHeadOf(profile, { name: authorOf(actor).name, at: ports.clock.now() })
    const shown = wholeOrder(row.data, db)
    return ok({ series: null, model: () => buildOrderPaper(shown, { head, language: input.language }) })
  })
