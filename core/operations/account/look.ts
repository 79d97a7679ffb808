import { customerByNumber } from '../../../db/profile/customers.ts'
import { ok } from '../../contract/errors.ts'
import { centsToWire } from '../../fiscal/money.ts'
import { standingOf } from '../../shop/customers/account.ts'
import { invalid } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { accountHead } from './restView.ts'
import { mostOpen } from './view.ts'

const isoOf = (moment: number) => new Date(moment).toISOString()

/** The number of a merged customer finds the one that has its debts now. */
export const lookAtAccount: Handler<'account.look'> = ({ number }, { profile, db }) =>
  db.transaction(() => {
    const customer = customerByNumber(db, number)
    if (!customer) return invalid('number', String(number), 'the number of a customer')
    const { open, owed, since, ageing } = standingOf(profile, customer.id)
    const [days0to30, days31to60, days61to90, over90] = ageing
    return ok({
      ...accountHead(customer, owed),
      since: since === null ? null : isoOf(since),
      ageing: {
        days0to30: centsToWire(days0to30),
        days31to60: centsToWire(days31to60),
        days61to90: centsToWire(days61to90),
        over90: centsToWire(over90),
      },
      open: open.slice(0, mostOpen).map((sale) => ({
        invcNo: sale.number,
        soldAt: isoOf(sale.soldAt),
        credit: centsToWire(sale.credit),
        owed: centsToWire(sale.owed),
      })),
    })
  })
