/** Credits a sale at the till: everything that earlier credit notes left, or parts of its lines. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { invoiceByRequest, tendersOf } from '../../../db/profile/invoices.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { roundingOf } from '../../fiscal/tender.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { cashBeyond } from '../../shop/cash/drawer.ts'
import { missing } from '../../shop/failures.ts'
import { creditClaimed } from '../../shop/sales/claimCredit.ts'
import { announceCredit, type CreditPlan, planCredit, storeCredit } from '../../shop/sales/creditTillSale.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { openDrawerFor } from '../shared/openDrawer.ts'

type Input = ParsedInputOf<'invoice.credit'>
type Made = OutputOf<'invoice.credit'>

/** Returns what this request already created, so that a double press or a lost response credits nothing twice. */
const madeBefore = (db: Db, input: Input): Reply<Made> | undefined => {
  const note = input.requestId === undefined ? undefined : invoiceByRequest(db, input.requestId)
  if (!note) return undefined
  if (note.body_hash === bodyHash(input))
    return ok({
      invoiceId: note.id,
      number: note.number,
      total: note.total,
      rounding: roundingOf(tendersOf(db, note.id)),
    })
  return fail(
    '004',
    'invoice.requestReused',
    `${note.number} was already created under this request. Look at it before you credit more.`,
    { field: 'requestId', params: { number: note.number } },
  )
}

const actsOf = ({ profile }: ProfileContext, { amount, sale, cash }: CreditPlan) => [
  { act: 'creditNote' as const, amount, document: sale.number },
  ...cashBeyond(profile, cash, sale.number),
]

export const creditSale: Handler<'invoice.credit'> = async (input, context) => {
  const { db } = context
  const { id: saleId, returnStock, items, requestId } = input
  const before = madeBefore(db, input)
  if (before) return before
  // A second press on a part would credit the same quantity again.
  if (items && requestId === undefined) return missing('requestId')
  const crediting = {
    saleId,
    planning: () => planCredit(context, input),
    may: (plan: CreditPlan) => mayAct(context, actsOf(context, plan)),
  }
  return creditClaimed(context, crediting, ({ plan, claim }) => {
    // The same request may have come twice, and this one waited for its turn.
    const again = madeBefore(db, input)
    if (again) return again
    const made = db.transaction((): Reply<Made> => {
      const allowed = mayAct(context, actsOf(context, plan))
      if (!allowed.ok) return allowed
      const request = requestId === undefined ? undefined : { id: requestId, hash: bodyHash(input) }
      const { id, number, total } = storeCredit(context, plan, { returnStock, request, claim })
      allowed.data(number)
      openDrawerFor(context, plan.back)
      return ok({ invoiceId: id, number, total, rounding: roundingOf(plan.back) })
    })
    if (made.ok) announceCredit(context, plan, { id: made.data.invoiceId, returnStock })
    return made
  })
}
