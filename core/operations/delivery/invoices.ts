import { invoiceOf, invoicesBefore, lastDecision } from '../../../db/profile/deliveries.ts'
import { purchaseById } from '../../../db/profile/purchases.ts'
import { device } from '../../../db/profile/reference.ts'
import { isCashier } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { notReady } from '../../shop/failures.ts'
import { contentOf } from '../../shop/purchases/find.ts'
import { matchLines } from '../../shop/purchases/links.ts'
import { pullPurchases, purchasePull } from '../../shop/purchases/pull.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { invoiceView, matchedView, noInvoice } from './view.ts'

export const listInvoices: Handler<'delivery.invoices'> = ({ filter, text, cursor, limit }, context) => {
  const { db, profile } = context
  const from = readCursor(cursor, ['string', 'number'])
  if (!from.ok) return from
  const after = from.data && { soldOn: from.data[0], id: from.data[1] }
  const found = invoicesBefore(db, { filter, text, after, limit: limit + 1 })
  const { rows, next } = pageOf(found, limit, ({ sold_on, id }) => [sold_on, id])
  return ok({
    invoices: rows.map((row) => invoiceView(row, context)),
    ...purchasePull.state(profile),
    ...next,
  })
}

export const fetchInvoices: Handler<'delivery.fetch'> = async (_, { db, profile, lookUpMs }) => {
  if (!device(db)) return notReady()
  return ok({ fetched: await pullPurchases(profile, lookUpMs) })
}

export const getInvoice: Handler<'delivery.invoice'> = ({ id }, context) => {
  const { db, actor } = context
  const row = invoiceOf(db, id)
  const purchase = purchaseById(db, id)
  if (!row || !purchase) return noInvoice('id')
  const content = contentOf(purchase)
  const decision = lastDecision(db, id)
  const seesCosts = !isCashier(actor)
  return ok({
    invoice: invoiceView(row, context),
    remark: content.remark,
    refusal:
      decision?.act === 'refused'
        ? { reason: decision.reason ?? '', by: decision.author_name, at: decision.decided_at }
        : null,
    lines: matchLines(db, content).map(({ line, item, units }) => ({
      supplierCode: line.itemCode,
      supplierItemName: line.itemName,
      barcode: line.barcode,
      unit: line.quantityUnit,
      itemClass: line.itemClass,
      taxType: line.taxType,
      quantity: line.quantity,
      total: seesCosts ? line.total : null,
      unitPrice: seesCosts ? line.unitPrice : null,
      units,
      item: item ? matchedView(item) : null,
    })),
  })
}
