/** The records of the shop's own program: its goods, its documents, its stock. Amounts are cents. */
import type { Body } from '../support/shop.ts'

const rates: Record<string, number> = { A: 0, B: 16, C: 0, D: 0, E: 8 }

export interface Goods {
  itemCd: string
  itemNm: string
  taxTyCd: string
  /** VAT inclusive. */
  price: number
  barcode?: string
}

export interface Line {
  goods: Goods
  qty: number
}

export interface Amounts {
  total: number
  taxable: number
  tax: number
}

/** Tax is what is left when the taxable amount has been rounded. */
export const amountsOf = ({ goods, qty }: Line): Amounts => {
  const total = goods.price * qty
  const taxable = Math.round((total * 100) / (100 + (rates[goods.taxTyCd] ?? 0)))
  return { total, taxable, tax: total - taxable }
}

export const sumOf = (lines: Line[]): Amounts =>
  lines.map(amountsOf).reduce((sum, each) => ({
    total: sum.total + each.total,
    taxable: sum.taxable + each.taxable,
    tax: sum.tax + each.tax,
  }))

/** As the interface writes a line (2.5). */
export const written = (line: Line, changes: Body = {}): Body => {
  const { total, taxable, tax } = amountsOf(line)
  const { itemCd, itemNm, taxTyCd, price } = line.goods
  return {
    itemCd,
    itemNm,
    qtyUnitCd: 'U',
    taxTyCd,
    prc: price / 100,
    qty: line.qty,
    taxblAmt: taxable / 100,
    taxAmt: tax / 100,
    totAmt: total / 100,
    ...changes,
  }
}

export interface Note extends Amounts {
  /** Under which the authority has it: `trdInvcNo`. */
  trader: string
  kind: 'S' | 'R'
  lines: Line[]
  /** The answer. */
  result?: Body
}
