import { deliveryById } from '../../../db/profile/deliveries.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { buildDeliverySlip } from '../../printing/documents/delivery.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import type { Handler } from '../shared/handler.ts'
import { printCounted } from '../shared/printCounted.ts'
import { noDelivery, wholeDelivery } from './view.ts'

export const printDelivery: Handler<'delivery.print'> = (input, context) =>
  printCounted(context, input, () => {
    const { profile, db, ports, actor } = context
    const row = deliveryById(db, input.id)
    if (!row) return noDelivery()
    const head = reportHeadOf(profile, { name: authorOf(actor).name, at: ports.clock.now() })
    const shown = wholeDelivery(row, context)
    return ok({
      series: `delivery.${row.id}`,
      model: (copy: number) => buildDeliverySlip(shown, { head, language: input.language, copy }),
    })
  })
