/**
 * Resends documents by itself once their cause is gone: goods came in, rates were fetched, an item was registered. Once
 * per document and cause: if the authority rejects it again, a person must look. Never a document of other software:
 * its caller was answered with the rejection and corrects it.
 */

import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../db/engine/sqlite.ts'
import { till } from '../../../db/profile/audit.ts'
import {
  noteAutomaticResend,
  resentAutomatically,
  type TroubledRow,
  troubledRows,
} from '../../../db/profile/causes.ts'
import { isSignedByHub } from '../../../db/profile/hubLink.ts'
import { itemById } from '../../../db/profile/items.ts'
import { isIntact } from '../../../db/profile/payloads.ts'
import { registrationOf } from '../../../db/profile/registrations.ts'
import { submission } from '../../../db/profile/submissions.ts'
import type { OwnEvent, ProfileEvent } from '../../contract/events.ts'
import type { CauseKind } from '../../contract/queue.ts'
import type { Profile } from '../../profile/profile.ts'
import { isRatedAnew } from '../../queue/correct.ts'
import { isAside } from '../../queue/enqueue.ts'
import { linesOf } from '../../queue/records.ts'
import { type CauseOfRow, causeOf, keyOf } from './causeOf.ts'
import { resendAll, unchanged } from './resend.ts'
import { readShelf } from './shelf.ts'

/** Documents of each source that are looked at, oldest first. Later ones follow when these are solved. */
export const causesAtMost = 500

/** Documents per turn of the event loop. */
const atOnce = 50

/** Causes that something in the shop or at the authority can end. */
const solvable: ReadonlySet<CauseKind> = new Set([
  'addStock',
  'registerItem',
  'fixItem',
  'oldLetter',
  'checkAmounts',
])

/** Items are resent when they are saved, and stock masters follow their records. */
const kinds: ReadonlySet<TroubledRow['kind']> = new Set(['sale', 'creditNote', 'stockRecord'])

const wasRegisteredSince = (db: Db, itemId: number, at: number): boolean => {
  const last = registrationOf(db, itemId)
  return last?.state === 'accepted' && (last.settled_at ?? 0) >= at
}

/** What must hold of the document itself, whatever its remedy says: it was not set aside, nor changed on disk. */
const isSolved = (profile: Profile, row: TroubledRow, { kind, itemId: about }: CauseOfRow): boolean => {
  const { db } = profile
  const stored = submission(db, row.id)
  if (!stored || isAside(stored) || !isIntact(stored)) return false
  if (kind === 'addStock') return true
  if (kind === 'checkAmounts') return isRatedAnew(profile, stored)
  const lines = linesOf(stored).filter(({ itemId }) => about === null || itemId === about)
  const hasLetters = lines.every(({ itemId, taxType }) => itemById(db, itemId)?.tax_type === taxType)
  return hasLetters && lines.some(({ itemId }) => wasRegisteredSince(db, itemId, row.settled_at ?? 0))
}

const solving: ReadonlySet<ProfileEvent['type']> = new Set([
  'stock.changed',
  'item.changed',
  'settings.changed',
])

/**
 * True if the event may have solved a cause. A sale only takes goods away: a search after each one would slow down a shop
 * with many rejected documents.
 */
export const maySolve = (event: OwnEvent | ProfileEvent): boolean =>
  solving.has(event.type) && !(event.type === 'stock.changed' && event.itemIds !== undefined && !event.grew)

/** Resends what is solved, and `mayResend` lets pass. Returns how many documents were resent. */
export const resendSolved = async (
  profile: Profile,
  mayResend: (id: number) => boolean = () => true,
): Promise<number> => {
  const { db, ports } = profile
  // The signer of the branch does so for all its tills.
  if (isSignedByHub(db)) return 0
  const rows = troubledRows(db, 'till', causesAtMost)
    .filter(({ id, kind, state }) => kinds.has(kind) && state === 'refused' && mayResend(id))
    .map((row) => ({ row, cause: causeOf(row) }))
  if (rows.length === 0) return 0
  const ids = rows.map(({ row }) => row.id)
  const before = new Set(resentAutomatically(db, ids).map((fact) => `${fact.submission_id} ${fact.cause}`))
  const stockCauses = rows.filter(({ cause }) => cause.kind === 'addStock')
  const shelf = readShelf(
    db,
    stockCauses.map(({ row }) => row.id),
  )
  const solved: typeof rows = []
  for (const [index, { row, cause }] of rows.entries()) {
    // A shop that rates were rejected for may have many. Nothing else waits longer than for some of them.
    if (index % atOnce === atOnce - 1) await setImmediate()
    if (!solvable.has(cause.kind) || before.has(`${row.id} ${keyOf(cause)}`)) continue
    const isStock = cause.kind === 'addStock'
    if (isStock && !(shelf.grewSince(row.id, row.settled_at ?? 0) && shelf.has(row.id))) continue
    if (!isSolved(profile, row, cause)) continue
    // The next document gets what this one leaves.
    shelf.take(row.id)
    solved.push({ row, cause })
  }
  let sent = 0
  for (const [cause, together] of Map.groupBy(solved, (each) => keyOf(each.cause))) {
    sent += await resendAll(
      profile,
      together.map(({ row }) => row.id),
      {
        cause,
        who: till,
        mayResend,
        correctionOf: unchanged,
        also: ({ id }) => noteAutomaticResend(db, { submission_id: id, cause, at: ports.clock.now() }),
      },
    )
  }
  return sent
}
