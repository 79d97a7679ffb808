/**
 * Goods that were rung up and are in no sale: voided lines, lowered quantities, dropped sales. A cashier who takes the
 * money and voids the line leaves this trace: one row of the audit trail per sale.
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

/** Hundredths by the item's id. */
type Amounts = Record<string, number>
type Lines = readonly { itemId: number; quantity: number }[]

const amountsOf = (lines: Lines): Amounts => {
  const amounts: Amounts = {}
  for (const { itemId, quantity } of lines) amounts[itemId] = (amounts[itemId] ?? 0) + quantity
  return amounts
}

/** The most of each item that a sale has had, once it has these lines: JSON, for `sale_draft.seen`. */
export const seenWith = (before: string | undefined, lines: Lines): string => {
  const seen: Amounts = before === undefined ? {} : JSON.parse(before)
  for (const [id, quantity] of Object.entries(amountsOf(lines))) seen[id] = Math.max(seen[id] ?? 0, quantity)
  return JSON.stringify(seen)
}

/** What became of a sale, with the lines that it has in the end. */
export interface SaleEnd {
  became: 'completed' | 'parked' | 'dropped'
  /** Of a completed sale. */
  number?: string
  lines: Lines
}

/** Ends the draft and writes down what was taken off it. Call inside the transaction that ends the sale. */
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

/** As {@link endDraft}, for the sale of a request; nothing where no window has kept one. */
export const endDraftOf = (db: Db, requestId: string, end: SaleEnd, at: number): void => {
  const draft = draftOfRequest(db, requestId)
  if (draft) endDraft(db, draft, end, at)
}

/** Ends the sales that have lost all their lines, and those of windows that never came back. */
export const endDeadDrafts = (db: Db, at: number): void => {
  // Unlocking asks for it, and must work where nothing can be written any more.
  if (deadDrafts(db).length === 0) return
  db.transaction(() => {
    for (const draft of deadDrafts(db)) endDraft(db, draft, { became: 'dropped', lines: [] }, at)
  })
}
