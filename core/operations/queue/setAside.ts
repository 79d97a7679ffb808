/**
 * What the authority fails over each time stops its lane, because nobody may guess what became of it. A person sets it
 * aside: only once the authority, asked again after the longest time it takes for anything, does not have it.
 */
import { auditLane, laneRow, resumeLanes } from '../../../db/app/lanes.ts'
import { type Submission, submission, updateSubmission } from '../../../db/app/submissions.ts'
import type { Db } from '../../../db/sqlite.ts'
import type { App, OwnEvent } from '../../app.ts'
import type { Outcome } from '../../authority/port.ts'
import { type AppContext, authorOf } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { QueueRow } from '../../contract/queue.ts'
import { ask } from '../../queue/ask.ts'
import { canLookUp } from '../../queue/claim.ts'
import type { Found } from '../../queue/policy.ts'
import { auditRow, type Ledger, leaveUnknown, refuse } from '../../queue/settle.ts'
import type { Handler } from '../handler.ts'
import { isStuck, isToBeAsked, queueView } from './view.ts'

const busy = () =>
  fail('003', 'queue.busy', 'It is being sent or asked about right now. Try again in a moment.', {
    field: 'id',
  })

const toldBy = (row: Submission, outcome: Outcome<Found>): 'there' | 'notThere' | 'untold' | 'notReached' => {
  switch (outcome.kind) {
    case 'accepted':
      return outcome.data === 'notThere' || outcome.data === 'untold' ? outcome.data : 'there'
    case 'nothingFound':
      return canLookUp(row) ? 'notThere' : 'untold'
    case 'refused':
      return 'untold'
    default:
      return 'notReached'
  }
}

/** Writes down what was told of a row; answers false where it was claimed meanwhile, of which the answer says nothing. */
const write = (app: App, row: Submission, body: (ledger: Ledger, now: Submission) => void): boolean => {
  const { db } = app
  const events: OwnEvent[] = [{ type: 'queue.changed' }]
  if (row.invoice_id !== null) events.push({ type: 'invoice.changed', invoiceId: row.invoice_id })
  const done = db.transaction(() => {
    const now = submission(db, row.id)
    if (now?.state !== row.state || now.attempts !== row.attempts) return false
    body({ db, now: app.ports.clock.now, emit: (event) => events.push(event) }, now)
    return true
  })
  if (done) for (const event of events) app.emit(event)
  return done
}

/**
 * The last try of a row may still be on its way, for so long. It is not sent again meanwhile, nor before the person had the
 * time to come back: the authority that fails over it is there with the next question, and all that waits for it is sent at
 * once, more often than a try may take.
 */
const tooSoon = (app: App, row: Submission, waitMs: number) => {
  const { timing, ports } = app
  const nextAt = ports.clock.now() + waitMs + 2 * timing.doubtMs
  const hold = (ledger: Ledger, now: Submission) => {
    leaveUnknown(ledger, now, { nextAt })
    // With a code it counts as answered, and keeps its time (`clearWaits`).
    updateSubmission(ledger.db, now.id, { last_code: now.last_code ?? '' })
  }
  if (!write(app, row, hold)) return busy()
  const seconds = Math.ceil(waitMs / 1000)
  return fail(
    '003',
    'queue.tooSoon',
    `The last try may still be on its way. Set it aside in ${seconds} seconds.`,
    { field: 'id', params: { seconds } },
  )
}

/** A document meets what it came to as it is sent again; a record may fail as before, so its lane is to ask instead. */
const arrived = (app: App, row: Submission) => {
  if (canLookUp(row)) {
    app.submitter.tryNow()
    return fail('004', 'queue.arrived', 'The authority has it after all; its signature is being fetched.', {
      field: 'id',
    })
  }
  const landed = { wanted: row.wanted_number }
  if (!write(app, row, (ledger, now) => leaveUnknown(ledger, now, { nextAt: 0, landed }))) return busy()
  app.submitter.wake()
  return fail('004', 'queue.recordArrived', 'The authority has it after all; it is settled in a moment.', {
    field: 'id',
  })
}

/** What is turned down for its credentials pauses its lane; the next one may show that it was not for them. */
const resumeAfter = (db: Db, { lane }: Submission, by: { at: number; who: string }): void => {
  if (!laneRow(db, lane)?.paused_reason) return
  resumeLanes(db, { lane })
  auditLane(db, lane, { kind: 'laneResumed', ...by })
}

/**
 * What the authority says of a row that may be there. Of any other it need only show that it answers, and takes our
 * credentials: with wrong ones every document fails.
 */
const asked = async (app: App, row: Submission): Promise<ReturnType<typeof toldBy>> => {
  if (!isToBeAsked(row)) {
    const answer = await app.authority.probe()
    app.reach.note(answer)
    return answer.kind === 'accepted' || answer.kind === 'nothingFound' ? 'notThere' : 'notReached'
  }
  const { outcome, answer } = await ask(app.db, app.authority, row)
  app.reach.note(answer)
  return toldBy(row, outcome)
}

const decide = async ({ app, db, actor, ports }: AppContext, row: Submission): Promise<Reply<QueueRow>> => {
  const waitMs = (row.last_tried_at ?? 0) + app.timing.doubtMs - ports.clock.now()
  if (waitMs > 0 && row.may_have_arrived === 1) return tooSoon(app, row, waitMs)
  const told = await asked(app, row)
  if (told === 'there') return arrived(app, row)
  if (told === 'untold') {
    return fail(
      '006',
      'queue.untold',
      'The authority does not say whether it has it. Nothing was changed; try again later.',
    )
  }
  if (told === 'notReached') {
    return fail(
      '006',
      'authority.notReached',
      'The authority cannot be reached. Nothing was changed; try again when it can.',
    )
  }
  const done = write(app, row, (ledger, now) => {
    const who = authorOf(actor).name
    auditRow(db, now, { kind: 'setAside', at: ledger.now(), who, content: { attempts: now.attempts } })
    resumeAfter(db, now, { at: ledger.now(), who })
    refuse(ledger, now, { code: now.last_code ?? '', text: now.last_text ?? '' })
    // Not shown is not yet not there: whoever meets its number taken is to know.
    if (canLookUp(now)) updateSubmission(db, now.id, { may_have_arrived: now.may_have_arrived })
  })
  if (!done) return busy()
  app.submitter.wake()
  return ok(queueView(app, submission(db, row.id) ?? row))
}

export const setAside: Handler<'queue.setAside'> = async ({ id }, context) => {
  const { app, db } = context
  const row = submission(db, id)
  if (row?.state === 'sending') return busy()
  if (!row || !isStuck(db, row)) {
    return fail(
      '003',
      'queue.notStuck',
      'Only a document that failed several times without a word on its content can be set aside.',
      { field: 'id' },
    )
  }
  // The authority has said that it has the number, which settles by itself.
  if (canLookUp(row) && row.landed === 1) return busy()
  return (await app.submitter.instead(row.lane, () => decide(context, row))) ?? busy()
}
