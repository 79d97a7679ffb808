/** A sale in training: priced and paid as any other, and stored as a paper alone. */
import { unofficialByRequest } from '../../../db/profile/unofficial.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/index.ts'
import { onCredit, roundingOf } from '../../fiscal/tender.ts'
import { buyerOf } from '../../shop/customers/account.ts'
import { priceLines } from '../../shop/sales/priceLines.ts'
import { settlePayment } from '../../shop/sales/settlePayment.ts'
import { contentOf } from '../../shop/unofficial/content.ts'
import { madeBefore, refusedInTraining } from '../../shop/unofficial/failures.ts'
import { paperLines, storeUnofficial } from '../../shop/unofficial/store.ts'
import type { Handler } from '../shared/handler.ts'

type Made = OutputOf<'sale.complete'>

const answer = (
  { id, number, total }: { id: number; number: string; total: number },
  { tenders, change }: { tenders: { method: string; amount: number }[]; change: number },
): Reply<Made> =>
  ok({
    invoiceId: id,
    number,
    total,
    tendered: total + change - onCredit(tenders) + roundingOf(tenders),
    change,
    rounding: roundingOf(tenders),
  })

/** No act needs approval: nothing is at stake. */
export const completeInTraining: Handler<'sale.complete'> = (input, context) => {
  const { db, profile } = context
  // An exchange brings back goods of a real sale.
  if (input.returned) return refusedInTraining()
  const request = { id: input.requestId, hash: bodyHash(input) }
  const made = db.transaction((): Reply<Made> => {
    const before = unofficialByRequest(db, request.id)
    if (before) {
      const same = madeBefore(before, { label: 'TS', hash: request.hash })
      return same.ok ? answer(same.data, contentOf(before)) : same
    }
    const priced = priceLines(context, input)
    if (!priced.ok) return priced
    const payment = settlePayment(profile, input, priced.data.priced.total)
    if (!payment.ok) return payment
    const bought = buyerOf(context, input.buyer)
    if (!bought.ok) return bought
    const { tenders, change } = payment.data
    const content = {
      lines: paperLines(priced.data, input.lines),
      tenders,
      change,
      rates: priced.data.rates,
    }
    const stored = storeUnofficial(context, { label: 'TS', buyer: bought.data.buyer, content, request })
    return answer(stored, content)
  })
  if (made.ok) profile.emit({ type: 'unofficial.changed' })
  return made
}
