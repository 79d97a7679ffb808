import { customerByPin, storeTaxpayer, taxpayerByPin } from '../../../db/app/customers.ts'
import { device } from '../../../db/app/reference.ts'
import type { AppContext } from '../../context.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../handler.ts'
import { customerView, taxpayerView } from './view.ts'

/** What the authority said is believed for a day. */
const freshMs = 86_400_000
/** The till never waits for the network: after this the sale goes on with what is known here. */
const patienceMs = 3_000

/** Asks the authority, for a moment; answers whether it answered. */
const ask = async ({ app, db, ports }: AppContext, pin: string): Promise<boolean> => {
  const asked = app.authority.taxpayer(pin).then((answer) => {
    app.reach.note(answer)
    if (answer.kind === 'accepted') {
      storeTaxpayer(db, {
        pin,
        name: answer.data.name,
        active: answer.data.active ? 1 : 0,
        county: answer.data.county,
        place: answer.data.place,
        checked_at: ports.clock.now(),
      })
    }
    return answer.kind === 'accepted' || answer.kind === 'nothingFound'
  })
  const patience = new Promise<false>((resolve) => ports.clock.after(patienceMs, () => resolve(false)))
  return Promise.race([asked, patience])
}

export const lookUpCustomer: Handler<'customer.lookUp'> = async ({ pin }, context) => {
  const { db, ports } = context
  const known = taxpayerByPin(db, pin)
  const fresh = known !== undefined && ports.clock.now() - known.checked_at < freshMs
  const askedAuthority = fresh || (device(db) !== undefined && (await ask(context, pin)))
  const taxpayer = taxpayerByPin(db, pin)
  const own = customerByPin(db, pin)
  return ok({
    customer: own ? customerView(own, taxpayer) : taxpayer ? taxpayerView(taxpayer) : null,
    askedAuthority,
  })
}
