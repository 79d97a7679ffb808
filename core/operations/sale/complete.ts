/** A sale at the till: priced, paid, and stored with everything that follows. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { invoiceByRequest, tendersOf } from '../../../db/profile/invoices.ts'
import { draftOfRequest } from '../../../db/profile/saleDrafts.ts'
import { openShift } from '../../../db/profile/shifts.ts'
import { auditProformaSold, type Unofficial, unofficialById } from '../../../db/profile/unofficial.ts'
import { whoOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { onCredit, roundingOf } from '../../fiscal/tender.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { noneOpen } from '../../shop/cash/cashFailures.ts'
import { buyerOf, demandCredit, sellTo } from '../../shop/customers/account.ts'
import { type ClaimedPlan, creditClaimed } from '../../shop/sales/claimCredit.ts'
import { storeCredit } from '../../shop/sales/creditTillSale.ts'
import { endDraft, hiddenVoid } from '../../shop/sales/droppedGoods.ts'
import { actsOfReturn, creditRequestOf, paymentBy, planReturn, returnOf } from '../../shop/sales/exchange.ts'
import { priceLines } from '../../shop/sales/priceLines.ts'
import { auditReused, reusedCodes } from '../../shop/sales/references.ts'
import { settlePayment } from '../../shop/sales/settlePayment.ts'
import { type Completed, storeTillSale } from '../../shop/sales/storeTillSale.ts'
import { noProforma } from '../../shop/unofficial/failures.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { openDrawerFor } from '../shared/openDrawer.ts'
import { alreadyCompleted } from './alreadyCompleted.ts'

type Input = ParsedInputOf<'sale.complete'>

const answer = (
  invoice: Completed,
  tenders: { method: string; amount: number }[],
  returned: ReturnType<typeof returnOf>,
) =>
  ok({
    ...(returned && { returned }),
    invoiceId: invoice.id,
    number: invoice.number,
    total: invoice.total,
    tendered: invoice.tendered - onCredit(tenders) + roundingOf(tenders),
    change: invoice.change,
    rounding: roundingOf(tenders),
  })

const proformaOf = (db: Db, { proforma }: Input): Reply<Unofficial | undefined> => {
  const paper = proforma === undefined ? undefined : unofficialById(db, proforma, ['PS'])
  return proforma !== undefined && !paper ? noProforma('proforma') : ok(paper)
}

/** `claimed`: the goods that come back, if there are any. */
const ringUp = (
  input: Input,
  context: ProfileContext,
  claimed: ClaimedPlan | null,
): Reply<OutputOf<'sale.complete'>> => {
  const { db } = context
  const done = invoiceByRequest(db, input.requestId)
  if (done && done.body_hash === bodyHash(input))
    return answer(done, tendersOf(db, done.id), returnOf(db, done))
  const other = done && alreadyCompleted(db, input.requestId)
  if (other) return other
  if (context.profile.settings().shiftRequired && !openShift(db)) return noneOpen()
  const proforma = proformaOf(db, input)
  if (!proforma.ok) return proforma
  const priced = priceLines(context, input)
  if (!priced.ok) return priced
  const returned = claimed?.plan ?? null
  const { total } = priced.data.priced
  const refund = returned ? paymentBy(returned, total) : undefined
  const payment = settlePayment(context.profile, input, total, { returned: refund })
  if (!payment.ok) return payment
  const bought = buyerOf(context, input.buyer)
  if (!bought.ok) return bought
  const { customer, buyer } = bought.data
  const credit = onCredit(payment.data.tenders)
  const above = demandCredit(context, customer, { credit, document: input.requestId })
  if (!above.ok) return above
  const reused = reusedCodes(context, input.tenders, payment.data.tenders, { document: input.requestId })
  if (!reused.ok) return reused
  const draft = draftOfRequest(db, input.requestId)
  const hidden = hiddenVoid(context, draft, input.lines)
  const back = returned ? actsOfReturn(context, returned, payment.data) : []
  const acts = [...priced.data.acts, ...above.data, ...reused.data.acts, ...hidden, ...back]
  const allowed = mayAct(context, acts)
  if (!allowed.ok) return allowed
  const { tenders } = payment.data
  if (returned && input.returned) {
    const request = { id: creditRequestOf(input.requestId), hash: bodyHash(input) }
    const { returnStock } = input.returned
    const claim = claimed?.claim ?? null
    const note = storeCredit(context, returned, { returnStock, request, claim })
    // What the credit note pays comes after the customer's own payments.
    if (refund) tenders[input.tenders.length] = { ...refund, reference: note.number }
  }
  const completed = storeTillSale(context, input, { ...priced.data, ...payment.data, buyer })
  allowed.data(completed.number)
  if (customer) sellTo(context, customer, completed, { credit, above: above.data[0]?.amount ?? 0 })
  auditReused(context, completed, reused.data)
  if (proforma.data)
    auditProformaSold(db, proforma.data, {
      number: completed.number,
      who: whoOf(context.actor),
      at: context.ports.clock.now(),
    })
  const end = { became: 'completed', number: completed.number, lines: input.lines } as const
  if (draft) endDraft(db, draft, end, context.profile.now())
  const given = returned && returnOf(db, { id: completed.id, request_id: input.requestId })
  openDrawerFor(context, given && 'back' in given ? [...tenders, given.back] : tenders)
  return answer(completed, tenders, given)
}

const completeAtOnce = (
  input: Input,
  context: ProfileContext,
  claimed: ClaimedPlan | null,
): Reply<OutputOf<'sale.complete'>> => {
  const { profile, db } = context
  // Reads and writes belong together. Inside a transaction a read also costs only a third.
  const reply = db.transaction(() => ringUp(input, context, claimed))
  if (!reply.ok) return reply
  profile.emit({ type: 'invoice.changed', invoiceId: reply.data.invoiceId })
  profile.emit({ type: 'queue.changed' })
  if (input.buyer || input.returned) profile.emit({ type: 'customer.changed' })
  profile.emit({ type: 'stock.changed', itemIds: [...new Set(input.lines.map(({ itemId }) => itemId))] })
  if (reply.data.returned && input.returned) {
    profile.emit({ type: 'invoice.changed', invoiceId: input.returned.id })
    profile.emit({ type: 'invoice.changed', invoiceId: reply.data.returned.invoiceId })
    profile.emit({ type: 'stock.changed' })
  }
  profile.submitter.wake()
  return reply
}

export const completeSale: Handler<'sale.complete'> = (input, context) => {
  const { returned } = input
  if (!returned || invoiceByRequest(context.db, input.requestId)) return completeAtOnce(input, context, null)
  const planning = () => planReturn(context, returned)
  return creditClaimed(context, { saleId: returned.id, planning, may: ok }, (claimed) =>
    completeAtOnce(input, context, claimed),
  )
}
