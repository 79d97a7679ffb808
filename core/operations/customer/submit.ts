import { keepCallerBody } from '../../../db/profile/callerBodies.ts'
import { customerByPin } from '../../../db/profile/customers.ts'
import { device } from '../../../db/profile/reference.ts'
import { submissionOfCustomer } from '../../../db/profile/submissions.ts'
import { ok } from '../../contract/errors.ts'
import { keepCustomer } from '../../shop/customers/keepCustomer.ts'
import { isOver, notReady, refusedBy, stillWaiting } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { isUnheard, outcomeOf } from '../shared/unheard.ts'
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
  const { submissionId } = db.transaction(() => {
    keepCallerBody(db, 'customer', input.custTin, input, ports.clock.now())
    const stored = keepCustomer(profile, input.custTin, change, modifier, (id) => isUnheard(profile, id))
    context.keeps?.(stored.submissionId)
    return stored
  })
  profile.emit({ type: 'customer.changed' })
  profile.emit({ type: 'queue.changed' })
  if (submissionId === last) profile.submitter.hurry()
  else profile.submitter.wake()
  const row = await outcomeOf(context, submissionId)
  if (row?.state === 'accepted')
    return ok({ resultCd: row.last_code ?? '000', resultMsg: row.last_text ?? 'It is succeeded' })
  return row && isOver(row) ? refusedBy(db, row) : stillWaiting(db, row)
}
