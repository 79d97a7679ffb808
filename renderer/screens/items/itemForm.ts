/** The form of an item before it is saved. Pure: prices in cents, quantities in hundredths. */
import { isReadable, type TileColour } from '../../../core/contract/bounds.ts'
import type { InputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'

export interface ItemForm {
  name: string
  secondName: string
  price: number | null
  taxType: Item['taxType'] | null
  barcode: string
  category: string
  type: Item['type']
  quantityUnit: string
  packageUnit: string
  originCountry: string
  /** Ten digits; null: nobody has chosen one. A new item's category may have one. */
  itemClass: string | null
  code: string
  lowStock: number | null
  favourite: boolean
  /** null: its category's. */
  colour: TileColour | null
  active: boolean
  /** The opening stock of a new item. */
  opening: number | null
}

export type FormField = keyof ItemForm

/** Fields that can be typed wrongly. */
export type CheckedField =
  | 'name'
  | 'secondName'
  | 'price'
  | 'taxType'
  | 'barcode'
  | 'lowStock'
  | 'opening'
  | 'itemClass'
  | 'originCountry'
  | 'code'

export const emptyForm = (barcode = ''): ItemForm => ({
  name: '',
  secondName: '',
  price: null,
  taxType: null,
  barcode,
  category: '',
  type: '2',
  quantityUnit: 'U',
  packageUnit: 'NT',
  originCountry: 'KE',
  itemClass: null,
  code: '',
  lowStock: null,
  favourite: false,
  colour: null,
  active: true,
  opening: null,
})

export const formOf = (item: Item): ItemForm => ({
  name: item.name,
  secondName: item.secondName ?? '',
  price: item.price,
  taxType: item.taxType,
  barcode: item.barcode ?? '',
  category: item.category ?? '',
  type: item.type,
  quantityUnit: item.quantityUnit,
  packageUnit: item.packageUnit,
  originCountry: item.originCountry,
  itemClass: item.classChosen ? item.itemClass : null,
  code: item.code,
  lowStock: item.lowStock,
  favourite: item.favourite,
  colour: item.colour,
  active: item.active,
  opening: null,
})

/** Facts outside the form: the item to change (null for a new one), and whether its category has a class. */
export interface FormOf {
  id: number | null
  hasCategoryClass: boolean
}

/** Fields that cannot be saved as they are, in the order of the form. */
export function faultyFields(form: ItemForm, { id, hasCategoryClass }: FormOf): CheckedField[] {
  const isNew = id === null
  const faults: [CheckedField, boolean][] = [
    ['name', form.name.trim() === '' || !isReadable(form.name.trim())],
    ['secondName', !isReadable(form.secondName.trim())],
    ['price', form.price === null || form.price < 0],
    ['taxType', form.taxType === null],
    ['barcode', form.barcode !== '' && !/^[\x21-\x7e]{1,20}$/.test(form.barcode)],
    ['lowStock', form.lowStock !== null && form.lowStock < 0],
    ['opening', isNew && form.type !== '3' && (form.opening === null || form.opening < 0)],
    ['itemClass', isNew && form.itemClass === null && !hasCategoryClass],
    ['originCountry', !/^[A-Z]{2}$/.test(form.originCountry)],
    ['code', form.code !== '' && !/^[A-Za-z0-9._/-]{1,20}$/.test(form.code)],
  ]
  return faults.filter(([, faulty]) => faulty).map(([field]) => field)
}

/** Returns the input of `item.save`, or null while {@link faultyFields} has any. */
export function saveInput(form: ItemForm, of: FormOf): InputOf<'item.save'> | null {
  const { name, price, taxType, type } = form
  const { id } = of
  if (price === null || taxType === null || faultyFields(form, of).length > 0) return null
  return {
    name: name.trim(),
    secondName: form.secondName.trim() || null,
    price,
    taxType,
    type,
    barcode: form.barcode === '' ? null : form.barcode,
    category: form.category.trim() === '' ? null : form.category.trim(),
    quantityUnit: form.quantityUnit,
    packageUnit: form.packageUnit,
    originCountry: form.originCountry,
    lowStock: type === '3' ? null : form.lowStock,
    favourite: form.favourite,
    colour: form.colour,
    active: form.active,
    ...(form.itemClass === null ? {} : { itemClass: form.itemClass }),
    ...(id === null ? {} : { id }),
    ...(id === null && type !== '3' && form.opening !== null ? { opening: form.opening } : {}),
    ...(id === null && form.code !== '' ? { code: form.code } : {}),
  }
}
