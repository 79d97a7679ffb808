/** Lines of documents as the authority gets them. Sales, stock records and purchases build theirs from these parts. */
import { type WireLine, wireLinesOf } from '../fiscal/cart.ts'
import { authorityPackage, authorityUnit } from '../fiscal/itemCode.ts'
import type { TaxType } from '../fiscal/tax.ts'

interface ItemFacts {
  name: string
  item_class: string
  barcode: string | null
  package_unit: string
  quantity_unit: string
  tax_type: string
}

/** Returns what a line says of its item. */
export const itemOnWire = (id: number, item: Pick<ItemFacts, 'name' | 'item_class' | 'barcode'>) => ({
  itemId: id,
  itemClass: item.item_class,
  itemName: item.name,
  barcode: item.barcode,
})

/** Returns the units and the tax letter of an item, as the authority names them. */
export const unitsOnWire = (item: ItemFacts) => ({
  packageUnit: authorityPackage(item.package_unit),
  packageQuantity: 100,
  quantityUnit: authorityUnit(item.quantity_unit),
  taxType: item.tax_type as TaxType,
})

/** Returns the amounts of a wire line without a discount of its own. Cents and hundredths. */
export const amountsOnWire = (line: WireLine) => ({
  ...line,
  discountRate: 0,
  discount: 0,
  total: line.supply,
})

/**
 * Returns the amounts of the wire lines for one line. The authority wants price × quantity to be the total (`authority
 * §6.1`), so the price follows the total, in two lines if no price of two decimals gives it.
 */
export const amountsFromTotal = (
  line: { quantity: number; unitPrice: number },
  total: number,
  ratePercent: number,
) => wireLinesOf(line, total, ratePercent).map(amountsOnWire)
