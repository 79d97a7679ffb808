/** Stores a till's sale and queues it for the authority. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { type Invoice, insertInvoice, invoiceByNumber } from '../../../db/profile/invoices.ts'
import type { SoldItem } from '../../../db/profile/items.ts'
import { nextNumber, setNextNumber } from '../../../db/profile/lanes.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { PricedLine } from '../../fiscal/cart.ts'
import { toWireDate, toWireDateTime } from '../../fiscal/dates.ts'
import { authorityPackage, authorityUnit } from '../../fiscal/itemCode.ts'
import { mainPaymentMethod } from '../../fiscal/tender.ts'
import { enqueueInvoice, needsOfItems } from '../../queue/enqueue.ts'
import type { SalePayload } from '../../queue/records.ts'
import type { ShopContext } from '../context.ts'
import { isService } from '../items/isService.ts'
import { recordSoldGoods } from '../stock/soldGoods.ts'
import type { PricedSale } from './priceLines.ts'
import type { Payment } from './settlePayment.ts'

/** Returns the till's next number in its own series, skipping numbers that other software used. */
export const takeTillNumber = (db: Db, series: string, prefix: string): string => {
  for (;;) {
    const next = nextNumber(db, series)
    setNextNumber(db, series, next + 1)
    const number = `${prefix}-${next}`
    if (!invoiceByNumber(db, number)) return number
  }
}

const one = 100

/** Lines for the authority: one for each price that it can check (`authority §6.2`). */
const payloadLines = (items: SoldItem[], lines: PricedLine[]): SalePayload['lines'] =>
  lines.flatMap((line, index) => {
    const item = items[index] as SoldItem
    return line.wireLines.map((wire) => ({
      itemId: item.id,
      itemClass: item.item_class,
      itemName: item.name,
      barcode: item.barcode,
      packageUnit: authorityPackage(item.package_unit),
      packageQuantity: one,
      quantityUnit: authorityUnit(item.quantity_unit),
      quantity: wire.quantity,
      unitPrice: wire.unitPrice,
      supply: wire.supply,
      discountRate: 0,
      discount: 0,
      taxType: item.tax_type,
      taxable: wire.taxable,
      tax: wire.tax,
      total: wire.supply,
    }))
  })

/** What the till shows of a completed sale. */
export type Completed = Pick<Invoice, 'id' | 'number' | 'total' | 'tendered' | 'change'>

/** Stores the sale and everything that follows from it. Call it inside a transaction. */
export const storeTillSale = (
  context: ShopContext,
  input: ParsedInputOf<'sale.complete'>,
  sale: PricedSale & Payment,
): Completed => {
  const { profile, db, actor } = context
  profile.disk.demandRoom()
  const { items, priced, rates, change, tenders } = sale
  const method = mainPaymentMethod(priced.total, tenders)
  const author = authorOf(actor)
  const at = profile.day.sure()
  const { tillName } = profile.settings()
  const tendered = tenders.reduce((sum, { amount }) => sum + amount, 0)
  const number = takeTillNumber(db, 'till.sale', tillName)
  const id = insertInvoice(
    db,
    {
      kind: 'sale',
      number,
      trader_number: null,
      source: 'till',
      original_id: null,
      reason: null,
      sold_at: at,
      day: toWireDate(at),
      author_id: author.id,
      author_name: author.name,
      buyer_pin: input.buyer?.pin ?? null,
      buyer_name: input.buyer?.name || null,
      payment_method: method,
      total: priced.total,
      taxable: priced.taxable,
      tax: priced.tax,
      discount: priced.discount,
      tendered,
      change,
      line_count: items.length,
      tax_rates: JSON.stringify(rates),
      request_id: input.requestId,
      body_hash: bodyHash(input),
      caller_body: null,
    },
    {
      lines: priced.lines.map((line, index) => {
        const item = items[index] as SoldItem
        return {
          item_id: item.id,
          item_code: item.code,
          name: item.name,
          item_class: item.item_class,
          item_type: item.type,
          barcode: item.barcode,
          package_unit: item.package_unit,
          quantity_unit: item.quantity_unit,
          quantity: input.lines[index]?.quantity ?? 0,
          unit_price: input.lines[index]?.unitPrice ?? item.price,
          discount: line.discount,
          total: line.total,
          taxable: line.taxable,
          tax: line.tax,
          tax_type: item.tax_type,
        }
      }),
      tenders,
      who: whoOf(actor),
    },
  )
  const goods = new Map(items.filter((item) => !isService(item)).map((item) => [item.id, item]))
  const payload: SalePayload = {
    kind: 'sale',
    traderNumber: number,
    originalId: null,
    buyerPin: input.buyer?.pin ?? null,
    buyerName: input.buyer?.name || null,
    paymentMethod: method,
    confirmedAt: toWireDateTime(at),
    saleDate: toWireDate(at),
    refundReason: null,
    rates,
    remark: null,
    author,
    lines: payloadLines(items, priced.lines),
  }
  const needs = needsOfItems(db, new Map(items.map((item) => [item.id, item])).values(), true)
  const submissionId = enqueueInvoice(db, { id, number, total: priced.total, payload }, { author, at, needs })
  recordSoldGoods(context, { invoiceId: id, number, submissionId, goods, payload, lines: input.lines })
  return { id, number, total: priced.total, tendered, change }
}
