/** What the authority knows our items by: codes of one series for all branches of the taxpayer (`authority §5.1`). */

import type { Db } from '../../db/engine/sqlite.ts'
import { type ItemRow, itemByAuthorityCode, updateItem } from '../../db/profile/items.ts'
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { branches, lastSync, storeSync } from '../../db/profile/reference.ts'
import { registrationOf } from '../../db/profile/submissions.ts'
import type { Authority, KnownItem } from '../authority/port.ts'
import {
  authorityPackage,
  authorityUnit,
  buildItemCode,
  matchesPattern,
  parseItemCode,
} from '../fiscal/itemCode.ts'
import { sinceNextTime } from './since.ts'

/** The authority's running number of items, which is also where our generated codes come from. */
const itemCounter = 'item'

const wireCodeFields = (
  item: Pick<ItemRow, 'origin_country' | 'type' | 'package_unit' | 'quantity_unit'>,
) => ({
  country: item.origin_country,
  itemType: item.type,
  packageUnit: authorityPackage(item.package_unit),
  quantityUnit: authorityUnit(item.quantity_unit),
})

/** A new item code by the authority's pattern (`authority §5.1`), from the next free number. */
export const takeItemCode = (
  db: Db,
  item: Parameters<typeof wireCodeFields>[0],
  taken: (code: string) => boolean,
): string => {
  for (;;) {
    const sequence = nextNumber(db, itemCounter)
    setNextNumber(db, itemCounter, sequence + 1)
    const code = buildItemCode({ ...wireCodeFields(item), sequence })
    if (!taken(code)) return code
  }
}

/** A number so high was chosen by somebody; behind it there would soon be none left. */
const highestSequence = 9_000_000

/** Keeps generated codes ahead of a code that somebody chose, or that another branch has: the authority would take ours for it. */
const noteItemSequence = (db: Db, code: string): void => {
  const sequence = parseItemCode(code)?.sequence
  if (sequence !== undefined && sequence < highestSequence && sequence >= nextNumber(db, itemCounter))
    setNextNumber(db, itemCounter, sequence + 1)
}

/**
 * What the authority will know an item by: our own code where it follows the pattern and is free there, else one of the
 * pattern with the next number. Taken when the item is first queued, because the authority wants the numbers in order.
 */
const takeAuthorityCode = (db: Db, item: ItemRow): string => {
  const taken = (code: string) => {
    const holder = itemByAuthorityCode(db, code)
    return holder !== undefined && holder.id !== item.id
  }
  if (matchesPattern(item.code, wireCodeFields(item)) && !taken(item.code)) {
    noteItemSequence(db, item.code)
    return item.code
  }
  return takeItemCode(db, item, taken)
}

/** The authority wanted another number in the item's code: takes that one, or the next that no other item holds. */
export const renumberItem = (db: Db, item: ItemRow, sequence: number): void => {
  setNextNumber(db, itemCounter, sequence)
  const code = takeItemCode(
    db,
    item,
    (candidate) => itemByAuthorityCode(db, candidate)?.registration === 'registered',
  )
  const holder = itemByAuthorityCode(db, code)
  // Whoever reserved it has not been told of yet and gets the next one when its turn comes.
  if (holder && holder.id !== item.id) updateItem(db, holder.id, { authority_code: null })
  updateItem(db, item.id, { authority_code: code })
}

/** The item's code at the authority, taken now if it has none. */
export const authorityCodeOf = (db: Db, item: ItemRow): string => {
  if (item.authority_code !== null) return item.authority_code
  const code = takeAuthorityCode(db, item)
  updateItem(db, item.id, { authority_code: code })
  return code
}

const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Keeps our codes off those of the taxpayer's items: generated ones go on behind them, and an item that is not registered
 * yet gets another where a branch gave its code to one of another name, which the authority would take ours for a change of.
 * Of the same name it is the same goods. One in flight keeps its code, but for `sending`, which is only about to go.
 */
export const keepOffTaken = (db: Db, known: KnownItem[], sending: number | null = null): void => {
  for (const { code } of known) noteItemSequence(db, code)
  for (const { code, name, elsewhere } of known) {
    const item = elsewhere ? itemByAuthorityCode(db, code) : undefined
    if (!item || item.registration === 'registered' || sameName(item.name, name)) continue
    if (item.id !== sending && registrationOf(db, item.id)?.state === 'sending') continue
    renumberItem(db, item, nextNumber(db, itemCounter))
  }
}

/** For so long nobody is asked again, milliseconds. */
const freshMs = 60_000

/**
 * Asks which codes other branches have given out since we asked last, before a new item goes out. Unanswered, it goes all
 * the same: not every authority tells.
 */
export const askForCodes = async (
  { db, now }: { db: Db; now: () => number },
  authority: Authority,
  item: ItemRow,
): Promise<void> => {
  if (item.registration === 'registered' || branches(db).length < 2) return
  const last = lastSync(db, 'items')
  if (last && Math.abs(now() - last.synced_at) < freshMs) return
  const answer = await authority.items(last?.since)
  if (answer.kind !== 'accepted' && answer.kind !== 'nothingFound') return
  db.transaction(() => {
    if (answer.kind === 'accepted') keepOffTaken(db, answer.data, item.id)
    const told = answer.exchange.authorityTime
    if (told !== null) storeSync(db, 'items', sinceNextTime(told), now())
  })
  // As any number that is told to the authority: remembered, whatever becomes of the database.
  await db.durable()
}
