import type { ItemRow, ShownItem } from '../../../db/profile/items.ts'
import { type Actor, isCashier } from '../../access/actor.ts'
import type { TileColour } from '../../contract/bounds.ts'
import type { Costs, Item } from '../../contract/item.ts'
import { isService } from '../../shop/items/isService.ts'

export const itemView = (row: ShownItem): Item => ({
  id: row.id,
  code: row.code,
  name: row.name,
  secondName: row.second_name,
  barcode: row.barcode,
  category: row.category,
  type: row.type,
  taxType: row.tax_type,
  price: row.price,
  itemClass: row.item_class,
  classChosen: row.class_chosen === 1,
  originCountry: row.origin_country,
  packageUnit: row.package_unit,
  quantityUnit: row.quantity_unit,
  active: row.active === 1,
  favourite: row.favourite === 1,
  onHand: isService(row) ? null : row.on_hand,
  lowStock: row.low_stock,
  registration: row.registration,
  colour: row.colour as TileColour | null,
  picture: row.picture_at,
  updatedAt: row.updated_at,
})

/** null for a cashier. */
export const costsView = (row: Pick<ItemRow, 'last_cost' | 'average_cost'>, actor: Actor): Costs | null =>
  isCashier(actor) ? null : { last: row.last_cost, average: row.average_cost }
