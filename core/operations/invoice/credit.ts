/** Credits a sale at the till: everything that earlier credit notes left, or parts of its lines. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import { type Invoice, invoiceById, invoiceByRequest, tendersOf } from '../../../db/profile/invoices.ts'
import { paidOf, paymentChangeOf } from '../../../db/profile/paymentChanges.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { creditReasons, itemTypes, paymentMethod } from '../../fiscal/codes.ts'
import { salePayload } from '../../queue/records.ts'
import { invalid, isOver, missing } from '../../shop/failures.ts'
import { linesToCredit, partsToCredit } from '../../shop/sales/creditLines.ts'
import { isNothing, leftOf } from '../../shop/sales/leftToCredit.ts'
import { paymentTable } from '../../shop/sales/payment.ts'
import { storeDocument } from '../../shop/sales/storeDocument.ts'
import { takeTillNumber } from '../../shop/sales/storeTillSale.ts'
import { recordReturnedGoods } from '../../shop/stock/soldGoods.ts'
import type { Handler } from '../shared/handler.ts'

type Input = ParsedInputOf<'invoice.credit'>
type Made = OutputOf<'invoice.credit'>

/**
 * Distributes the refund, up to `amount` cents, over the payment methods. Change was returned in cash at the sale.
 * Earlier credit notes used up the methods in order.
 */
const paidBack = (db: Db, sale: Invoice, amount: number) => {
  const table = paymentTable(db)
  let change = paymentChangeOf(db, sale.id)?.change ?? sale.change
  const given = new Map<string, number>()
  for (const note of creditNotesOf(db, sale.id))
    for (const tender of tendersOf(db, note.id))
      given.set(tender.method, (given.get(tender.method) ?? 0) + tender.amount)
  const ways = paidOf(db, sale.id).map(({ method, amount: paid, reference }) => {
    const changed = paymentMethod(method, table) === 'cash' ? Math.min(change, paid) : 0
    change -= changed
    const back = Math.min(given.get(method) ?? 0, paid - changed)
    given.set(method, (given.get(method) ?? 0) - back)
    return { method, paid: paid - changed, back, reference }
  })
  let due = amount
  const take = (wanted: number): number => {
    const taken = Math.min(wanted, due)
    due -= taken
    return taken
  }
  const first = ways.map((way) => ({ ...way, amount: take(way.paid - way.back) }))
  // If more was returned by a method than was paid with it, the rest comes from any method.
  return first
    .map((way) => ({ ...way, amount: way.amount + take(way.paid - way.amount) }))
    .flatMap(({ method, amount: each, reference }) => (each > 0 ? [{ method, amount: each, reference }] : []))
}

/** Returns what this request already created, so that a double press or a lost response credits nothing twice. */
const madeBefore = (db: Db, input: Input): Reply<Made> | undefined => {
  const note = input.requestId === undefined ? undefined : invoiceByRequest(db, input.requestId)
  if (!note) return undefined
  if (note.body_hash === bodyHash(input))
    return ok({ invoiceId: note.id, number: note.number, total: note.total })
  return fail(
    '004',
    'invoice.requestReused',
    `${note.number} was already created under this request. Look at it before you credit more.`,
    { field: 'requestId', params: { number: note.number } },
  )
}

export const creditSale: Handler<'invoice.credit'> = (input, context) => {
  const { profile, db, actor } = context
  const { id, reason, returnStock, items, refundBy, requestId } = input
  const before = madeBefore(db, input)
  if (before) return before
  // A second press on a part would credit the same quantity again.
  if (items && requestId === undefined) return missing('requestId')
  const sale = invoiceById(db, id)
  if (sale?.kind !== 'sale') return fail('801', 'invoice.unknown', 'There is no such sale.', { field: 'id' })
  if (!creditReasons.some(({ code }) => code === reason)) {
    return invalid('reason', reason, `one of ${creditReasons.map(({ code }) => code).join(', ')}`)
  }
  const table = paymentTable(db)
  if (refundBy !== undefined && !table.some(({ code }) => code === refundBy)) {
    return invalid('refundBy', refundBy, `one of ${table.map(({ code }) => code).join(', ')}`)
  }
  const notes = creditNotesOf(db, id)
  const left = leftOf(db, sale)
  const credited = isNothing(left) ? notes.at(-1) : undefined
  // A rejected credit note must be corrected or withdrawn first. Resent later, it would credit the same goods again.
  const refused = notes.find(({ state }) => state === 'refused')
  const earlier = refused ?? credited
  if (earlier) {
    const params = { number: sale.number, by: earlier.number }
    return refused && !isNothing(left)
      ? fail(
          '802',
          'invoice.creditRefused',
          `Sale ${sale.number} is already credited by ${earlier.number}, which the authority rejected. Correct or withdraw that on the KRA screen first.`,
          { field: 'id', params },
        )
      : fail('802', 'invoice.credited', `Sale ${sale.number} is already credited by ${earlier.number}.`, {
          field: 'id',
          params,
        })
  }
  const submission = submissionOfInvoice(db, id)
  if (!submission || isOver(submission)) {
    return fail(
      '801',
      'invoice.notApproved',
      `The authority has not approved sale ${sale.number}, so there is nothing to credit. Correct or withdraw it on the KRA screen.`,
      { field: 'id', params: { number: sale.number } },
    )
  }
  const sent = salePayload.parse(JSON.parse(submission.payload))
  const parts = partsToCredit(left, items, sale)
  if (!parts.ok) return parts
  const lines = linesToCredit(parts.data, left, sent)
  const note = db.transaction(() => {
    const number = takeTillNumber(db, 'till.creditNote', `${profile.settings().tillName}-CN`)
    const amount = lines.reduce((sum, { kept }) => sum + kept.total, 0)
    const chosen = refundBy === undefined ? null : paymentMethod(refundBy, table)
    const stored = storeDocument(context, {
      kind: 'creditNote',
      source: 'till',
      number,
      traderNumber: null,
      credits: { id: sale.id, reason },
      saleDate: null,
      confirmedAt: null,
      author: authorOf(actor),
      buyer: { pin: sent.buyerPin, name: sent.buyerName },
      method: chosen ?? sale.payment_method,
      rates: sent.rates,
      remark: null,
      body: null,
      request: requestId === undefined ? undefined : { id: requestId, hash: bodyHash(input) },
      lines,
      tenders: chosen === null ? paidBack(db, sale, amount) : [{ method: chosen, amount, reference: null }],
      needs: submission.state === 'accepted' ? [] : [{ id: submission.id, need: 'accepted' }],
    })
    if (returnStock) {
      const goods = lines.flatMap(({ kept }) =>
        kept.item_type === itemTypes.service || kept.item_id === null
          ? []
          : [{ itemId: kept.item_id, quantity: kept.quantity }],
      )
      recordReturnedGoods(context, {
        invoiceId: stored.id,
        number,
        submissionId: stored.submissionId,
        goods: new Map(goods.map((each) => [each.itemId, each])),
        payload: stored.payload,
        lines: goods,
      })
    }
    return { invoiceId: stored.id, number, total: stored.total }
  })
  profile.emit({ type: 'invoice.changed', invoiceId: sale.id })
  profile.emit({ type: 'invoice.changed', invoiceId: note.invoiceId })
  profile.emit({ type: 'queue.changed' })
  if (returnStock) profile.emit({ type: 'stock.changed' })
  profile.submitter.wake()
  return ok(note)
}
