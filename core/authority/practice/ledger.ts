import { hundredths, lines, text } from './body.ts'
import type { CallRequest } from './calls/call.ts'

/**
 * The authority's stock, per branch and item, in hundredths.
 *
 * The sources disagree, so this is a decision. `rsdQty` must equal a ledger that is said to be "the sum of accepted
 * stock records, sales deducted" (`authority §5.5`). But every working integration also sends a stock record of type
 * 11 for each sale. Counting both would remove the goods twice. So an accepted sale here only reserves its quantity
 * (`sold`). The following stock record 11 books it (`onHand` down, `sold` down). `onHand - sold` can still be sold;
 * `rsdQty` is compared with `onHand`. The documented flow (sale, stock record 11, stock master with the rest) passes
 * and counts once. A till without the stock record fails at its next stock master. A credit note moves nothing: its
 * goods return with a stock record of type 03.
 *
 * `mistaxed` is stock booked under another tax type than the item's: on hand, but invisible to sales.
 */
export type Stock = { readonly onHand: number; readonly sold: number; readonly mistaxed: number }

type Place = Pick<CallRequest, 'store' | 'device'>

/** Undefined when no stock record ever named the item at this branch. */
export const stockOf = ({ store, device }: Place, item: string): Stock | undefined =>
  store.get<Stock>(
    'SELECT on_hand AS onHand, sold, mistaxed FROM stock WHERE tin = ? AND bhf_id = ? AND item = ?',
    device.tin,
    device.bhfId,
    item,
  )

/** The quantity that a sale may take now: without reserved, mistaxed and too recent stock. */
export function sellable(request: CallRequest, item: string): number {
  const stock = stockOf(request, item)
  if (!stock) return 0
  return stock.onHand - stock.sold - stock.mistaxed - tooRecent(request, item)
}

function tooRecent({ store, device, settings, now }: CallRequest, item: string): number {
  if (settings.stockVisibleAfterMs === 0) return 0
  const row = store.get<{ quantity: number }>(
    'SELECT coalesce(sum(quantity), 0) AS quantity FROM stock_in WHERE tin = ? AND bhf_id = ? AND item = ? AND at > ?',
    device.tin,
    device.bhfId,
    item,
    now - settings.stockVisibleAfterMs,
  )
  return row?.quantity ?? 0
}

type Change = { item: string; onHand?: number; sold?: number; mistaxed?: number }

/** Adds to the figures of one item at the device's branch. */
export function changeStock({ store, device }: Place, change: Change): void {
  store.run(
    `INSERT INTO stock (tin, bhf_id, item, on_hand, sold, mistaxed) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (tin, bhf_id, item) DO UPDATE SET on_hand = on_hand + excluded.on_hand,
       sold = max(0, sold + excluded.sold), mistaxed = mistaxed + excluded.mistaxed`,
    device.tin,
    device.bhfId,
    change.item,
    change.onHand ?? 0,
    change.sold ?? 0,
    change.mistaxed ?? 0,
  )
}

/** Movement types 01 to 06 bring goods in, 11 to 16 take them out (authority §3, class 12). */
export const bringsIn = (movement: string): boolean => movement.startsWith('0')

/** The quantity of each item in a document, in hundredths: an item may stand on several lines. */
export function quantities(body: CallRequest['body']): ReadonlyMap<string, number> {
  const totals = new Map<string, number>()
  for (const line of lines(body)) {
    const item = text(line, 'itemCd')
    totals.set(item, (totals.get(item) ?? 0) + Math.abs(hundredths(line, 'qty')))
  }
  return totals
}
