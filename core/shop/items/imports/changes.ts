/** The fields of an item that an import may change, by their names in the contract. */
import type { ItemRow } from '../../../../db/profile/items.ts'
import type { FieldValue, ImportField } from '../../../contract/import.ts'
import type { ItemFields } from '../storeItem.ts'

export const columnOf = {
  name: 'name',
  secondName: 'second_name',
  price: 'price',
  taxType: 'tax_type',
  type: 'type',
  itemClass: 'item_class',
  classChosen: 'class_chosen',
  barcode: 'barcode',
  category: 'category',
  originCountry: 'origin_country',
  packageUnit: 'package_unit',
  quantityUnit: 'quantity_unit',
  lowStock: 'low_stock',
  active: 'active',
} as const satisfies Record<ImportField, keyof ItemFields>

/** For each changed field its value before and after. */
export type Changes = Partial<Record<ImportField, [FieldValue, FieldValue]>>

/** The names and values of changes, in their order. */
export const listed = (changes: Changes): [ImportField, [FieldValue, FieldValue]][] =>
  Object.entries(changes) as [ImportField, [FieldValue, FieldValue]][]

export const changesOf = (before: ItemRow, fields: ItemFields): Changes => {
  const changes: Changes = {}
  for (const field of Object.keys(columnOf) as ImportField[]) {
    const [old, now] = [before[columnOf[field]], fields[columnOf[field]] ?? null]
    if (old !== now) changes[field] = [old, now]
  }
  return changes
}
