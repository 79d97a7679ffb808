/** The end of a count: a manager books its differences, or drops it. */
import {
  type CountedItem,
  type CountRow,
  countById,
  countedItems,
  endOfCount,
  insertCountEnd,
  itemsNotCounted,
} from '../../../db/profile/counts.ts'
import { heardIn } from '../../../db/profile/hubLevels.ts'
import { isCorrectedSince } from '../../../db/profile/movements.ts'
import { authorOf } from '../../access/actor.ts'
import type { CountHead } from '../../contract/count.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { requestReused } from '../../shop/cash/cashFailures.ts'
import { type CountedLine, demandSure } from '../../shop/stock/largeDifference.ts'
import { tellCounted } from '../../shop/stock/lateMovements.ts'
import { recordMovements } from '../../shop/stock/recordMovements.ts'
import { unitValue } from '../../shop/stock/unitValue.ts'
import { allOrNothing } from '../../shop/transaction.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { findRunning, headOf } from './view.ts'

/** The count as this request ended it before; undefined: it has not. */
const endedBefore = (
  context: ProfileContext,
  { id, requestId, act }: { id: number; requestId: string; act: 'booked' | 'dropped' },
): Reply<CountHead> | undefined => {
  const end = endOfCount(context.db, id)
  if (end?.request_id !== requestId) return undefined
  if (end.act !== act) return requestReused()
  return ok(headOf(countById(context.db, id) as CountRow, context))
}

const end = (
  { profile, db, ports, actor }: ProfileContext,
  count: CountRow,
  { act, requestId }: { act: 'booked' | 'dropped'; requestId: string },
  lines: readonly CountedLine[],
): void => {
  const author = authorOf(actor)
  profile.disk.demandRoom()
  insertCountEnd(
    db,
    count,
    {
      uid: ports.ids.uuid(),
      act,
      ended_at: profile.day.sure(),
      author_id: author.id,
      author_name: author.name,
      request_id: requestId,
    },
    lines.map(({ item, counted, expected }) => ({
      item_id: item.id,
      item_name: item.name,
      counted,
      expected,
      unit_value: unitValue(item),
    })),
  )
}

/** A correction since the count, by another count or by hand, would be booked twice. */
const demandUncorrected = ({ db }: ProfileContext, counted: readonly CountedItem[]): Reply<null> => {
  const corrected = counted.find((item) => isCorrectedSince(db, item.id, item.last_movement))
  if (!corrected) return ok(null)
  const { name } = corrected
  return fail(
    '003',
    'count.corrected',
    `The stock of "${name}" was corrected after it was counted. Count it again, then book.`,
    { field: 'id', params: { name } },
  )
}

export const bookCount: Handler<'count.book'> = ({ id, missing, sure, requestId }, context) => {
  const { profile, db, actor } = context
  let itemIds: number[] = []
  const reply = allOrNothing(db, (): Reply<{ count: CountHead; movements: number }> => {
    const before = endedBefore(context, { id, requestId, act: 'booked' })
    if (before) return before.ok ? ok({ count: before.data, movements: 0 }) : before
    const found = findRunning(context, id)
    if (!found.ok) return found
    const count = found.data
    const counted = countedItems(db, id)
    if (counted.length === 0)
      return fail('003', 'count.empty', 'Nothing was counted yet. Count something, or drop the count.', {
        field: 'id',
      })
    const uncorrected = demandUncorrected(context, counted)
    if (!uncorrected.ok) return uncorrected
    const lines: CountedLine[] = counted.map((item) => ({
      item,
      counted: item.counted,
      expected: item.expected,
    }))
    if (missing === 'zero')
      for (const item of itemsNotCounted(db, count)) lines.push({ item, counted: 0, expected: item.on_hand })
    const isSure = demandSure(lines, { sure, limits: profile.settings() })
    if (!isSure.ok) return isSure
    const differing = lines.filter((line) => line.counted !== line.expected)
    itemIds = differing.map(({ item }) => item.id)
    const remark = `Count ${count.number}`
    const records: { id: number; itemIds: number[] }[] = []
    for (const [type, sign] of [
      ['06', 1],
      ['16', -1],
    ] as const) {
      const ofType = differing
        .map(({ item, counted, expected }) => ({ itemId: item.id, quantity: sign * (counted - expected) }))
        .filter(({ quantity }) => quantity > 0)
      for (let from = 0; from < ofType.length; from += mostLines) {
        const part = ofType.slice(from, from + mostLines)
        const record = recordMovements(profile, { type, lines: part, remark }, authorOf(actor))
        records.push({ id: record, itemIds: part.map(({ itemId }) => itemId) })
      }
    }
    const known = new Map(counted.map((item) => [item.id, item]))
    const at = profile.day.sure()
    tellCounted(
      profile,
      lines.map(({ item: { id } }) => {
        const entry = known.get(id)
        return entry
          ? { itemId: id, at: entry.entered_at, heard: entry.heard }
          : { itemId: id, at, heard: heardIn(db, id) }
      }),
      records,
      { at, who: authorOf(actor).name, subject: remark },
    )
    end(context, count, { act: 'booked', requestId }, lines)
    return ok({ count: headOf(count, context), movements: differing.length })
  })
  if (!reply.ok) return reply
  profile.emit({ type: 'count.changed' })
  profile.emit({ type: 'stock.changed', itemIds })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return reply
}

/** The authority takes at most so many lines in a record (as `stock.adjust`). */
const mostLines = 500

export const dropCount: Handler<'count.drop'> = ({ id, requestId }, context) => {
  const { profile, db } = context
  const reply = db.transaction((): Reply<CountHead> => {
    const before = endedBefore(context, { id, requestId, act: 'dropped' })
    if (before) return before
    const found = findRunning(context, id)
    if (!found.ok) return found
    end(context, found.data, { act: 'dropped', requestId }, [])
    return ok(headOf(found.data, context))
  })
  if (reply.ok) profile.emit({ type: 'count.changed' })
  return reply
}
