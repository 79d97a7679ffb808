/**
 * Asks again for signatures of documents that the authority accepted without returning one, and for documents that
 * were set aside and may have arrived.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { endAttempt, insertAttempt, lastNumberUnanswered } from '../../db/profile/attempts.ts'
import { asideSubmissions, submissionOfNumber } from '../../db/profile/numbersSent.ts'
import { isIntact } from '../../db/profile/payloads.ts'
import { submission, unsignedSubmissions, updateSubmission } from '../../db/profile/submissions.ts'
import type { Authority } from '../authority/port.ts'
import type { OwnEvent } from '../contract/events.ts'
import { ask } from './ask.ts'
import { isAside } from './enqueue.ts'
import type { Reach } from './reach.ts'
import { lookUp } from './reconcile.ts'
import { accept, signLate } from './settle.ts'

/** Documents per round. A manager waits for these few; nobody waits for thousands. */
const atATime = 50

export interface LateSignatures {
  db: Db
  authority: Authority
  reach: Reach
  now(): number
  emit(event: OwnEvent): void
  /** Called with rows that were accepted, or are known not to be there. */
  settled(ids: number[]): void
  /** false: stop, and leave the rest for the next round. */
  mayContinue(): boolean
}

/** Queries these documents one after another, until the authority does not respond. */
const askForSignatures = async (by: LateSignatures): Promise<void> => {
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

/**
 * Queries sales, credit notes and purchases that were set aside, also withdrawn ones. Several of them may have one
 * number; then the number is in use for every later document, and no lane asks for it any more.
 */
const askForAside = async (by: LateSignatures): Promise<void> => {
  const { db, authority, reach, now, emit, mayContinue, settled } = by
  const rows = (['sales', 'purchases'] as const).flatMap((lane) => asideSubmissions(db, lane, atATime))
  for (const row of rows) {
    const number = lastNumberUnanswered(db, row.id)
    if (number === null || !isIntact(row) || submissionOfNumber(db, row.lane, number)) continue
    if (!mayContinue()) return
    const { outcome, invoice, answer } = await ask(db, authority, { ...row, authority_number: number })
    reach.note(answer)
    if (answer.kind === 'neverArrived' || answer.kind === 'mayHaveArrived') return
    // The authority lists the purchase as unconfirmed. An attempt may still arrive.
    if (outcome.kind !== 'accepted' || outcome.data === 'notThere') continue
    const events: OwnEvent[] = []
    db.transaction(() => {
      // Its lane or a manager may have acted meanwhile.
      const own = submission(db, row.id)
      if (!isAside(own) || submissionOfNumber(db, own.lane, number)) return
      if (outcome.data === 'anothers') updateSubmission(db, own.id, { may_have_arrived: 0 })
      else {
        const ledger = { db, now, emit: (event: OwnEvent) => events.push(event) }
        accept(ledger, { ...own, authority_number: number }, invoice?.signature ?? null)
      }
    })
    for (const event of events) emit(event)
    settled([row.id])
  }
}

/** One round of both. */
export const askAgain = async (by: LateSignatures): Promise<void> => {
  await askForSignatures(by)
  await askForAside(by)
}
