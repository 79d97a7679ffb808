/** The content of an unofficial paper, as its row holds it. */
import type { Tender } from '../../../db/profile/paymentChanges.ts'
import type { Unofficial } from '../../../db/profile/unofficial.ts'
import type { Cart } from '../../contract/sale.ts'
import type { TaxRates, TaxType } from '../../fiscal/tax.ts'

/** A line as sold. Hundredths, and cents with tax but for `taxable`. */
export interface PaperLine {
  /** From 1; on a credit note, of the sale's line. */
  position: number
  itemId: number
  name: string
  /** The authority's unit of quantity. */
  unit: string
  service: boolean
  quantity: number
  unitPrice: number
  /** The item's own price at that time. */
  itemPrice: number
  discount: number
  taxType: TaxType
  total: number
  taxable: number
  tax: number
}

export interface PaperContent {
  lines: PaperLine[]
  /** In the till's words, with the rounding of cash. */
  tenders: Tender[]
  change: number
  rates: TaxRates
  /** Of a proforma: what becomes the sale. */
  cart?: Cart
}

export const contentOf = ({ content }: Pick<Unofficial, 'content'>): PaperContent =>
  JSON.parse(content) as PaperContent
