/** Queues rejected documents again for their cause, each with its audit row. */

import { setImmediate } from 'node:timers/promises'
import { type Submission, submission } from '../../../db/profile/submissions.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Correction } from '../../queue/correct.ts'
import { auditRow } from '../../queue/settle.ts'
import { announceResent, requeue } from '../sales/sendAgain.ts'

/** In the name of its author, to the same buyer. */
export const unchanged = ({ author_id, author_name }: Submission): Correction => ({
  author: { id: author_id, name: author_name },
  buyerPin: undefined,
})

/** Documents per transaction: a few milliseconds. */
const atOnce = 8

interface Resending {
  cause: string
  /** Who resends, for the audit trail. */
  who: string
  correctionOf(row: Submission): Correction
  /** False: it stays rejected. Absent: each may be resent. */
  mayResend?(id: number): boolean
  /** Further facts about a document, in the same transaction. */
  also?(row: Submission): void
}

/**
 * Requeues a document in the caller's transaction. Returns false if it is not rejected any more, or must not be
 * resent.
 */
const resendOne = (profile: Profile, id: number, by: Resending): Submission | null => {
  const { db, ports } = profile
  const row = submission(db, id)
  if (row?.state !== 'refused' || by.mayResend?.(id) === false) return null
  if (!requeue(profile, row, by.correctionOf(row)).ok) return null
  auditRow(db, row, { kind: 'resent', at: ports.clock.now(), who: by.who, content: { cause: by.cause } })
  by.also?.(row)
  return row
}

/**
 * Requeues documents, some in each transaction, so that nothing else waits long. `first` runs in the first
 * transaction, before its documents. Returns how many were requeued.
 */
export const resendAll = async (
  profile: Profile,
  ids: readonly number[],
  by: Resending & { first?: () => void },
): Promise<number> => {
  let sent = 0
  for (let from = 0; from === 0 || from < ids.length; from += atOnce) {
    if (from > 0) await setImmediate()
    const rows = profile.db.transaction(() => {
      if (from === 0) by.first?.()
      return ids.slice(from, from + atOnce).flatMap((id) => resendOne(profile, id, by) ?? [])
    })
    announceResent(profile, rows)
    sent += rows.length
  }
  return sent
}
