/** Prices the sale with the core's own arithmetic. Cents throughout. */
import { type CartProblemReason, type PricedCart, priceCart } from '../../../../core/fiscal/cart.ts'
import { multiply } from '../../../../core/fiscal/money.ts'
import type { TaxRates } from '../../../../core/fiscal/tax.ts'
import { type Line, priceOf, type Sale } from './cart.ts'

/** Cents: more than this is not paid in one go. */
export const largestSale = 99_999_999_999

export type PricedSale =
  | { ok: true; cart: PricedCart }
  /** `line` is the place of the line at fault; null is the sale itself. */
  | { ok: false; line: number | null; reason: CartProblemReason }

export function priceSale({ lines, discount }: Sale, rates: TaxRates): PricedSale {
  const result = priceCart({
    lines: lines.map((line) => ({
      quantity: line.quantity,
      unitPrice: priceOf(line),
      taxType: line.item.taxType,
      discount: line.discount,
      labelled: line.label !== undefined,
    })),
    discount,
    rates,
  })
  if (!result.ok) return { ok: false, ...result.problem }
  return result.cart.gross > largestSale ? { ok: false, line: null, reason: 'amountTooLarge' } : result
}

/** Returns the cents that the customer pays; negative: that go back, because the returned goods are worth more. */
export const dueOf = ({ returned }: Sale, { total }: PricedCart): number => total - (returned?.refund ?? 0)

/** Returns the price of a line before any discount. */
export const grossOf = (line: Line) => multiply(priceOf(line), line.quantity)

/** Returns the price of all lines after their own discounts and before the sale's. */
export const beforeSaleDiscount = ({ lines, total }: PricedCart) =>
  lines.reduce((sum, line) => sum + line.sharedDiscount, total)
