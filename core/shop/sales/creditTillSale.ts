/** A till's credit note: what it takes back, how the money goes back, and its rows. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import type { Invoice } from '../../../db/profile/invoices.ts'
import { noteClaim, type OtherNote, otherNotesOf } from '../../../db/profile/otherSales.ts'
import type { Tender } from '../../../db/profile/paymentChanges.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { creditReasons, itemTypes, paymentMethod } from '../../fiscal/codes.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { isPayment, roundingOf, roundRefund } from '../../fiscal/tender.ts'
import type { ShopContext } from '../context.ts'
import { invalid } from '../failures.ts'
import { recordReturnedGoods } from '../stock/soldGoods.ts'
import { type ChosenTender, chosenTender } from './chosenTender.ts'
import { linesToCredit, partsToCredit } from './creditLines.ts'
import { isNothing, leftOf } from './leftToCredit.ts'
import { lacksGoods, type Original, originalOf } from './original.ts'
import { paymentTable } from './payment.ts'
import { storeDocument } from './storeDocument.ts'
import { takeTillNumber } from './storeTillSale.ts'

const cashWay = 'cash '

/**
 * Distributes the refund, up to `amount` cents, over the payment methods. Change was returned in cash at the sale, and the
 * rounding counts as paid in cash. Earlier credit notes used up the methods in order. A debt was paid on account, or
 * counts as paid in cash.
 */
const paidBack = (db: Db, { paid: booked, account, refunds, ...original }: Original, amount: number) => {
  const table = paymentTable(db)
  let change = original.change + roundingOf(booked)
  const wayOf = ({ method, tender_id }: Tender) =>
    isPayment({ method }) ? `${paymentMethod(method, table)} ${tender_id ?? ''}` : cashWay
  const given = new Map<string, number>()
  for (const tender of refunds) given.set(wayOf(tender), (given.get(wayOf(tender)) ?? 0) + tender.amount)
  const paidAtOnce = booked.filter(isPayment)
  const first = account ? paidAtOnce.filter(isMoney) : paidAtOnce
  const ways = [...first, ...(account?.paid ?? [])].map((tender) => {
    const { amount: paid } = tender
    const way = wayOf(tender)
    const changed = way === cashWay ? Math.min(change, paid) : 0
    change -= changed
    const back = Math.min(given.get(way) ?? 0, paid - changed)
    given.set(way, (given.get(way) ?? 0) - back)
    return { tender, paid: paid - changed, back }
  })
  let due = amount
  const take = (wanted: number): number => {
    const taken = Math.min(wanted, due)
    due -= taken
    return taken
  }
  const inOrder = ways.map((way) => ({ ...way, amount: take(way.paid - way.back) }))
  // If more was returned by a method than was paid with it, the rest comes from any method.
  return inOrder
    .map((way) => ({ ...way, amount: way.amount + take(way.paid - way.amount) }))
    .flatMap(({ tender, amount: each }) => (each > 0 ? [{ ...tender, amount: each }] : []))
}

const isMoney = ({ method }: { method: string }): boolean => method !== 'credit'

/**
 * Returns how `amount` cents are given back. What is still owed of the sale is reduced first: nobody gets money back for
 * goods that they have not paid.
 */
const refund = (
  db: Db,
  original: Original,
  { amount, by }: { amount: number; by: ChosenTender | undefined },
): Reply<Tender[]> => {
  const { sale, account } = original
  const owed = Math.min(amount, Math.max(0, account?.owed ?? 0))
  const rest = amount - owed
  const lessOwed = owed > 0 ? [{ method: 'credit', amount: owed, reference: null }] : []
  if (rest === 0) return ok(lessOwed)
  if (by === undefined) return ok([...lessOwed, ...paidBack(db, original, rest)])
  if (!isMoney(by) || by.method === 'cashCredit') {
    const message = `Only KSh ${formatMoney(owed)} of ${sale.number} is still owed. Choose how the rest is paid back.`
    return fail('003', 'invoice.refundByCredit', message, {
      field: 'refundBy',
      params: { number: sale.number, owed: formatMoney(owed) },
    })
  }
  return ok([...lessOwed, { ...by, amount: rest }])
}

/** Another till took what is left, or is about to. */
const creditedElsewhere = (sale: Invoice, { number, till, author_name: who }: OtherNote) =>
  number === null
    ? fail('802', 'invoice.beingCredited', `${who} is crediting sale ${sale.number} at till ${till} now.`, {
        field: 'id',
        params: { number: sale.number, who, till },
      })
    : fail(
        '802',
        'invoice.creditedElsewhere',
        `${who} credited sale ${sale.number} at till ${till}: ${number}.`,
        { field: 'id', params: { number: sale.number, who, till, by: number } },
      )

type Asked = Pick<ParsedInputOf<'invoice.credit'>, 'id' | 'reason' | 'items' | 'refundBy' | 'refundTenderId'>

/**
 * Returns what a credit note takes back and gives back, without storing anything. `money` (cents) goes to the customer, and
 * `cash` is the part of it that leaves the drawer.
 */
