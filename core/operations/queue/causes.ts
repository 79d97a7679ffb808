import { waitingSales } from '../../../db/profile/causes.ts'
import { acceptedLast, acceptedSales, waitingPerLane } from '../../../db/profile/queueList.ts'
import { ok } from '../../contract/errors.ts'
import { startOfDay } from '../../fiscal/dates.ts'
import { causeView, findCauses } from '../../shop/causes/findCauses.ts'
import { unheardTills } from '../../shop/stock/unheardTills.ts'
import type { Handler } from '../shared/handler.ts'

const hourMs = 3_600_000

/** Waiting sales that the screen names. */
const shown = 12

export const listCauses: Handler<'queue.causes'> = (_, { profile, db, ports }) => {
  const lanes = new Map(waitingPerLane(db).map(({ lane, count }) => [lane, count]))
  const count = (lane: Parameters<typeof lanes.get>[0]) => lanes.get(lane) ?? 0
  const documents = waitingSales(db, shown)
  const oldestAt = documents[0]?.created_at ?? null
  const causes = findCauses(db).map((found) => causeView(db, found))
  return ok({
    causes,
    unheard: causes.some(({ kind }) => kind === 'addStock') ? unheardTills({ profile, db }) : [],
    waiting: {
      count: count('sales'),
      documents: documents.map(({ created_at, author_name, invoice_id, ...row }) => ({
        ...row,
        invoiceId: invoice_id,
        at: created_at,
        by: author_name,
      })),
      oldestAt,
      dueAt: oldestAt === null ? null : oldestAt + profile.settings().deadlineHours * hourMs,
    },
    others: { items: count('items'), stock: count('stock'), rest: count('purchases') + count('other') },
    sentToday: acceptedSales(db, startOfDay(ports.clock.now())),
    lastSentAt: acceptedLast(db),
  })
}
