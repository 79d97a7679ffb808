/**
 * A tax letter changes in two steps. The hub announces it to the tills; the signer registers it once every till has it and
 * handed in what it sold before. A sale under another letter than its item's would be rejected.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import type { TillOfBranch } from '../../db/hub/devices.ts'
import type { Mark } from '../../db/hub/feed.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { lastWishAbout, type SharedRow, sharedByUid } from '../../db/hub/shared.ts'
import { addDependency, waitsFor } from '../../db/profile/dependencies.ts'
import { type ItemRow, itemById, updateItem } from '../../db/profile/items.ts'
import { endLetterWaits, letterWaits, letterWaitsOf, waitWithLetter } from '../../db/profile/letterWaits.ts'
import {
  hasAccepted,
  isTaxTypeSent,
  openRegistrations,
  registrationOf,
} from '../../db/profile/registrations.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import { originByUid } from '../../db/profile/taken.ts'
import { enqueueItem, type Need } from '../queue/enqueue.ts'
import { itemPayload } from '../queue/records.ts'
import { documentsBefore } from '../shop/items/storeItem.ts'
import { isMadeAnew, lastBeforeAnother } from './joining.ts'

/** How far a till read what tills share, and its newest fact at that time. */
export interface ReadPlace {
  shared: Mark
  seq: number
}

/** An item whose registration waits for tills. */
export interface WaitingLetter {
  /** Of the signer's item. */
  id: number
  name: string
  letter: string
  /** Epoch milliseconds. */
  since: number
  /** Names of the tills that do not have the letter, or did not hand in what they sold before. Empty: the hub itself has another letter. */
  tills: string[]
}

const letterOf = ({ payload }: Submission): string => itemPayload.parse(JSON.parse(payload)).taxType

/** True if the authority may have, or get before, another letter of a registered item. */
const mayDiffer = (db: Db, { id, tax_type }: ItemRow, letter: ItemRow['tax_type']): boolean =>
  hasAccepted(db, id, lastBeforeAnother(db))
    ? !isTaxTypeSent(db, { id, tax_type: letter })
    : isMadeAnew(db) || tax_type !== letter

/**
 * Lets a registration wait if it may change the letter that the authority has, or follows one that waits. `isThere`: an
 * earlier signer told that the authority has it.
 */
export const holdLetter = (
  db: Db,
  before: ItemRow,
  { id, letter, at, isThere }: { id: number; letter: ItemRow['tax_type']; at: number; isThere: boolean },
): void => {
  const changes = before.registration === 'registered' && mayDiffer(db, before, letter) && !isThere
  if (changes || letterWaitsOf(db, before.id).length > 0)
    waitWithLetter(db, { submission_id: id, item_id: before.id, since: at })
}

export interface LettersAround {
  /** Registrations up to the letters of the document's lines. */
  earlier: number[]
  /** Registrations of later letters: they wait for the document. */
  later: number[]
}

/** Returns the registrations of the items of a document, before and after it, while letters of these items wait. */
export const lettersAround = (
  db: Db,
  lines: readonly { itemId: number; taxType: string }[],
): LettersAround => {
  const around: LettersAround = { earlier: [], later: [] }
  for (const [itemId, taxType] of new Map(lines.map((line) => [line.itemId, line.taxType]))) {
    if (letterWaitsOf(db, itemId).length === 0) continue
    // One that waits for no till any more may be on its way, before those that do.
    const open = openRegistrations(db, itemId)
    const own = open.findLastIndex((row) => letterOf(row) === taxType)
    around.earlier.push(...open.slice(0, own + 1).map(({ id }) => id))
    around.later.push(...open.slice(own + 1).map(({ id }) => id))
  }
  return around
}

/**
 * Returns what the document waits for. `needs`: of its items. Goods that came in under a later letter wait for that letter,
 * and it waits for the document.
 */
export const withLetters = (db: Db, needs: readonly Need[], { earlier, later }: LettersAround): Need[] => [
  ...needs.filter(({ id }) => !earlier.includes(id) && !later.some((letter) => waitsFor(db, id, letter))),
  ...earlier.map((id) => ({ id, need: 'settled' as const })),
]

/**
 * The later letters wait for the document, unless it waits for them: two sales of two items may have each one's new letter
 * and the other's old one. Call it in the transaction that queues the document.
 */
export const sendBefore = (db: Db, submissionId: number, { later }: LettersAround): void => {
  for (const id of later)
    if (!waitsFor(db, submissionId, id)) addDependency(db, id, { id: submissionId, need: 'settled' })
}

const hasRead = ({ shared }: ReadPlace, { changed, uid }: { changed: string; uid: string }): boolean =>
  BigInt(shared.changed) > BigInt(changed) || (shared.changed === changed && shared.key >= uid)

/** Another till's letter is in force, and nobody decides about this one any more. All tills have that one. */
const registerOther = (db: Db, item: ItemRow, letter: ItemRow['tax_type']): void => {
  updateItem(db, item.id, { tax_type: letter })
  const { author_id: id, author_name: name, created_at: at } = registrationOf(db, item.id) as Submission
  const now = itemById(db, item.id) as ItemRow
  enqueueItem(db, now, { author: { id, name }, at, needs: documentsBefore(db, item, now) })
}

/** Lets the letters go that every till has. Returns those that wait. */
export const releaseLetters = async (by: {
  db: Db
  hub: HubDb
  tills: readonly TillOfBranch[]
  placeOf(uid: string): ReadPlace | undefined
}): Promise<WaitingLetter[]> => {
  const { db, hub, placeOf } = by
  const tills = by.tills.filter(({ since, until, isEnded }) => since !== null && until === null && !isEnded)
  const isBehind = ({ uid }: TillOfBranch, shared: SharedRow): boolean => {
    const place = placeOf(uid)
    return !place || !hasRead(place, shared) || (originByUid(db, uid)?.seq ?? 0) < place.seq
  }
  const left: WaitingLetter[] = []
  /** With the time of the newest change. */
  const waits = new Map(letterWaits(db).map(({ item_id, since }) => [item_id, since]))
  for (const [id, since] of waits) {
    const item = itemById(db, id) as ItemRow
    const shared = await sharedByUid(hub, item.uid)
    const letter = shared ? (shared.body as Pick<ItemRow, 'tax_type'>).tax_type : item.tax_type
    const behind = shared ? tills.filter((till) => isBehind(till, shared)) : []
    const wish =
      shared && letter !== item.tax_type
        ? await lastWishAbout(hub, { uid: shared.uid, field: 'tax_type', since })
        : null
    // An owner registered it meanwhile.
    if (letterWaitsOf(db, id).length === 0) continue
    const isDecided = wish === null || wish?.waits === false
    if (isDecided && behind.length === 0)
      db.transaction(() => {
        if (letter !== item.tax_type) registerOther(db, item, letter)
        endLetterWaits(db, id)
      })
    else {
      const names = isDecided || !wish ? behind.map(({ name }) => name) : []
      left.push({ id, name: item.name, letter: item.tax_type, since, tills: names })
    }
  }
  return left.filter(({ id }) => letterWaitsOf(db, id).length > 0)
}
