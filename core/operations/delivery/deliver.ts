/**
 * Goods that arrived. Against a supplier's invoice: its links, its confirmation, the goods and their costs are stored in
 * one transaction, once per request. The goods are on hand at once. The authority gets the confirmation first, and the
 * goods when that is settled. If it rejects the confirmation, the goods are in the shop nevertheless: their record is
 * sent, so that our stock and the authority's agree, and the confirmation waits on the KRA screen for a manager.
 */
import { deliveryOfPurchase, lastDecision } from '../../../db/profile/deliveries.ts'
import { itemById } from '../../../db/profile/items.ts'
import { type PurchaseRow, purchaseById, submissionOfPurchase } from '../../../db/profile/purchases.ts'
import { device } from '../../../db/profile/reference.ts'
import type { DeliveryShown } from '../../contract/delivery.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { toWireDateTime } from '../../fiscal/dates.ts'
import { multiply, scale } from '../../fiscal/money.ts'
import { isOpen, type Need } from '../../queue/enqueue.ts'
import { invalid, itemNotFound, notReady } from '../../shop/failures.ts'
import { goodsAt } from '../../shop/items/goodsAt.ts'
import { isService } from '../../shop/items/isService.ts'
import { isConfirmable, queueConfirmation } from '../../shop/purchases/confirmation.ts'
import { type Arrived, deliveredBefore, storeDelivery } from '../../shop/purchases/deliver.ts'
import { contentOf } from '../../shop/purchases/find.ts'
import { type Linked, learn, matchLines } from '../../shop/purchases/links.ts'
import { paymentOf } from '../../shop/sales/payment.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { noInvoice, wholeDelivery } from './view.ts'

type Deliver = ParsedInputOf<'delivery.deliver'>

const demandDeliverable = ({ db }: ProfileContext, purchase: PurchaseRow): Reply<null> => {
  const field = 'invoiceId'
  const params = { number: purchase.number }
  const done = deliveryOfPurchase(db, purchase.id)
  if (done)
    return fail(
      '004',
      'delivery.done',
      `The invoice ${purchase.number} was delivered before, as delivery ${done.number}. Enter what came later by hand.`,
      { field, params: { ...params, delivery: done.number } },
    )
  if (lastDecision(db, purchase.id)?.act === 'refused')
    return fail(
      '003',
      'delivery.refused',
      `The invoice ${purchase.number} was declined here. Take it up again first.`,
      { field, params },
    )
  if (!isConfirmable(contentOf(purchase)))
    return fail(
      '003',
      'delivery.noSale',
      `The invoice ${purchase.number} is a supplier's credit note, or has no goods. Nothing can be delivered against it.`,
      { field, params },
    )
  return ok(null)
}

/** Each line of the invoice with the item and the units that the person chose. */
const linesOf = ({ db }: ProfileContext, purchase: PurchaseRow, input: Deliver): Reply<Linked[]> => {
  const known = matchLines(db, contentOf(purchase))
  if (input.lines.length !== known.length)
    return invalid('lines', String(input.lines.length), `one entry per line of the invoice, ${known.length}`)
  const chosen = new Map<string, { itemId: number; units: number }>()
  const linked: Linked[] = []
  for (const [index, match] of known.entries()) {
    const { itemId, units, received } = input.lines[index] as Deliver['lines'][number]
    const item = itemById(db, itemId)
    if (!item) return itemNotFound(`lines[${index}].itemId`, String(itemId))
    const other = chosen.get(match.line.itemCode)
    if (other && other.itemId !== itemId)
      return fail(
        '003',
        'delivery.linkedTwice',
        `Line ${index + 1}: another line with the supplier's code ${match.line.itemCode} has another item. Choose one item for both.`,
        { field: `lines[${index}].itemId`, params: { line: index + 1, code: match.line.itemCode } },
      )
    if (other && other.units !== units)
      return fail(
        '003',
        'delivery.unitsTwice',
        `Line ${index + 1}: another line with the supplier's code ${match.line.itemCode} has other units. Enter the same for both.`,
        { field: `lines[${index}].units`, params: { line: index + 1, code: match.line.itemCode } },
      )
    if (scale(match.line.quantity, units, 100) === 0 && received > 0)
      return invalid(`lines[${index}].units`, String(units), 'at least 0.01 of the item for the whole line')
    chosen.set(match.line.itemCode, { itemId, units })
    const isNew = match.isNew || match.item?.id !== itemId || match.units !== units
    linked.push({ ...match, item, units, isNew })
  }
  return ok(linked)
}

