import { waitsForPerson } from '../../../db/profile/dependencies.ts'
import { type ItemRow, itemByCode } from '../../../db/profile/items.ts'
import { device } from '../../../db/profile/reference.ts'
import { openStockRecordsOf, refusedMastersOf } from '../../../db/profile/stock.ts'
import { lastStockMaster, submission } from '../../../db/profile/submissions.ts'
import type { Author } from '../../authority/port.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { ownReasons } from '../../contract/ownReasons.ts'
import { toWireDateTime } from '../../fiscal/dates.ts'
import { centsFromWire } from '../../fiscal/money.ts'
import { withdraw } from '../../queue/correct.ts'
import { enqueueStockMaster, isOpen } from '../../queue/enqueue.ts'
import { awaitOutcome } from '../../shop/awaitOutcome.ts'
import { invalid, isOver, itemNotFound, notReady } from '../../shop/failures.ts'
import { isService } from '../../shop/items/isService.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { unnumbered } from '../shared/unnumbered.ts'

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
  const sameCall = unnumbered(context, {
    route: 'stock.setMaster',
    hash: bodyHash(input),
    isOpen: (id) => isOpen(submission(db, Number(id))),
  })
  const kept = db.transaction((): Reply<number> => {
    const made = sameCall.number()
    if (!made.ok) return made
    const last = lastStockMaster(db, item.id)
    const isSame = last !== undefined && String(last.id) === made.data && !isOver(last)
    const id = isSame ? last.id : queueMaster(context, item, { quantity, author })
    sameCall.keep(String(id))
    context.keeps?.(id)
    return ok(id)
  })
  if (!kept.ok) return kept
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  const answered = await awaitOutcome(context, kept.data, { field: 'remainingQty' })
  const reply = answered.ok
    ? ok({
        itemCd: item.code,
        remainingQty: input.remainingQty,
        modiDt: toWireDateTime(answered.data.settled_at ?? profile.now()),
      })
    : answered
  sameCall.answered(String(kept.data), reply)
  return reply
}
