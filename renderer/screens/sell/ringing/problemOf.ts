import { takesOffMore } from '../../../../core/fiscal/cart.ts'
import { isBelowStock, type Sale, takenOf } from '../sale/cart.ts'
import type { PricedSale } from '../sale/pricing.ts'

export type SaleProblem =
  | `problem.${Extract<PricedSale, { ok: false }>['reason'] | 'nothingToPay'}`
  | 'cart.stockBlocked'
  | 'discount.manager'

/** What the shop allows the person who is signed in. */
export interface Limits {
  blockBelowStock: boolean
  /** Per cent that may be taken off the whole sale. */
  discount: number
}

/** Why a sale cannot be paid as it is, as a key of the screen's words; null: it can. */
export function problemOf(
  sale: Sale,
  priced: PricedSale,
  { blockBelowStock, discount }: Limits,
): SaleProblem | null {
  if (sale.lines.length === 0) return null
  if (!priced.ok) return `problem.${priced.reason}`
  if (priced.cart.total === 0) return 'problem.nothingToPay'
  if (takesOffMore(priced.cart, discount)) return 'discount.manager'
  const taken = takenOf(sale.lines)
  if (blockBelowStock && sale.lines.some((line) => isBelowStock(line, taken))) return 'cart.stockBlocked'
  return null
}
