/** Records movements without a document: opening stock, receipts, counts, waste. */

import { audit } from '../../../db/profile/audit.ts'
import { type ItemRow, itemById } from '../../../db/profile/items.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { insertStockRecord } from '../../../db/profile/stock.ts'
import type { Author } from '../../authority/port.ts'
import { stockSign } from '../../fiscal/codes.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { multiply, scale } from '../../fiscal/money.ts'
import type { Profile } from '../../profile/profile.ts'
import { enqueueStockRecord, type Need, needsOfItems } from '../../queue/enqueue.ts'
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

interface GoodsRecord {
  type: string
  /** `total`: what the goods cost, cents; absent: the items' prices. */
  lines: { itemId: number; quantity: number; total?: number }[]
  remark: string | null
  /** Who sold or got them. */
  partner?: { pin: string | null; name: string }
  /** The other branch of a transfer. */
  branchId?: string
  /**
   * The authority's stock changes, ours does not: settles a difference. The request has a record of its own number.
   * `atAuthority`: what the authority had, at a linked till.
   */
  settles?: { number: string; bodyHash: string; atAuthority?: number }
  /** What the authority must get first. */
  needs?: Need[]
}

const store = (
  profile: Profile,
  { type, lines, remark, partner, branchId, settles, needs = [] }: GoodsRecord,
  author: Author,
): { id: number; items: ItemRow[] } => {
  const { db } = profile
  profile.disk.demandRoom()
  const at = profile.day.sure()
  const sign = stockSign(type) ?? 1
  const occurredOn = toWireDate(at)
  const items = lines.map((line) => itemById(db, line.itemId) as ItemRow)
  const id = insertStockRecord(
    db,
    {
      number: settles?.number ?? `stock-${takeNumber(db, 'till.stock')}`,
      type,
      source: 'till',
      invoice_id: null,
      occurred_on: occurredOn,
      remark,
      author_name: author.name,
      recorded_at: at,
      body_hash: settles?.bodyHash ?? null,
      caller_body: null,
    },
    author.name,
    settles ? [] : lines.map((line) => ({ item_id: line.itemId, quantity: sign * line.quantity })),
  )
  const payload: StockPayload = {
    originalNumber: 0,
    registrationType: 'M',
    partnerPin: partner?.pin ?? null,
    partnerName: partner?.name ?? null,
    partnerBranch: branchId ?? null,
    type,
    occurredOn,
    remark,
    ...(settles?.atAuthority === undefined ? {} : { atAuthority: settles.atAuthority }),
    author,
    lines: lines.flatMap(({ quantity, total }, index) => {
      const item = items[index] as ItemRow
      const amount = { quantity, unitPrice: total === undefined ? item.price : scale(total, 100, quantity) }
      return stockLines(profile, item, { ...amount, ...(total === undefined ? {} : { total }) })
    }),
  }
  const distinct = new Map(items.map((item) => [item.id, item])).values()
  const itemNeeds = needsOfItems(db, distinct, true, { author, at })
  const own = new Set(itemNeeds.map((need) => need.id))
  enqueueStockRecord(
    db,
    { id, payload },
    { author, at, needs: [...itemNeeds, ...needs.filter((need) => !own.has(need.id))] },
  )
  return { id, items }
}

/** Stores one record of one type and queues it behind its items' registrations. Quantities are positive. Returns its id. */
export const storeMovements = (...record: Parameters<typeof store>): number => store(...record).id

/** {@link storeMovements}, with the act in the audit trail. */
export const recordMovements = (profile: Profile, record: GoodsRecord, author: Author): number => {
  const { db } = profile
  const sign = stockSign(record.type) ?? 1
  const { id, items } = store(profile, record, author)
  audit(db, {
    at: profile.day.sure(),
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
  return id
}
