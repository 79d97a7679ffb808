/** Stores a till's sale and queues it for the authority. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { type Invoice, invoiceByNumber } from '../../../db/profile/invoices.ts'
import type { SoldItem } from '../../../db/profile/items.ts'
import { nextNumber, setNextNumber } from '../../../db/profile/lanes.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { takenOff } from '../../fiscal/cart.ts'
import { mainPaymentMethod } from '../../fiscal/tender.ts'
import { needsOfItems } from '../../queue/enqueue.ts'
import { amountsOnWire } from '../authorityLines.ts'
import type { ShopContext } from '../context.ts'
import type { SaleBuyer } from '../customers/account.ts'
import { isService } from '../items/isService.ts'
import { recordSoldGoods } from '../stock/soldGoods.ts'
import type { PricedSale } from './priceLines.ts'
import { auditReductions } from './reductions.ts'
import type { Payment } from './settlePayment.ts'
import { lineOf, storeDocument } from './storeDocument.ts'

/** Returns the till's next number in its own series, skipping numbers that other software used. */
export const takeTillNumber = (db: Db, series: string, prefix: string): string => {
  for (;;) {
    const next = nextNumber(db, series)
    setNextNumber(db, series, next + 1)
    const number = `${prefix}-${next}`
    if (!invoiceByNumber(db, number)) return number
  }
}

/** What the till shows of a completed sale. */
export type Completed = Pick<Invoice, 'id' | 'number' | 'total' | 'tendered' | 'change'>

/** Stores the sale and everything that follows from it. Call it inside a transaction. */
export const storeTillSale = (
  context: ShopContext,
  input: ParsedInputOf<'sale.complete'>,
  sale: PricedSale & Payment & Pick<SaleBuyer, 'buyer'>,
): Completed => {
  const { profile, db, actor } = context
  const { items, priced, rates, change, tenders, buyer } = sale
  const number = takeTillNumber(db, 'till.sale', profile.settings().tillName)
  const lines = priced.lines.map((line, index) => {
    const item = items[index] as SoldItem
    return lineOf(
      { ...item, item_id: item.id, item_code: item.code, item_type: item.type },
      {
        quantity: input.lines[index]?.quantity ?? 0,
        unitPrice: input.lines[index]?.unitPrice ?? item.price,
        discount: line.discount,
        taxable: line.taxable,
        tax: line.tax,
        total: line.total,
        // One line for each price that the authority can check (`authority §6.2`).
        wire: line.wireLines.map(amountsOnWire),
      },
    )
  })
  const distinct = new Map(items.map((item) => [item.id, item])).values()
  const { id, submissionId, total, payload } = storeDocument(context, {
    kind: 'sale',
    source: 'till',
    number,
    traderNumber: null,
    credits: null,
    saleDate: null,
    confirmedAt: null,
    author: authorOf(actor),
    buyer,
    method: mainPaymentMethod(priced.total, tenders),
    rates,
    remark: null,
    body: null,
    request: { id: input.requestId, hash: bodyHash(input) },
    lines,
    tenders,
    change,
    needs: needsOfItems(db, distinct, true, { author: authorOf(actor), at: profile.day.sure() }),
  })
  auditReductions(context, {
    number,
    lines,
    itemPrices: items.map(({ price }) => price),
    takenOff: takenOff(priced),
  })
  const goods = new Map(items.filter((item) => !isService(item)).map((item) => [item.id, item]))
  recordSoldGoods(context, { invoiceId: id, number, submissionId, goods, payload, lines: input.lines })
  return { id, number, total, tendered: total + change, change }
}
