/**
 * What the authority fails over each time stops its lane, because nobody may guess what became of it. A person sets it
 * aside: only once the authority, asked again after the longest time it takes for anything, does not have it.
 */
import { latestTries } from '../../../db/app/attempts.ts'
import { type Submission, submission, updateSubmission } from '../../../db/app/submissions.ts'
import type { Db } from '../../../db/sqlite.ts'
import type { App, OwnEvent } from '../../app.ts'
import type { Outcome } from '../../authority/port.ts'
import { authorOf } from '../../context.ts'
import { fail, ok } from '../../contract/errors.ts'
import { ask } from '../../queue/ask.ts'
import { canLookUp } from '../../queue/claim.ts'
import type { Found } from '../../queue/policy.ts'
import { auditRow, type Ledger, leaveUnknown, refuse } from '../../queue/settle.ts'
import type { Handler } from '../handler.ts'
import { isStuck, queueView } from './view.ts'

const busy = () =>
  fail('003', 'queue.busy', 'It is being sent or asked about right now. Try again in a moment.', {
    field: 'id',
  })

/**
 * A document of unknown fate is asked about next; any other is sent again only after a pause, and in flight only while its
 * latest try has no end.
 */
const isBusy = (db: Db, row: Submission): boolean => {
  if (row.state === 'sending') return true
  return canLookUp(row) ? row.state !== 'queued' : latestTries(db, row.id)[0]?.outcome === null
}

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
 * The last try of a row may still be on its way, for so long. A record is not sent again meanwhile, and not for as long as
 * the longest pause: the authority that fails over it is back with the next question, and all that waits for it is sent at
 * once, more often than a try may take.
 */
const tooSoon = (app: App, row: Submission, waitMs: number) => {
  const { timing, ports } = app
  const nextAt = ports.clock.now() + Math.max(waitMs, timing.retryCapMs)
  const hold = (ledger: Ledger, now: Submission) => {
    leaveUnknown(ledger, now, { nextAt })
    // With a code it counts as answered, and keeps its time (`clearWaits`).
    updateSubmission(ledger.db, now.id, { last_code: now.last_code ?? '' })
  }
  if (!canLookUp(row) && !write(app, row, hold)) return busy()
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

export const setAside: Handler<'queue.setAside'> = async ({ id }, { app, db, actor, ports }) => {
  const row = submission(db, id)
  if (row?.state === 'sending') return busy()
  if (!row || !isStuck(row)) {
    return fail(
      '003',
      'queue.notStuck',
      'Only a document that failed several times without a word on its content can be set aside.',
      { field: 'id' },
    )
  }
  if (isBusy(db, row)) return busy()
  const waitMs = (row.last_tried_at ?? 0) + app.timing.doubtMs - ports.clock.now()
  if (waitMs > 0) return tooSoon(app, row, waitMs)
  const { outcome, answer } = await ask(db, app.authority, row)
  app.reach.note(answer)
  const told = toldBy(row, outcome)
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
    refuse(ledger, now, { code: now.last_code ?? '', text: now.last_text ?? '' })
  })
  if (!done) return busy()
  app.submitter.wake()
  return ok(queueView(app, submission(db, id) ?? row))
}
