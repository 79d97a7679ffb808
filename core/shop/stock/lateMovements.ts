/**
 * Goods that moved at one till before another one counted them, which did not know it. The count found them gone, and its
 * difference has them once more. Their own till books them back.
 */
import { setImmediate } from 'node:timers/promises'
import { audit } from '../../../db/profile/audit.ts'
import { lastRecordUpTo } from '../../../db/profile/hubLevels.ts'
import { hubLinkRow } from '../../../db/profile/hubLink.ts'
import { tillName } from '../../../db/profile/hubTills.ts'
import { itemById, itemByUid } from '../../../db/profile/items.ts'
import {
  endPending,
  type HubCount,
  keepMoment,
  lateQuantity,
  noteOwnCount,
  ownCountAt,
  pendingCounts,
} from '../../../db/profile/lateMovements.ts'
import { hubShares } from '../../../db/profile/shared.ts'
import { type CountedGoods, heardOf } from '../../contract/hub/counter.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import type { Profile } from '../../profile/profile.ts'
import { recordMovements } from './recordMovements.ts'

/** Lines of one fact: a request to the hub has 512 KiB. */
const linesOfFact = 200

export interface CountedAt {
  itemId: number
  /** Epoch milliseconds. */
  at: number
  /** JSON of what this till knew of the others then; null: not known. */
  heard: string | null
}

/**
 * Tells the branch what a count found. Call it in the transaction that books the count. `records`: the stock records of
 * its differences. A lone till tells nothing.
 */
export const tellCounted = (
  { db }: Pick<Profile, 'db'>,
  counted: readonly CountedAt[],
  records: readonly { id: number; itemIds: readonly number[] }[],
  { at, who, subject }: { at: number; who: string; subject: string },
): void => {
  if (!hubShares(db)) return
  const moments = new Map(counted.map((line) => [line.itemId, line.at]))
  for (const { itemId, at } of counted) noteOwnCount(db, itemId, at)
  for (const { id, itemIds } of records)
    for (const itemId of itemIds) {
      const moment = { at: moments.get(itemId) ?? at, origin: null, seq: null }
      keepMoment(db, { stock_record_id: id, item_id: itemId, ...moment })
    }
  const lines = counted.flatMap(({ itemId, at, heard }): CountedGoods['lines'] => {
    const item = itemById(db, itemId)?.uid
    return item && heard ? [{ item, at, heard: heardOf.parse(JSON.parse(heard)) }] : []
  })
  for (let from = 0; from < lines.length; from += linesOfFact) {
    const content: CountedGoods = { lines: lines.slice(from, from + linesOfFact) }
    audit(db, { at, kind: 'counted', subject, row_id: null, who, content: JSON.stringify(content) })
  }
}

/** Counts in one transaction. */
const atOnce = 20
/** Documents that a remark names. */
const named = 3
const author = { id: 'kaunta', name: 'Kaunta' }

const bookBack = (profile: Profile, count: HubCount): number | undefined => {
  const { db } = profile
  endPending(db, count.item)
  const link = hubLinkRow(db)
  const itemId = itemByUid(db, count.item)
  // A later count of this till did not know the other one, and the other till corrects that.
  if (
    !link ||
    itemId === undefined ||
    count.origin === link.origin ||
    (ownCountAt(db, itemId) ?? 0) >= count.at
  )
    return undefined
  const heard = heardOf.parse(JSON.parse(count.heard))[link.origin] ?? 0
  const record = lastRecordUpTo(db, heard)
  const { quantity, numbers } = lateQuantity(db, { itemId, count, record, since: link.paired_at })
  if (quantity === 0) return undefined
  const at = `${toPaperDate(count.at)} ${toPaperTime(count.at).slice(0, 5)}`
  const documents = numbers.slice(0, named).join(', ') + (numbers.length > named ? ', …' : '')
  const remark = `${documents}: before the count at ${tillName(db, count.origin) ?? 'another till'}, ${at}`
  const line = { itemId, quantity: Math.abs(quantity) }
  const id = recordMovements(profile, { type: quantity > 0 ? '16' : '06', lines: [line], remark }, author)
  const { at: moment, origin, seq } = count
  keepMoment(db, { stock_record_id: id, item_id: itemId, at: moment, origin, seq })
  return itemId
}

/** Books back what counts of other tills did not know, each once. Rejects with what the disk throws. */
export const bookLate = async (profile: Profile): Promise<void> => {
  const { db } = profile
  const booked: number[] = []
  for (;;) {
    const counts = pendingCounts(db, atOnce)
    if (counts.length === 0) break
    const items = db.transaction(() => counts.map((count) => bookBack(profile, count)))
    booked.push(...items.filter((item) => item !== undefined))
    await setImmediate()
  }
  if (booked.length > 0) {
    profile.emit({ type: 'stock.changed', itemIds: booked })
    profile.emit({ type: 'queue.changed' })
    profile.submitter.wake()
  }
}
