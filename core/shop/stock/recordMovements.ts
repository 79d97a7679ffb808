/** Records movements without a document: opening stock, receipts, counts, waste. */

import { audit } from '../../../db/profile/audit.ts'
import { type ItemRow, itemById } from '../../../db/profile/items.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { insertStockRecord } from '../../../db/profile/stock.ts'
import type { Author } from '../../authority/port.ts'
import { stockSign } from '../../fiscal/codes.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { multiply } from '../../fiscal/money.ts'
import type { Profile } from '../../profile/profile.ts'
import { enqueueStockRecord, needsOfItems } from '../../queue/enqueue.ts'
import type { StockPayload } from '../../queue/records.ts'
import { amountsFromTotal, itemOnWire, unitsOnWire } from '../authorityLines.ts'

/**
 * Builds the authority's lines for one of ours, completed from the item master. The authority wants price × quantity
 * to be the total (`authority §6.1`). So the price follows the total, in two lines if no price with two decimals
 * gives it. `as`: what the caller says of the goods.
 */
export const stockLines = (
  profile: Profile,
  item: ItemRow,
  amount: { quantity: number; unitPrice: number; total?: number },
  as: Partial<Pick<StockPayload['lines'][number], 'itemClass' | 'itemName' | 'packageQuantity'>> = {},
): StockPayload['lines'] => {
  const total = amount.total ?? multiply(amount.unitPrice, amount.quantity)
  return amountsFromTotal(amount, total, profile.taxRates()[item.tax_type]).map(
    ({ discountRate: _, ...amounts }) => ({
      ...itemOnWire(item.id, item),
      ...unitsOnWire(item),
      ...amounts,
      ...as,
    }),
  )
}

/** Stores one record of one type and queues it behind its items' registrations. Quantities are positive. */
export const recordMovements = (
  profile: Profile,
  record: { type: string; lines: { itemId: number; quantity: number }[]; remark: string | null },
  author: Author,
): void => {
  const { db } = profile
  profile.disk.demandRoom()
  const at = profile.day.sure()
  const sign = stockSign(record.type) ?? 1
  const occurredOn = toWireDate(at)
  const items = record.lines.map((line) => itemById(db, line.itemId) as ItemRow)
  const id = insertStockRecord(
    db,
    {
      number: `stock-${takeNumber(db, 'till.stock')}`,
      type: record.type,
      source: 'till',
      invoice_id: null,
      occurred_on: occurredOn,
      remark: record.remark,
      author_name: author.name,
      recorded_at: at,
      body_hash: null,
      caller_body: null,
    },
    author.name,
    record.lines.map((line) => ({ item_id: line.itemId, quantity: sign * line.quantity })),
  )
  audit(db, {
    at,
    kind: 'stockAdjusted',
    subject: record.remark ?? '',
    row_id: null,
    who: author.name,
    content: JSON.stringify({
      movement: record.type,
      goods: record.lines.map(({ quantity }, index) => {
        const { code, name, price } = items[index] as ItemRow
        return { code, name, quantity: sign * quantity, amount: sign * multiply(price, quantity) }
      }),
    }),
  })
  const payload: StockPayload = {
    originalNumber: 0,
    registrationType: 'M',
    partnerPin: null,
    partnerName: null,
    partnerBranch: null,
    type: record.type,
    occurredOn,
    remark: record.remark,
    author,
    lines: record.lines.flatMap((line, index) => {
      const item = items[index] as ItemRow
      return stockLines(profile, item, { quantity: line.quantity, unitPrice: item.price })
    }),
  }
  enqueueStockRecord(
    db,
    { id, payload },
    { author, at, needs: needsOfItems(db, new Map(items.map((item) => [item.id, item])).values(), true) },
  )
}
