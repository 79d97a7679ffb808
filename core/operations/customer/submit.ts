import { keepCallerBody } from '../../../db/profile/callerBodies.ts'
import { customerByPin } from '../../../db/profile/customers.ts'
import { device } from '../../../db/profile/reference.ts'
import { submissionOfCustomer } from '../../../db/profile/registrations.ts'
import { keepCustomer } from '../../shop/customers/keepCustomer.ts'
import { notReady } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { submitUnnumbered } from '../shared/submitUnnumbered.ts'
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
    list_number: said.list_number ?? (before ? undefined : defaultNumber),
    pin: input.custTin,
    author,
  } as const
  const last = submissionOfCustomer(db, input.custTin)?.id
  return submitUnnumbered(context, {
    route: 'customer.submit',
    input,
    isUpsert: true,
    store: (made) => {
      keepCallerBody(db, 'customer', input.custTin, input, ports.clock.now())
      return keepCustomer(profile, before, change, modifier, made ?? 0).submissionId
    },
    stored: (id) => {
      profile.emit({ type: 'customer.changed' })
      if (id === last) profile.submitter.hurry()
    },
    answer: ({ last_code, last_text }) => ({
      resultCd: last_code ?? '000',
      resultMsg: last_text ?? 'It is succeeded',
    }),
  })
}
