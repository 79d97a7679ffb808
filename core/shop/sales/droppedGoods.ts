/**
 * Goods that were rung up but are in no sale: voided lines, lowered quantities, dropped sales. A cashier who takes
 * the money and voids the line leaves this trace: one audit row per sale.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { audit } from '../../../db/profile/audit.ts'
import { itemById } from '../../../db/profile/items.ts'
import {
  deadDrafts,
  draftOfRequest,
  dropSaleDraft,
  type SaleDraftRow,
} from '../../../db/profile/saleDrafts.ts'
import { multiply } from '../../fiscal/money.ts'

/** Hundredths by item id. */
type Amounts = Record<string, number>
type Lines = readonly { itemId: number; quantity: number }[]

const amountsOf = (lines: Lines): Amounts => {
  const amounts: Amounts = {}
  for (const { itemId, quantity } of lines) amounts[itemId] = (amounts[itemId] ?? 0) + quantity
  return amounts
}

/** Returns the largest quantity per item that a sale ever had, as JSON for `sale_draft.seen`. */
export const seenWith = (before: string | undefined, lines: Lines): string => {
  const seen: Amounts = before === undefined ? {} : JSON.parse(before)
  for (const [id, quantity] of Object.entries(amountsOf(lines))) seen[id] = Math.max(seen[id] ?? 0, quantity)
  return JSON.stringify(seen)
}

/** How a sale ended, with its final lines. */
export interface SaleEnd {
  became: 'completed' | 'parked' | 'dropped'
  /** For a completed sale. */
  number?: string
  lines: Lines
}

/** Deletes the draft and adds an audit row about dropped goods. Call it inside the transaction that ends the sale. */
export const endDraft = (
  db: Db,
  draft: SaleDraftRow,
  { became, number, lines }: SaleEnd,
  at: number,
): void => {
  dropSaleDraft(db, draft.till_window)
  const left = amountsOf(lines)
  const seen = JSON.parse(draft.seen) as Amounts
  const goods = Object.entries(seen).flatMap(([id, most]) => {
    const quantity = most - (left[id] ?? 0)
    const item = quantity > 0 ? itemById(db, Number(id)) : undefined
    return item
      ? [{ code: item.code, name: item.name, quantity, amount: multiply(item.price, quantity) }]
      : []
  })
  if (goods.length === 0) return
  audit(db, {
    at,
    kind: 'cartDropped',
    subject: number ?? draft.request_id,
    row_id: null,
    who: draft.author_name,
    content: JSON.stringify({ became, goods }),
  })
}

/** As {@link endDraft}, for the sale of a request. Does nothing if no window stored one. */
export const endDraftOf = (db: Db, requestId: string, end: SaleEnd, at: number): void => {
  const draft = draftOfRequest(db, requestId)
  if (draft) endDraft(db, draft, end, at)
}

/** Ends sales without lines, and sales of windows that never came back. */
export const endDeadDrafts = (db: Db, at: number): void => {
  // Runs when a window unlocks, which must work on a read-only disk too.
  if (deadDrafts(db).length === 0) return
  db.transaction(() => {
    for (const draft of deadDrafts(db)) endDraft(db, draft, { became: 'dropped', lines: [] }, at)
  })
}
