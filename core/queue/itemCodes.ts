/** Codes of our items at the authority: one series for all branches of the taxpayer (`authority §5.1`). */

import type { Db } from '../../db/engine/sqlite.ts'
import { type ItemRow, itemByAuthorityCode, updateItem } from '../../db/profile/items.ts'
import { nextNumber, setNextNumber, takeNumber } from '../../db/profile/lanes.ts'
import { branches, lastSync, storeSync } from '../../db/profile/reference.ts'
import { registrationOf } from '../../db/profile/registrations.ts'
import type { Authority, KnownItem } from '../authority/port.ts'
import {
  authorityPackage,
  authorityUnit,
  buildItemCode,
  matchesPattern,
  parseItemCode,
} from '../fiscal/itemCode.ts'
import { sinceNextTime } from './since.ts'

/** The authority's running number of items. Our generated codes use it too. */
const itemCounter = 'item'

const wireCodeFields = (
  item: Pick<ItemRow, 'origin_country' | 'type' | 'package_unit' | 'quantity_unit'>,
) => ({
  country: item.origin_country,
  itemType: item.type,
  packageUnit: authorityPackage(item.package_unit),
  quantityUnit: authorityUnit(item.quantity_unit),
})

/** Returns a new item code in the authority's pattern (`authority §5.1`), with the next free number. */
export const takeItemCode = (
  db: Db,
  item: Parameters<typeof wireCodeFields>[0],
  taken: (code: string) => boolean,
): string => {
  for (;;) {
    const code = buildItemCode({ ...wireCodeFields(item), sequence: takeNumber(db, itemCounter) })
    if (!taken(code)) return code
  }
}

/** A sequence above this was chosen by a person. After it the series would soon be used up. */
const highestSequence = 9_000_000

/**
 * Moves the generator past codes that a person chose or another branch uses. A duplicate code would overwrite that
 * item at the authority.
 */
export const noteItemSequences = (db: Db, codes: readonly { code: string }[]): void => {
  const before = nextNumber(db, itemCounter)
  let next = before
  for (const { code } of codes) {
    const sequence = parseItemCode(code)?.sequence ?? 0
    if (sequence < highestSequence) next = Math.max(next, sequence + 1)
  }
  if (next > before) setNextNumber(db, itemCounter, next)
}

/**
 * Takes the item's code at the authority: our own code if it fits the pattern and is free, otherwise one with the
 * next number. Taken when the item is first queued, because the authority wants the numbers in order.
 */
const takeAuthorityCode = (db: Db, item: ItemRow): string => {
  const taken = (code: string) => {
    const holder = itemByAuthorityCode(db, code)
    return holder !== undefined && holder.id !== item.id
  }
  if (matchesPattern(item.code, wireCodeFields(item)) && !taken(item.code)) {
    noteItemSequences(db, [item])
    return item.code
  }
  return takeItemCode(db, item, taken)
}

/** Takes the sequence that the authority asked for, or the next one that no other item holds. */
export const renumberItem = (db: Db, item: ItemRow, sequence: number): void => {
  setNextNumber(db, itemCounter, sequence)
  const code = takeItemCode(
    db,
    item,
    (candidate) => itemByAuthorityCode(db, candidate)?.registration === 'registered',
  )
  const holder = itemByAuthorityCode(db, code)
  // The other item was not sent yet. It gets the next code when its turn comes.
  if (holder && holder.id !== item.id) updateItem(db, holder.id, { authority_code: null })
  updateItem(db, item.id, { authority_code: code })
}

/** Returns the item's code at the authority, and takes one if it has none. */
export const authorityCodeOf = (db: Db, item: ItemRow): string => {
  if (item.authority_code !== null) return item.authority_code
  const code = takeAuthorityCode(db, item)
  updateItem(db, item.id, { authority_code: code })
  return code
}

/** The same goods, as the authority's list names them. */
export const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Prevents item code collisions between branches. The code generator continues after the highest known code. An
 * unregistered item gets a new code if another branch used its code for an item with a different name, because the
 * authority would treat ours as an update. The same name means the same goods. An item that is being sent keeps its
 * code, except `sending`, which is about to be sent.
 */
export const keepOffTaken = (db: Db, known: KnownItem[], sending: number | null = null): void => {
  noteItemSequences(db, known)
  for (const { code, name, elsewhere } of known) {
    const item = elsewhere ? itemByAuthorityCode(db, code) : undefined
    if (!item || item.registration === 'registered' || sameName(item.name, name)) continue
    if (item.id !== sending && registrationOf(db, item.id)?.state === 'sending') continue
    renumberItem(db, item, nextNumber(db, itemCounter))
  }
}

/** Milliseconds during which the authority is not asked again. */
const freshMs = 60_000

/**
 * Before a new item is sent, asks which codes other branches have used since the last query. Without a response the
 * item is sent anyway, because not every authority supports the query.
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
    const time = answer.exchange.authorityTime
    if (time !== null) storeSync(db, 'items', sinceNextTime(time), now())
  })
  // A number that the authority receives must survive a lost database.
  await db.durable()
}
