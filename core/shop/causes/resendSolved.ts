/**
 * Resends documents by itself once their cause is gone: goods came in, rates were fetched, an item was registered. Once
 * per document and cause: if the authority rejects it again, a person must look. Never a document of other software:
 * its caller was answered with the rejection and corrects it.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { till } from '../../../db/profile/audit.ts'
import {
  noteAutomaticResend,
  resentAutomatically,
  type TroubledRow,
  troubledRows,
} from '../../../db/profile/causes.ts'
import { itemById } from '../../../db/profile/items.ts'
import { isIntact } from '../../../db/profile/payloads.ts'
import { registrationOf, submission } from '../../../db/profile/submissions.ts'
import type { Profile } from '../../profile/profile.ts'
import { isRatedAnew } from '../../queue/correct.ts'
import { isAside } from '../../queue/enqueue.ts'
import { linesOf } from '../../queue/records.ts'
import { type CauseOfRow, causeOf, keyOf } from './causeOf.ts'
import { resendAll } from './resend.ts'
import { readShelf, type Shelf } from './shelf.ts'

/** Rejected documents that are looked at, oldest first. */
export const causesAtMost = 1000

/** Items are resent when they are saved, and stock masters follow their records. */
const kinds: ReadonlySet<TroubledRow['kind']> = new Set(['sale', 'creditNote', 'stockRecord'])

const wasRegisteredSince = (db: Db, itemId: number, at: number): boolean => {
  const last = registrationOf(db, itemId)
  return last?.state === 'accepted' && (last.settled_at ?? 0) >= at
}

const isSolved = (profile: Profile, row: TroubledRow, cause: CauseOfRow, shelf: Shelf): boolean => {
  const { db } = profile
  const since = row.settled_at ?? 0
  const stored = submission(db, row.id)
  // A document that was set aside or changed on disk has another cause, whatever its remedy says.
  if (!stored || isAside(stored) || !isIntact(stored)) return false
  switch (cause.kind) {
    case 'addStock':
      return shelf.grewSince(row.id, since) && shelf.has(row.id)
    case 'registerItem':
    case 'fixItem':
    case 'oldLetter': {
      const lines = linesOf(stored).filter(({ itemId }) => cause.itemId === null || itemId === cause.itemId)
      const hasLetters = lines.every(({ itemId, taxType }) => itemById(db, itemId)?.tax_type === taxType)
      return hasLetters && lines.some(({ itemId }) => wasRegisteredSince(db, itemId, since))
    }
    case 'checkAmounts':
      return isRatedAnew(profile, stored)
    default:
      return false
  }
}

/** Resends what is solved. Returns how many documents were resent. */
export const resendSolved = async (profile: Profile): Promise<number> => {
  const { db, ports } = profile
  const rows = troubledRows(db, causesAtMost)
    .filter(({ kind, state, source }) => kinds.has(kind) && state === 'refused' && source === 'till')
    .map((row) => ({ row, cause: causeOf(row) }))
  if (rows.length === 0) return 0
  const ids = rows.map(({ row }) => row.id)
  const before = new Set(resentAutomatically(db, ids).map((fact) => `${fact.submission_id} ${fact.cause}`))
  const shelf = readShelf(
    db,
    rows.filter(({ cause }) => cause.kind === 'addStock').map(({ row }) => row.id),
  )
  const solved = rows.filter(({ row, cause }) => {
    if (before.has(`${row.id} ${keyOf(cause)}`) || !isSolved(profile, row, cause, shelf)) return false
    // The next document gets what this one leaves.
    shelf.take(row.id)
    return true
  })
  let sent = 0
  for (const [cause, together] of Map.groupBy(solved, (each) => keyOf(each.cause))) {
    sent += await resendAll(
      profile,
      together.map(({ row }) => row.id),
      {
        cause,
        who: till,
        correctionOf: ({ author_id, author_name }) => ({
          author: { id: author_id, name: author_name },
          buyerPin: undefined,
        }),
        also: ({ id }) => noteAutomaticResend(db, { submission_id: id, cause, at: ports.clock.now() }),
      },
    )
  }
  return sent
}
