import type { Item } from '../../../core/contract/item.ts'
import type { ItemForm } from './itemForm.ts'

/** Forms that were left before they were saved, so that a person finds the typed text again. */
const kept = new Map<string, ItemForm>()

/** One per profile and item, or per barcode of an item to be made. */
export const formKey = (profileId: string, item: number | null, barcode: string): string =>
  `${profileId} ${item ?? `new ${barcode}`}`

export const keptForm = (key: string): ItemForm | undefined => kept.get(key)

export function keepForm(key: string, form: ItemForm): void {
  kept.set(key, form)
}

/** The tax letter of the last item that was made here, by profile. */
const lastTaxTypes = new Map<string, Item['taxType']>()

export const lastTaxType = (profileId: string): Item['taxType'] | undefined => lastTaxTypes.get(profileId)

export function keepTaxType(profileId: string, taxType: Item['taxType']): void {
  lastTaxTypes.set(profileId, taxType)
}

export function forgetForm(key: string): void {
  kept.delete(key)
}
