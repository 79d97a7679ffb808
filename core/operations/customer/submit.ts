import { keepCallerBody } from '../../../db/app/callerBodies.ts'
import { customerByPin } from '../../../db/app/customers.ts'
import { device } from '../../../db/app/reference.ts'
import { submissionOfCustomer } from '../../../db/app/submissions.ts'
import { ok } from '../../contract/errors.ts'
import { keepCustomer } from '../../shop/customers/keepCustomer.ts'
import { isOver, notReady, refusedBy, stillWaiting } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { isUnheard, outcomeOf } from '../shared/unheard.ts'
import { authorsOf, saidOf } from './said.ts'

/** `spec 2.4`. */
const defaultNumber = '000'

/** Kept and queued, then the authority's answer is awaited; repeated while it is out, the call waits for the same one. */
export const submitCustomer: Handler<'customer.submit'> = async (input, context) => {
  const { app, db, ports, actor } = context
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
    const stored = keepCustomer(app, input.custTin, change, modifier, (id) => isUnheard(app, id))
    context.keeps?.(stored.submissionId)
    return stored
  })
  app.emit({ type: 'customer.changed' })
  app.emit({ type: 'queue.changed' })
  if (submissionId === last) app.submitter.hurry()
  else app.submitter.wake()
  const row = await outcomeOf(context, submissionId)
  if (row?.state === 'accepted')
    return ok({ resultCd: row.last_code ?? '000', resultMsg: row.last_text ?? 'It is succeeded' })
  return row && isOver(row) ? refusedBy(db, row) : stillWaiting(db, row)
}
