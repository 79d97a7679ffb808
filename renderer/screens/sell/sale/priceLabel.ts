import type { Discount } from '../../../../core/contract/sale.ts'
import { lineOfPriceLabel } from '../../../../core/fiscal/barcode.ts'

/** The scanned code of a scale's price label, and what it asks for the whole line, cents. */
export type PriceLabel = { code: string; total: number }

/** The customer pays what the label says; the cents by which price × quantity is above it are a discount. */
export function lineOfLabel(
  price: number,
  { code, total }: PriceLabel,
): { quantity: number; discount?: Discount; label?: string } {
  const line = lineOfPriceLabel(total, price)
  if (!line) return { quantity: 100 }
  const { quantity, discount } = line
  return discount > 0
    ? { quantity, discount: { kind: 'amount', cents: discount }, label: code }
    : { quantity, label: code }
}
