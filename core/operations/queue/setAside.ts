/**
 * A document on which the authority always fails stops its lane, because its outcome is uncertain. A manager sets it
 * aside. Kaunta allows that only after the longest time that an attempt may take, once the authority confirms that it
 * does not have the document.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { auditLane, laneRow, resumeLanes } from '../../../db/profile/lanes.ts'
import { type Submission, submission, updateSubmission } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OwnEvent } from '../../contract/events.ts'
import type { QueueRow } from '../../contract/queue.ts'
import type { Profile } from '../../profile/profile.ts'
import { ask } from '../../queue/ask.ts'
import type { Ledger } from '../../queue/ledger.ts'
import { canLookUp } from '../../queue/series.ts'
import { leaveUnknown, setRowAside } from '../../queue/settle.ts'
import { isStuck, isToBeAsked } from '../../queue/stuck.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { queueView } from './view.ts'

const busy = () =>
  fail('006', 'queue.busy', 'It is being sent or queried right now. Try again in a moment.', {
    field: 'id',
    retryAfter: 2,
  })

/**
 * Stores the authority's answer about a row. Returns false if the row was claimed in the meantime, because then the
 * answer is outdated.
 */
const write = (
  profile: Profile,
  row: Submission,
  body: (ledger: Ledger, now: Submission) => void,
): boolean => {
  const { db } = profile
  const events: OwnEvent[] = [{ type: 'queue.changed' }]
  if (row.invoice_id !== null) events.push({ type: 'invoice.changed', invoiceId: row.invoice_id })
  const done = db.transaction(() => {
    const now = submission(db, row.id)
    if (now?.state !== row.state || now.attempts !== row.attempts) return false
    body({ db, now: profile.ports.clock.now, emit: (event) => events.push(event) }, now)
    return true
  })
  if (done) for (const event of events) profile.emit(event)
  return done
}

/**
 * The last attempt may still arrive for a while. Until then, and until the manager had time to come back, the row is
 * not resent: the authority works for other queries, so every wake-up would resend it more often than an attempt may
 * take.
 */
const tooSoon = (profile: Profile, row: Submission, waitMs: number) => {
  const { timing, ports } = profile
  const nextAt = ports.clock.now() + waitMs + 2 * timing.uncertainMs
  // With a code the row counts as answered and keeps its time (`clearWaits`).
  const held = { state: 'unknown', next_attempt_at: nextAt, last_code: row.last_code ?? '' } as const
  if (!write(profile, row, ({ db }) => updateSubmission(db, row.id, held))) return busy()
  const seconds = Math.ceil(waitMs / 1000)
  return fail(
    '006',
    'queue.tooSoon',
    `The last attempt may still arrive. Set it aside in ${seconds} seconds.`,
    { field: 'id', params: { seconds }, retryAfter: seconds },
  )
}

/**
 * The lane must query instead of sending: a document by its number, at once; for a record its number counts as in
 * use.
 */
const arrived = (profile: Profile, row: Submission) => {
  const isDocument = canLookUp(row)
  const landed = { wanted: row.wanted_number }
  const next = isDocument ? { nextAt: 0 } : { nextAt: 0, landed }
  if (!write(profile, row, (ledger, now) => leaveUnknown(ledger, now, next))) return busy()
  profile.submitter.wake()
  return isDocument
    ? fail('004', 'queue.arrived', 'The authority has this document; its signature is being fetched.', {
        field: 'id',
      })
    : fail('004', 'queue.recordArrived', 'The authority has this document; it will be settled in a moment.', {
        field: 'id',
      })
}

/** Rejected credentials pause the lane. The next row may show that they were not the cause. */
const resumeAfter = (db: Db, { lane }: Submission, by: { at: number; who: string }): void => {
  if (!laneRow(db, lane)?.paused_reason) return
  resumeLanes(db, { lane })
  auditLane(db, lane, { kind: 'laneResumed', ...by })
}

/** `anothers`: another document has its number, so this one is not there. */
type Found = 'there' | 'anothers' | 'notThere' | 'unclear' | 'notReached'

/**
 * Asks the authority about a row that it may have. For any other row, the authority must only respond and accept our
 * credentials: with wrong ones every document fails.
 */
const asked = async (profile: Profile, row: Submission): Promise<Found> => {
  if (!isToBeAsked(row)) {
    const answer = await profile.authority.probe()
    profile.reach.note(answer)
    return answer.kind === 'accepted' || answer.kind === 'nothingFound' ? 'notThere' : 'notReached'
  }
  const { outcome, answer } = await ask(profile.db, profile.authority, row)
  profile.reach.note(answer)
  switch (outcome.kind) {
    case 'accepted':
      return outcome.data === 'ours' || outcome.data === 'oursUnsigned' ? 'there' : outcome.data
    case 'nothingFound':
      return canLookUp(row) ? 'notThere' : 'unclear'
    case 'refused':
      return 'unclear'
    default:
      return 'notReached'
  }
}

const decide = async ({ profile, db, actor }: ProfileContext, row: Submission): Promise<Reply<QueueRow>> => {
  const waitMs = row.may_have_arrived === 1 ? profile.submitter.uncertainFor(row.id) : 0
  if (waitMs > 0) return tooSoon(profile, row, waitMs)
  const found = await asked(profile, row)
  if (found === 'there') return arrived(profile, row)
  if (found === 'unclear') {
    return fail(
      '006',
      'queue.untold',
      'The authority does not say whether it has this document. Nothing was changed; try again later.',
    )
  }
  if (found === 'notReached') {
    return fail(
      '006',
      'authority.notReached',
      'The authority cannot be reached. Nothing was changed; try again when it can be reached.',
    )
  }
  const done = write(profile, row, (ledger, now) => {
    const who = authorOf(actor).name
    resumeAfter(db, now, { at: ledger.now(), who })
    setRowAside(ledger, found === 'anothers' ? { ...now, may_have_arrived: 0 } : now, who)
  })
  if (!done) return busy()
  profile.submitter.wake()
  return ok(queueView(profile, submission(db, row.id) ?? row))
}

export const setAside: Handler<'queue.setAside'> = async ({ id }, context) => {
  const { profile, db } = context
  const row = submission(db, id)
  if (row?.state === 'sending') return busy()
  if (!row || !isStuck(db, row)) {
    return fail(
      '003',
      'queue.notStuck',
      'Only a document that failed several times without a result can be set aside.',
      { field: 'id' },
    )
  }
  return (await profile.submitter.instead(row, () => decide(context, row))) ?? busy()
}
