import { itemByCode } from '../../../db/app/items.ts'
import { device } from '../../../db/app/reference.ts'
import { openStockRecordsOf, refusedMastersOf } from '../../../db/app/stock.ts'
import { ok } from '../../contract/errors.ts'
import { ownReasons } from '../../contract/ownReasons.ts'
import { toWireDateTime } from '../../fiscal/dates.ts'
import { centsFromWire } from '../../fiscal/money.ts'
import { enqueueStockMaster } from '../../queue/enqueue.ts'
import { withdraw } from '../../queue/mend.ts'
import { invalid, itemNotFound, notReady, refusedBy, stillWaiting } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { isService } from '../item/view.ts'

export const setStockMaster: Handler<'stock.setMaster'> = async (input, { app, db, ports, answerMs }) => {
  if (!device(db)) return notReady()
  const item = itemByCode(db, input.itemCd)
  if (!item) return itemNotFound('itemCd', input.itemCd)
  const quantity = centsFromWire(input.remainingQty)
  if (quantity === null || Math.abs(quantity / 100 - input.remainingQty) > 1e-6) {
    return invalid('remainingQty', String(input.remainingQty), 'a quantity with at most two decimals')
  }
  const author = { id: input.userId, name: input.userName }
  if (isService(item)) return invalid('itemCd', input.itemCd, 'an item with stock; this one is a service')
  const id = db.transaction(() => {
    // The authority compares it with its own ledger: what still is to be told of this item comes first (spec 3, rule 3).
    for (const refused of refusedMastersOf(db, item.id))
      withdraw(app, refused, { by: author.name, reason: ownReasons.sentAgain })
    const needs = openStockRecordsOf(db, item.id).map((record) => ({ id: record, need: 'settled' as const }))
    return enqueueStockMaster(db, item, { author, at: ports.clock.now(), quantity, needs })
  })
  app.emit({ type: 'queue.changed' })
  app.submitter.wake()
  const row = await app.submitter.whenSettled(id, answerMs)
  if (row?.state === 'refused') {
    const { error } = refusedBy(db, row)
    return { ok: false, error: { ...error, field: 'remainingQty' } }
  }
  if (row?.state !== 'accepted') return stillWaiting(db, row)
  return ok({
    itemCd: item.code,
    remainingQty: input.remainingQty,
    modiDt: toWireDateTime(row.settled_at ?? app.now()),
  })
}
