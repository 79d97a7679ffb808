/**
 * Goods that were rung up but are in no sale: voided lines, lowered quantities, dropped sales. A cashier who takes
 * the money and voids the line leaves this trace: one audit row per sale, and one per act that needs approval.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { audit } from '../../../db/profile/audit.ts'
import { itemById } from '../../../db/profile/items.ts'
import {
  deadDrafts,
  draftOfRequest,
  dropSaleDraft,
  keepSaleDraft,
  type SaleDraftRow,
} from '../../../db/profile/saleDrafts.ts'
import { type SaleDraft, saleDraft } from '../../contract/sale.ts'
import { multiply } from '../../fiscal/money.ts'
import { mayAlone, type Wanted } from '../acts/mayAct.ts'
import type { ShopContext } from '../context.ts'

/** Hundredths by item id. */
type Amounts = Record<string, number>
type Lines = readonly { itemId: number; quantity: number }[]

export const amountsOf = (lines: Lines): Amounts => {
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

/** Goods for the audit trail, with cents at their price of now. Deleted items are left out. */
const namedGoods = (db: Db, amounts: Amounts) =>
  Object.entries(amounts).flatMap(([id, quantity]) => {
    const item = quantity > 0 ? itemById(db, Number(id)) : undefined
    return item
      ? [{ code: item.code, name: item.name, quantity, amount: multiply(item.price, quantity) }]
      : []
  })
type Goods = ReturnType<typeof namedGoods>

const missingOf = (most: Amounts, left: Amounts): Amounts =>
  Object.fromEntries(Object.entries(most).map(([id, quantity]) => [id, quantity - (left[id] ?? 0)]))

/** A draft of another version is ignored. */
const keptIn = (before: SaleDraftRow | undefined): SaleDraft | null =>
  saleDraft.nullable().safeParse(JSON.parse(before?.content ?? 'null')).data ?? null

/**
 * Returns a draft as it may be stored. The window says what its last act added, because only it knows the order of acts
 * between two drafts. More than the sale gained since the stored draft is not believed: a changed window could take an
 * old line off without an approval.
 */
export const draftToKeep = (before: SaleDraftRow | undefined, draft: SaleDraft | null): SaleDraft | null => {
  if (!draft?.added) return draft
  const { added, ...rest } = draft
  const kept = keptIn(before)
  const amountIn = (lines: Lines) => amountsOf(lines)[added.itemId] ?? 0
  const gained = amountIn(draft.cart.lines) - amountIn(kept?.cart.lines ?? [])
  const earlier = kept?.added?.itemId === added.itemId ? kept.added.quantity : 0
  const quantity = Math.min(added.quantity, gained + earlier)
  return quantity > 0 ? { ...rest, added: { ...added, quantity } } : rest
}

/** Returns hundredths by item id that the stored sale has above `lines`. The line just added may be corrected. */
export const takenOff = (before: SaleDraftRow | undefined, lines: Lines): Amounts => {
  const kept = keptIn(before)
  if (!kept) return {}
  const { cart, added } = kept
  const left = amountsOf(lines)
  const off = missingOf(amountsOf(cart.lines), left)
  if (added && left[added.itemId] && (off[added.itemId] ?? 0) <= added.quantity) delete off[added.itemId]
  return off
}

/** The act of a person who takes goods off a sale. `lines`: what is left. */
export const voidOf = (db: Db, off: Amounts, { lines, document }: { lines: Lines; document: string }) => {
  const amount = namedGoods(db, off).reduce((sum, each) => sum + each.amount, 0)
  return { act: lines.length > 0 ? 'voidLine' : 'voidSale', amount, document } as const
}

/** The void that a call would hide: its sale lost goods for which nobody called `sale.void`. */
export const hiddenVoid = (
  context: ShopContext,
  before: SaleDraftRow | undefined,
  lines: Lines,
): Wanted[] => {
  if (!before || mayAlone(context, lines.length > 0 ? 'voidLine' : 'voidSale')) return []
  const off = takenOff(before, lines)
  if (namedGoods(context.db, off).length === 0) return []
  return [voidOf(context.db, off, { lines, document: before.request_id })]
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
  const goods = namedGoods(db, missingOf(JSON.parse(draft.seen) as Amounts, amountsOf(lines)))
  if (goods.length > 0) writeDown(db, draft, { became, number, goods }, at)
}

const writeDown = (
  db: Db,
  { request_id, author_name }: Pick<SaleDraftRow, 'request_id' | 'author_name'>,
  {
    became,
    number,
    goods,
  }: { became: SaleEnd['became'] | 'open'; number?: string | undefined; goods: Goods },
  at: number,
): void =>
  audit(db, {
    at,
    kind: 'cartDropped',
    subject: number ?? request_id,
    row_id: null,
    who: author_name,
    content: JSON.stringify({ became, goods }),
  })

/**
 * Takes goods off the open sale of a window, with an audit row at once. Afterwards the sale never had them.
 * `draft`: what is left; null: nothing.
 */
export const voidGoods = (
  db: Db,
  row: Pick<SaleDraftRow, 'till_window' | 'request_id' | 'author_name'>,
  { draft, goods }: { draft: SaleDraft | null; goods: Lines },
  at: number,
): void => {
  const before = draftOfRequest(db, row.request_id)
  const lines = draft?.cart.lines ?? []
  const seen = seenWith(before?.seen, [...lines, ...goods])
  const next = { ...row, content: JSON.stringify(draftToKeep(before, draft)), kept_at: at, seen }
  if (!draft) {
    const { till_window } = before ?? row
    endDraft(db, { ...next, till_window }, { became: 'dropped', lines }, at)
    return
  }
  const off = amountsOf(goods)
  writeDown(db, row, { became: 'open', goods: namedGoods(db, off) }, at)
  keepSaleDraft(db, { ...next, seen: JSON.stringify(missingOf(JSON.parse(seen) as Amounts, off)) })
}

/** Ends sales without lines, and sales of windows that never came back. */
export const endDeadDrafts = (db: Db, at: number): void => {
  // Runs when a window unlocks, which must work on a read-only disk too.
  if (deadDrafts(db).length === 0) return
  db.transaction(() => {
    for (const draft of deadDrafts(db)) endDraft(db, draft, { became: 'dropped', lines: [] }, at)
  })
}
