import { accountEntry } from '../../../db/profile/accounts.ts'
import { standingCustomer } from '../../../db/profile/customers.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import { buildPaymentSlip } from '../../printing/documents/account.ts'
import { noCustomer } from '../../shop/customers/account.ts'
import { reportHeadOf } from '../../shop/reports/figures.ts'
import { customerOf } from '../customer/view.ts'
import type { Handler } from '../shared/handler.ts'
import { printCounted } from '../shared/printCounted.ts'
import { paymentView } from './view.ts'

export const printPayment: Handler<'account.printPayment'> = (input, context) =>
  printCounted(context, input, () => {
    const { profile, db, ports, actor } = context
    const row = accountEntry(db, input.id)
    if (!row) {
      const message = 'There is no such payment. Choose one from the list.'
      return fail('801', 'account.noPayment', message, { field: 'id' })
    }
    const customer = standingCustomer(db, row.customer_id)
    if (!customer) return noCustomer('id')
    const head = reportHeadOf(profile, { name: authorOf(actor).name, at: ports.clock.now() })
    const { language } = input
    const about = { customer: customerOf(db, customer), head, language }
    return ok({
      series: `payment.${row.id}`,
      use: 'receipts' as const,
      model: (copy: number) => buildPaymentSlip(paymentView(db, row), { ...about, copy }),
    })
  })