export const planCredit = (
  { profile, db }: ShopContext,
  { id, reason, items, refundBy, refundTenderId: tenderId }: Asked,
) => {
  const original = originalOf(db, id)
  if (!original) return fail('801', 'invoice.unknown', 'There is no such sale.', { field: 'id' })
  const { sale, sent, submission } = original
  if (!creditReasons.some(({ code }) => code === reason)) {
    return invalid('reason', reason, `one of ${creditReasons.map(({ code }) => code).join(', ')}`)
  }
  const table = paymentTable(db)
  const fields = { method: 'refundBy', tenderId: 'refundTenderId', reference: '' }
  const chosen =
    refundBy === undefined
      ? ok(undefined)
      : chosenTender(
          profile,
          { method: refundBy, tenderId },
          { table, field: (name) => fields[name], isRefund: true },
        )
  if (!chosen.ok) return chosen
  const notes = creditNotesOf(db, id)
  const others = otherNotesOf(db, id)
  const left = leftOf(db, sale)
  const elsewhere = isNothing(left) ? others.at(-1) : undefined
  if (elsewhere) return creditedElsewhere(sale, elsewhere)
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
  if (submission.state === 'refused' || submission.state === 'withdrawn') {
    return fail(
      '801',
      'invoice.notApproved',
      `The authority has not approved sale ${sale.number}, so there is nothing to credit. Correct or withdraw it on the KRA screen.`,
      { field: 'id', params: { number: sale.number } },
    )
  }
  if (lacksGoods(original)) {
    const message = `Some goods of sale ${sale.number} have not reached this till yet. Wait a moment, then credit it again.`
    return fail('003', 'invoice.goodsNotHere', message, { field: 'id', params: { number: sale.number } })
  }
  const parts = partsToCredit(left, items, { ...sale, others })
  if (!parts.ok) return parts
  const lines = linesToCredit(parts.data, left, sent)
  const amount = lines.reduce((sum, { kept }) => sum + kept.total, 0)
  const exact = refund(db, original, { amount, by: chosen.data })
  if (!exact.ok) return exact
  // A sale that took whole shillings returns them also after the owner has switched the rounding off.
  const isRounded = profile.settings().roundCash || roundingOf(original.paid) !== 0
  const isCash = (method: string) => isPayment({ method }) && paymentMethod(method, table) === 'cash'
  const back: Tender[] = isRounded
    ? roundRefund(exact.data, roundingOf(original.refunds), isCash)
    : exact.data
  const sumOf = (counts: (method: string) => boolean) =>
    back.reduce((sum, each) => (counts(each.method) ? sum + each.amount : sum), 0)
  const by = chosen.data
  const method = by?.method ?? sale.payment_method
  const lessOwed = sumOf((method) => !isMoney({ method }))
  const money = sumOf((method) => isPayment({ method })) - lessOwed
  return ok({
    sale,
    original,
    submission,
    reason,
    sent,
    lines,
    amount,
    back,
    cash: sumOf(isCash),
    money,
    lessOwed,
    by,
    method,
  })
}

export type CreditPlan = Extract<ReturnType<typeof planCredit>, { ok: true }>['data']

/**
 * Stores the credit note and what follows from it. Call it inside a transaction, after {@link planCredit}. `claim`: what the
 * hub gave for it; null: the till asked for nothing.
 */
export const storeCredit = (
  context: ShopContext,
  { sale, original, submission, reason, sent, lines, back, method }: CreditPlan,
  {
    returnStock,
    request,
    claim,
  }: { returnStock: boolean; request: { id: string; hash: string } | undefined; claim: string | null },
): { id: number; number: string; total: number } => {
  const { profile, db, actor } = context
  const number = takeTillNumber(db, 'till.creditNote', `${profile.settings().tillName}-CN`)
  const stored = storeDocument(context, {
    kind: 'creditNote',
    source: 'till',
    number,
    traderNumber: null,
    credits: { id: original.other ? null : sale.id, uid: original.other?.uid ?? null, reason },
    saleDate: null,
    confirmedAt: null,
    author: authorOf(actor),
    buyer: { pin: sent.buyerPin, name: sent.buyerName },
    method,
    rates: sent.rates,
    remark: null,
    body: null,
    request,
    lines,
    tenders: back,
    // The signer of the branch lets it wait for a sale of another till.
    needs:
      submission.id === null || submission.state === 'accepted'
        ? []
        : [{ id: submission.id, need: 'accepted' }],
  })
  if (claim !== null && !noteClaim(db, claim, stored.id))
    throw new Error(`The claim of credit note ${number} was dropped before it was made`)
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
  return { id: stored.id, number, total: stored.total }
}

/** Tells windows what a credit note changed. */
export const announceCredit = (
  { profile }: ShopContext,
  { sale, back }: CreditPlan,
  { id, returnStock }: { id: number; returnStock: boolean },
): void => {
  profile.emit({ type: 'invoice.changed', invoiceId: sale.id })
  profile.emit({ type: 'invoice.changed', invoiceId: id })
  profile.emit({ type: 'queue.changed' })
  if (back.some((each) => !isMoney(each))) profile.emit({ type: 'customer.changed' })
  if (returnStock) profile.emit({ type: 'stock.changed' })
  profile.submitter.wake()
}
