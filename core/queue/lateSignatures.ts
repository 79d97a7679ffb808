/** Asks again for signatures of documents that the authority accepted without returning one. */

import type { Db } from '../../db/engine/sqlite.ts'
import { endAttempt, insertAttempt } from '../../db/profile/attempts.ts'
import { unsignedSubmissions } from '../../db/profile/submissions.ts'
import type { Authority } from '../authority/port.ts'
import type { OwnEvent } from '../contract/events.ts'
import type { Reach } from './reach.ts'
import { lookUp } from './reconcile.ts'
import { signLate } from './settle.ts'

/** Documents per round. A manager waits for these few; nobody waits for thousands. */
const atATime = 50

export interface LateSignatures {
  db: Db
  authority: Authority
  reach: Reach
  now(): number
  emit(event: OwnEvent): void
  /** false: stop, and leave the rest for the next round. */
  mayContinue(): boolean
}

/** Queries these documents one after another, until the authority does not respond. */
export const askForSignatures = async (by: LateSignatures): Promise<void> => {
  const { db, authority, reach, now, emit, mayContinue } = by
  for (const row of unsignedSubmissions(db, atATime)) {
    if (!mayContinue()) return
    const startedAt = now()
    const { outcome, invoice, answer } = await lookUp(db, authority, row)
    reach.note(answer)
    if (answer.kind === 'neverArrived' || answer.kind === 'mayHaveArrived') return
    const signature = outcome.kind === 'accepted' && outcome.data === 'ours' && invoice?.signature
    const events: OwnEvent[] = []
    db.transaction(() => {
      const attempt = insertAttempt(db, {
        submission_id: row.id,
        action: 'lookUp',
        authority_number: row.authority_number,
        started_at: startedAt,
      })
      const { durationMs, httpStatus, request, response } = answer.exchange
      endAttempt(db, attempt, {
        duration_ms: Math.round(durationMs),
        outcome: answer.kind,
        code: 'code' in answer ? answer.code : null,
        text: 'text' in answer ? answer.text : null,
        http_status: httpStatus,
        request,
        response,
      })
      if (signature) signLate({ db, now, emit: (event) => events.push(event) }, row, signature)
    })
    for (const event of events) emit(event)
    if (signature) emit({ type: 'queue.changed' })
  }
}
