/** Labels for shelves and products. */
import type { ShownItem } from '../../../db/profile/items.ts'
import { unitSign } from '../../fiscal/codes.ts'
import { priceOfMeasure } from '../../fiscal/labels.ts'
import { formatMoney } from '../../fiscal/money.ts'
import type { LabelContent } from '../../printing/render/labelsHtml.ts'

/** Prices are in Kenyan shillings, and people know this sign. */
const currency = 'KSh'

/** Returns what stands on an item's label. */
export const labelOf = (
  item: ShownItem,
  look: { secondName: boolean; unitPrice: boolean; copies: number },
): LabelContent => {
  const measured = look.unitPrice ? priceOfMeasure(item.price, item.quantity_unit) : null
  const isPrice = measured?.price === item.price
  return {
    name: item.name,
    secondName: look.secondName ? item.second_name : null,
    currency,
    price: formatMoney(item.price),
    unit: measured ? unitSign(item.quantity_unit) : null,
    measured: measured && !isPrice ? `${currency} ${formatMoney(measured.price)} / ${measured.per}` : null,
    code: item.barcode ?? item.code,
    copies: look.copies,
  }
}

/** Returns how many labels a received quantity needs, hundredths: one per piece, and one for goods sold by weight. */
export const labelsFor = (quantity: number, quantityUnit: string, most: number): number =>
  priceOfMeasure(1, quantityUnit) ? 1 : Math.min(most, Math.ceil(quantity / 100))
