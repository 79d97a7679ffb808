import { keepCallerBody } from '../../../db/profile/callerBodies.ts'
import { customerByPin } from '../../../db/profile/customers.ts'
import { device } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import { writeCustomer } from '../../shop/customers/keepCustomer.ts'
import { invalid, notReady } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { authorsOf, saidOf } from './said.ts'

/** Changes our own record only. POST /customers sends it to the authority (`spec 4.6`). */
export const changeCustomer: Handler<'customer.change'> = (input, { profile, db, ports, actor }) => {
  if (!device(db)) return notReady()
  const { pin, custTin } = input
  if (custTin && custTin !== pin)
    return invalid('custTin', custTin, `${pin}, the PIN in the path, or omitted`)
  const before = customerByPin(db, pin)
  if (!before) return invalid('pin', pin, 'the PIN of a stored customer; save it first with POST /customers')
  const { author, modifier } = authorsOf(input, actor, before)
  const change = { ...saidOf(input), name: input.custNm ?? before.name, author }
  const row = db.transaction(() => {
    keepCallerBody(db, 'customer', pin, input, ports.clock.now())
    return writeCustomer(profile, before, change, modifier)
  })
  profile.emit({ type: 'customer.changed' })
  return ok({ custTin: pin, custNm: row.name })
}
