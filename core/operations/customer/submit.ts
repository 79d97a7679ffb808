import { keepCallerBody } from '../../../db/profile/callerBodies.ts'
import { customerByPin } from '../../../db/profile/customers.ts'
import { device } from '../../../db/profile/reference.ts'
import { submission, submissionOfCustomer } from '../../../db/profile/submissions.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { isOpen } from '../../queue/enqueue.ts'
import { awaitOutcome } from '../../shop/awaitOutcome.ts'
import { keepCustomer } from '../../shop/customers/keepCustomer.ts'
import { notReady } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { unnumbered } from '../shared/unnumbered.ts'
import { authorsOf, saidOf } from './said.ts'

/** `spec 2.4`. */
const defaultNumber = '000'

/** Stores and queues the customer, then waits for the authority. A repeated call waits for the same submission. */
export const submitCustomer: Handler<'customer.submit'> = async (input, context) => {
  const { profile, db, ports, actor } = context
  if (!device(db)) return notReady()
  const before = customerByPin(db, input.custTin)
  const { author, modifier } = authorsOf(input, actor, before)
  const said = saidOf(input)
  const change = {
    ...said,
    name: input.custNm,
    number: said.number ?? (before ? undefined : defaultNumber),
    author,
  } as const
  const last = submissionOfCustomer(db, input.custTin)?.id
  const sameCall = unnumbered(context, {
    route: 'customer.submit',
    hash: bodyHash(input),
    isOpen: (id) => isOpen(submission(db, Number(id))),
    isUpsert: true,
  })
  const kept = db.transaction((): Reply<number> => {
    const made = sameCall.number()
    if (!made.ok) return made
    keepCallerBody(db, 'customer', input.custTin, input, ports.clock.now())
    const { submissionId } = keepCustomer(profile, input.custTin, change, modifier, Number(made.data))
    sameCall.keep(String(submissionId))
    context.keeps?.(submissionId)
    return ok(submissionId)
  })
  if (!kept.ok) return kept
  profile.emit({ type: 'customer.changed' })
  profile.emit({ type: 'queue.changed' })
  if (kept.data === last) profile.submitter.hurry()
  else profile.submitter.wake()
  const answered = await awaitOutcome(context, kept.data)
  const reply = answered.ok
    ? ok({
        resultCd: answered.data.last_code ?? '000',
        resultMsg: answered.data.last_text ?? 'It is succeeded',
      })
    : answered
  sameCall.answered(String(kept.data), reply)
  return reply
}
