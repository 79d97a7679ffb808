/** A sale at the till: priced, paid, and stored with everything that follows. */
import { invoiceByRequest, tendersOf } from '../../../db/profile/invoices.ts'
import { openShift } from '../../../db/profile/shifts.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { onCredit } from '../../fiscal/tender.ts'
import { noneOpen } from '../../shop/cash/cashFailures.ts'
import { endDraftOf } from '../../shop/sales/droppedGoods.ts'
import { priceLines } from '../../shop/sales/priceLines.ts'
import { auditReused, reusedCodes } from '../../shop/sales/references.ts'
import { settlePayment } from '../../shop/sales/settlePayment.ts'
import { type Completed, storeTillSale } from '../../shop/sales/storeTillSale.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

type Input = ParsedInputOf<'sale.complete'>

const answer = (invoice: Completed, tenders: Parameters<typeof onCredit>[0]) =>
  ok({
    invoiceId: invoice.id,
    number: invoice.number,
    total: invoice.total,
    tendered: invoice.tendered - onCredit(tenders),
    change: invoice.change,
  })

const ringUp = (input: Input, context: ProfileContext): Reply<OutputOf<'sale.complete'>> => {
  const { db } = context
  const done = invoiceByRequest(db, input.requestId)
  if (done) {
    if (done.body_hash === bodyHash(input)) return answer(done, tendersOf(db, done.id))
    return fail(
      '004',
      'sale.requestReused',
      `Another sale, ${done.number}, was already completed under this request. Start a new one.`,
      { field: 'requestId', params: { number: done.number } },
    )
  }
  if (context.profile.settings().shiftRequired && !openShift(db)) return noneOpen()
  const priced = priceLines(context, input)
  if (!priced.ok) return priced
  const payment = settlePayment(db, input, priced.data.priced.total)
  if (!payment.ok) return payment
  const reused = reusedCodes(context, input.tenders, payment.data.tenders)
  if (!reused.ok) return reused
  const completed = storeTillSale(context, input, { ...priced.data, ...payment.data })
  auditReused(context, completed, reused.data)
  const end = { became: 'completed', number: completed.number, lines: input.lines } as const
  endDraftOf(context.db, input.requestId, end, context.ports.clock.now())
  return answer(completed, payment.data.tenders)
}

export const completeSale: Handler<'sale.complete'> = (input, context) => {
  const { profile, db } = context
  // Reads and writes belong together. Inside a transaction a read also costs only a third.
  const reply = db.transaction(() => ringUp(input, context))
  if (!reply.ok) return reply
  profile.emit({ type: 'invoice.changed', invoiceId: reply.data.invoiceId })
  profile.emit({ type: 'queue.changed' })
  profile.emit({ type: 'stock.changed', itemIds: [...new Set(input.lines.map(({ itemId }) => itemId))] })
  profile.submitter.wake()
  return reply
}
