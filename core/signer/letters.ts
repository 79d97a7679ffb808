/**
 * A tax letter changes in two steps. The hub announces it to the tills; the signer registers it once every till has it and
 * handed in what it sold before. A sale under another letter than its item's would be rejected.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import type { TillOfBranch } from '../../db/hub/devices.ts'
import type { Mark } from '../../db/hub/feed.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { sharedByUid } from '../../db/hub/shared.ts'
import { addDependency } from '../../db/profile/dependencies.ts'
import { type ItemRow, itemById } from '../../db/profile/items.ts'
import { endLetterWaits, letterWaits, letterWaitsOf, waitWithLetter } from '../../db/profile/letterWaits.ts'
import { submission } from '../../db/profile/submissions.ts'
import { originByUid } from '../../db/profile/taken.ts'
import type { Need } from '../queue/enqueue.ts'
import { itemPayload, type SalePayload } from '../queue/records.ts'

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

/** Lets a registration wait if it changes the letter that the authority has, or follows one that waits. */
export const holdLetter = (
  db: Db,
  before: ItemRow,
  { id, letter, at }: { id: number; letter: string; at: number },
): void => {
  const changes = before.registration === 'registered' && before.tax_type !== letter
  if (changes || letterWaitsOf(db, before.id).length > 0)
    waitWithLetter(db, { submission_id: id, item_id: before.id, since: at })
}

const letterOf = (db: Db, id: number): string | undefined => {
  const row = submission(db, id)
  return row && itemPayload.parse(JSON.parse(row.payload)).taxType
}

export interface LettersAround {
  /** Registrations up to the letters of the document's lines. */
  earlier: number[]
  /** Registrations of later letters: they wait for the document. */
  later: number[]
}

/** Returns the waiting registrations of the items of a document, before and after it. */
export const lettersAround = (db: Db, lines: SalePayload['lines']): LettersAround => {
  const around: LettersAround = { earlier: [], later: [] }
  for (const [itemId, taxType] of new Map(lines.map((line) => [line.itemId, line.taxType]))) {
    const waiting = letterWaitsOf(db, itemId).map(({ submission_id: id }) => id)
    const own = waiting.findLastIndex((id) => letterOf(db, id) === taxType)
    around.earlier.push(...waiting.slice(0, own + 1))
    around.later.push(...waiting.slice(own + 1))
  }
  return around
}

/** Returns what the document waits for, besides these `needs` of its items. */
export const withLetters = (needs: readonly Need[], { earlier, later }: LettersAround): Need[] => [
  ...needs.filter(({ id }) => !earlier.includes(id) && !later.includes(id)),
  ...earlier.map((id) => ({ id, need: 'settled' as const })),
]

/** The later letters wait for the document. Call it in the transaction that queues the document. */
export const sendBefore = (db: Db, submissionId: number, { later }: LettersAround): void => {
  for (const id of later) addDependency(db, id, { id: submissionId, need: 'settled' })
}

const hasRead = ({ shared }: ReadPlace, { changed, uid }: { changed: string; uid: string }): boolean =>
  BigInt(shared.changed) > BigInt(changed) || (shared.changed === changed && shared.key >= uid)

/** Lets the letters go that every till has. Returns those that wait. */
export const releaseLetters = async (by: {
  db: Db
  hub: HubDb
  tills: readonly TillOfBranch[]
  placeOf(uid: string): ReadPlace | undefined
}): Promise<WaitingLetter[]> => {
  const { db, hub, placeOf } = by
  const tills = by.tills.filter(({ since, until, isEnded }) => since !== null && until === null && !isEnded)
  const left: WaitingLetter[] = []
  const waits = new Map(letterWaits(db).map(({ item_id, since }) => [item_id, since]))
  for (const [id, since] of waits) {
    const item = itemById(db, id) as ItemRow
    const shared = item.uid === null ? undefined : await sharedByUid(hub, item.uid)
    const isAnnounced = !shared || (shared.body as { tax_type?: string }).tax_type === item.tax_type
    const behind = shared
      ? tills.filter(({ uid }) => {
          const place = placeOf(uid)
          return !place || !hasRead(place, shared) || (originByUid(db, uid)?.seq ?? 0) < place.seq
        })
      : []
    if (isAnnounced && behind.length === 0) db.transaction(() => endLetterWaits(db, id))
    else {
      const names = isAnnounced ? behind.map(({ name }) => name) : []
      left.push({ id, name: item.name, letter: item.tax_type, since, tills: names })
    }
  }
  return left
}
