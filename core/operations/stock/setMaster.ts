import { waitsForPerson } from '../../../db/profile/dependencies.ts'
import { type ItemRow, itemByCode } from '../../../db/profile/items.ts'
import { device } from '../../../db/profile/reference.ts'
import { lastStockMaster } from '../../../db/profile/registrations.ts'
import { openStockRecordsOf, refusedMastersOf } from '../../../db/profile/stock.ts'
import type { Author } from '../../authority/port.ts'
import { ownReasons } from '../../contract/ownReasons.ts'
import { toWireDateTime } from '../../fiscal/dates.ts'
import { centsFromWire } from '../../fiscal/money.ts'
import { withdraw } from '../../queue/correct.ts'
import { enqueueStockMaster } from '../../queue/enqueue.ts'
import { invalid, isOver, itemNotFound, notReady } from '../../shop/failures.ts'
import { isService } from '../../shop/items/isService.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { submitUnnumbered } from '../shared/submitUnnumbered.ts'

/** Call inside a transaction. */
const queueMaster = (
  { profile, db, ports }: ProfileContext,
  item: ItemRow,
  { quantity, author }: { quantity: number; author: Author },
): number => {
  // The authority compares it with its own ledger: pending documents of this item come first (spec 3, rule 3).
  for (const refused of refusedMastersOf(db, item.id))
    withdraw(profile, refused, { by: author.name, reason: ownReasons.sentAgain })
  // A record that is held for a person is not on its way: the authority says what it thinks of the quantity.
  const coming = openStockRecordsOf(db, item.id).filter((record) => !waitsForPerson(db, record))
  const needs = coming.map((record) => ({ id: record, need: 'settled' as const }))
  return enqueueStockMaster(db, item, { author, at: ports.clock.now(), quantity, needs })
}

export const setStockMaster: Handler<'stock.setMaster'> = async (input, context) => {
  const { profile, db } = context
  if (!device(db)) return notReady()
  const item = itemByCode(db, input.itemCd)
  if (!item) return itemNotFound('itemCd', input.itemCd)
  const quantity = centsFromWire(input.remainingQty)
  if (quantity === null || Math.abs(quantity / 100 - input.remainingQty) > 1e-6) {
    return invalid('remainingQty', String(input.remainingQty), 'a quantity with at most two decimals')
  }
  const author = { id: input.userId, name: input.userName }
  if (isService(item)) return invalid('itemCd', input.itemCd, 'an item with stock; this one is a service')
  return submitUnnumbered(context, {
    route: 'stock.setMaster',
    input,
    field: 'remainingQty',
    store: (made) => {
      const last = lastStockMaster(db, item.id)
      const isSame = last !== undefined && last.id === made && !isOver(last)
      return isSame ? last.id : queueMaster(context, item, { quantity, author })
    },
    answer: ({ settled_at }) => ({
      itemCd: item.code,
      remainingQty: input.remainingQty,
      modiDt: toWireDateTime(settled_at ?? profile.now()),
    }),
  })
}
