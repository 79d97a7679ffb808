import { setImmediate } from 'node:timers/promises'
import {
  bookedLines,
  countedItems,
  countedPage,
  countsBefore,
  endOfCount,
  itemsNotCounted,
  reasonsOf,
} from '../../../db/profile/counts.ts'
import { isCashier } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { unheardTills } from '../../shop/stock/unheardTills.ts'
import { pageOf, pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { bookedRows, countedRows, findCount, headOf, missingRow, wholeHeadOf } from './view.ts'

export const listCounts: Handler<'count.list'> = ({ cursor, limit }, context) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const found = countsBefore(context.db, { before: from.data?.[0], limit: limit + 1 })
  const { rows, next } = pageOfIds(found, limit)
  return ok({ counts: rows.map((row) => headOf(row, context)), ...next })
}

export const getCount: Handler<'count.get'> = async ({ id, show, cursor, limit }, context) => {
  const { db, actor } = context
  const found = findCount(context, id)
  if (!found.ok) return found
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const count = found.data
  const skip = from.data?.[0] ?? 0
  const asked = { skip, limit: limit + 1 }
  const paged = <R>(rows: R[]) => pageOf(rows, limit, () => [skip + limit])
  const head = wholeHeadOf(count, context)
  const unheard = head.end ? [] : unheardTills(context)
  // Of ten thousand counted items, the figures and the list each take tens of milliseconds.
  await setImmediate()
  if (show === 'missing') {
    const { rows, next } = paged(itemsNotCounted(db, count, asked))
    const reasons = reasonsOf(db, id)
    return ok({
      count: head,
      unheard,
      items: rows.map((item) => missingRow(item, reasons.get(item.id))),
      ...next,
    })
  }
  if (endOfCount(db, id)?.act === 'booked') {
    const { rows, next } = paged(bookedLines(db, id, asked))
    return ok({ count: head, unheard, items: bookedRows(count, rows, context), ...next })
  }
  if (show === 'differing' && !isCashier(actor)) {
    const all = countedItems(db, id, { differs: true })
    const { rows, next } = paged(all.slice(skip, skip + limit + 1))
    return ok({ count: head, unheard, items: countedRows(count, rows, context, all), ...next })
  }
  const { rows, next } = paged(countedPage(db, id, asked))
  return ok({ count: head, unheard, items: countedRows(count, rows, context), ...next })
}
