/**
 * A document over which the authority fails each time stops its lane, because nobody may guess what became of it. A
 * person sets it aside: only once the authority, asked again after the longest time it takes for anything, does not have it.
 */
import { submission } from '../../../db/app/submissions.ts'
import type { OwnEvent } from '../../app.ts'
import { authorOf } from '../../context.ts'
import { fail, ok } from '../../contract/errors.ts'
import { canLookUp } from '../../queue/claim.ts'
import { lookUp } from '../../queue/reconcile.ts'
import { auditRow, refuse } from '../../queue/settle.ts'
import type { Handler } from '../handler.ts'
import { isStuck, queueView } from './view.ts'

const busy = () =>
  fail('003', 'queue.busy', 'It is being sent or asked about right now. Try again in a moment.', {
    field: 'id',
  })

export const setAside: Handler<'queue.setAside'> = async ({ id }, { app, db, actor, ports }) => {
  const { authority, reach, submitter, timing } = app
  const row = submission(db, id)
  if (row?.state === 'sending') return busy()
  if (!row || !canLookUp(row) || !isStuck(row)) {
    return fail(
      '003',
      'queue.notStuck',
      'Only a sale or credit note that failed several times without a word on its content can be set aside.',
      { field: 'id' },
    )
  }
  if (row.state !== 'queued') return busy()
  const waitMs = (row.last_tried_at ?? 0) + timing.doubtMs - ports.clock.now()
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000)
    return fail(
      '003',
      'queue.tooSoon',
      `The last try may still be on its way. Set it aside in ${seconds} seconds.`,
      { field: 'id', params: { seconds } },
    )
  }
  const { outcome, answer } = await lookUp(authority, row)
  reach.note(answer)
  if (outcome.kind === 'accepted') {
    submitter.tryNow()
    return fail('004', 'queue.arrived', 'The authority has it after all; its signature is being fetched.', {
      field: 'id',
    })
  }
  if (outcome.kind !== 'nothingFound') {
    return fail(
      '006',
      'authority.notReached',
      'The authority cannot be reached. Nothing was changed; try again when it can.',
    )
  }
  const events: OwnEvent[] = []
  const done = db.transaction(() => {
    // Whatever was claimed meanwhile has written down its try: then this look-up says nothing about it.
    const now = submission(db, id)
    if (now?.state !== 'queued' || now.attempts !== row.attempts) return false
    const who = authorOf(actor).name
    auditRow(db, now, { kind: 'setAside', at: ports.clock.now(), who, content: { attempts: now.attempts } })
    refuse({ db, now: ports.clock.now, emit: (event) => events.push(event) }, now, {
      code: now.last_code ?? '',
      text: now.last_text ?? '',
    })
    return true
  })
  if (!done) return busy()
  for (const event of events) app.emit(event)
  app.emit({ type: 'queue.changed' })
  if (row.invoice_id !== null) app.emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
  submitter.wake()
  return ok(queueView(app, submission(db, id) ?? row))
}