/** A service has no stock: it counts as come. */
const arrivedLines = (lines: Linked[], input: Deliver): Arrived['lines'] =>
  lines.map(({ line, item, units }, index) => {
    const expected = scale(line.quantity, units, 100)
    const received = isService(item) ? expected : (input.lines[index]?.received ?? 0)
    return {
      item,
      supplier_code: line.itemCode,
      supplier_item_name: line.itemName,
      invoiced: line.quantity,
      units,
      expected,
      received,
      unit_cost: expected === 0 ? 0 : scale(line.total, 100, expected),
      total: expected === 0 ? 0 : scale(line.total, received, expected),
    }
  })

/** Queues the confirmation, unless it is on its way or was accepted. Returns what the goods wait for. */
const confirm = (
  context: ProfileContext,
  purchase: PurchaseRow,
  lines: Linked[],
  remark: string | null,
): Need[] => {
  const { profile, db, ports } = context
  const before = submissionOfPurchase(db, purchase.id)
  if (before && (isOpen(before) || before.state === 'accepted')) {
    learn(db, contentOf(purchase), { lines, at: ports.clock.now() })
    // An accepted confirmation releases nobody any more.
    return isOpen(before) ? [{ id: before.id, need: 'settled' }] : []
  }
  const invoice = contentOf(purchase)
  const method = paymentOf(db, 'paymentMethod', invoice.paymentMethod)
  const confirmedAt = toWireDateTime(profile.day.sure())
  const { queueId } = queueConfirmation(context, purchase, {
    lines,
    // The till does not ask how the shop pays, so the supplier's word stands.
    method: (method.ok ? method.data : null) ?? '01',
    confirmedAt,
    remark,
    body: { cfmDt: confirmedAt, remark, lines: lines.map(({ item, units }) => [item.id, units]) },
  })
  return [{ id: queueId, need: 'settled' }]
}

/** Stores once, and tells the windows. */
const delivered = (
  context: ProfileContext,
  input: { requestId: string },
  arrivedOf: () => Reply<Arrived>,
): Reply<DeliveryShown> => {
  const { profile, db } = context
  if (!device(db)) return notReady()
  const stored = db.transaction(() => {
    const before = deliveredBefore(context, input)
    if (before) return before
    const arrived = arrivedOf()
    return arrived.ok ? ok(storeDelivery(context, arrived.data, input)) : arrived
  })
  if (!stored.ok) return stored
  const shown = wholeDelivery(stored.data, context)
  const itemIds = shown.goods.flatMap(({ itemId }) => itemId ?? [])
  profile.emit({ type: 'stock.changed', itemIds })
  profile.emit({ type: 'item.changed', itemIds })
  profile.emit({ type: 'queue.changed' })
  profile.emit({ type: 'purchase.changed' })
  profile.submitter.wake()
  return ok(shown)
}

export const deliver: Handler<'delivery.deliver'> = (input, context) =>
  delivered(context, input, () => {
    const purchase = purchaseById(context.db, input.invoiceId)
    if (!purchase) return noInvoice('invoiceId')
    const deliverable = demandDeliverable(context, purchase)
    if (!deliverable.ok) return deliverable
    const lines = linesOf(context, purchase, input)
    if (!lines.ok) return lines
    const { supplierName: name, supplierPin: pin } = contentOf(purchase)
    const remark = input.remark || null
    return ok({
      type: '02',
      purchaseId: purchase.id,
      supplier: { name, pin },
      remark,
      lines: arrivedLines(lines.data, input),
      needs: confirm(context, purchase, lines.data, remark),
    })
  })

export const enterDelivery: Handler<'delivery.enter'> = (input, context) =>
  delivered(context, input, () => {
    const lines: Arrived['lines'] = []
    for (const [index, { itemId, quantity, unitCost }] of input.lines.entries()) {
      const goods = goodsAt(context.db, `lines[${index}].itemId`, itemId)
      if (!goods.ok) return goods
      lines.push({
        item: goods.data,
        supplier_code: null,
        supplier_item_name: null,
        invoiced: null,
        units: 100,
        expected: null,
        received: quantity,
        unit_cost: unitCost,
        total: multiply(unitCost, quantity),
      })
    }
    return ok({
      type: input.kind === 'imported' ? '01' : '02',
      purchaseId: null,
      supplier: { name: input.supplierName, pin: input.supplierPin ?? null },
      remark: input.remark || null,
      lines,
      needs: [],
    })
  })
