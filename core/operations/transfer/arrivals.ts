import { device } from '../../../db/profile/reference.ts'
import {
  arrivalById,
  arrivalsBefore,
  enteredByHand,
  lastArrivalDecision,
} from '../../../db/profile/transfers.ts'
import { ok } from '../../contract/errors.ts'
import { notReady } from '../../shop/failures.ts'
import { arrivalOf, matchArrival } from '../../shop/transfers/arrivals.ts'
import { arrivalPull } from '../../shop/transfers/pull.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { arrivalView, noArrival } from './view.ts'

export const listArrivals: Handler<'transfer.arrivals'> = ({ filter, cursor, limit }, { db, profile }) => {
  const from = readCursor(cursor, ['string', 'number'])
  if (!from.ok) return from
  const after = from.data && { sentOn: from.data[0], id: from.data[1] }
  const found = arrivalsBefore(db, { filter, after, limit: limit + 1 })
  const { rows, next } = pageOf(found, limit, ({ sent_on, id }) => [sent_on, id])
  return ok({ arrivals: rows.map(arrivalView), ...arrivalPull.state(profile), ...next })
}

export const fetchArrivals: Handler<'transfer.fetch'> = async (_, { db, profile, lookUpMs }) => {
  if (!device(db)) return notReady()
  return ok({ fetched: await arrivalPull.run(profile, lookUpMs) })
}

export const getArrival: Handler<'transfer.arrival'> = ({ id }, { db, profile }) => {
  const row = arrivalById(db, id)
  if (!row) return noArrival('id')
  const decision = lastArrivalDecision(db, id)
  const lines = matchArrival(profile, arrivalOf(row))
  const byHand =
    row.transfer_id === null
      ? enteredByHand(db, {
          branchId: row.branch_id,
          since: row.sent_on,
          itemIds: lines.flatMap(({ item }) => item?.id ?? []),
        })
      : undefined
  return ok({
    arrival: arrivalView(row),
    dismissal:
      decision?.act === 'dismissed'
        ? { reason: decision.reason ?? '', by: decision.author_name, at: decision.decided_at }
        : null,
    byHand: byHand ? { id: byHand.id, number: byHand.number, at: byHand.moved_at } : null,
    lines: lines.map(({ line, item }) => ({
      code: line.itemCode,
      name: line.itemName,
      barcode: line.barcode,
      unit: line.quantityUnit,
      itemClass: line.itemClass,
      taxType: line.taxType,
      quantity: line.quantity,
      item: item
        ? {
            id: item.id,
            name: item.name,
            secondName: item.second_name,
            quantityUnit: item.quantity_unit,
          }
        : null,
    })),
  })
}
