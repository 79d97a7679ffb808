import { navigate } from '../../window/navigation.ts'
import { emptyForm, type ItemForm } from './itemForm.ts'
import { formKey, keepForm } from './keptForms.ts'

/** Opens the form of a new item with what others say of it. */
export function startItem(
  profileId: string,
  { barcode, ...known }: { barcode: string | null } & Pick<ItemForm, 'name' | 'taxType' | 'itemClass'>,
): void {
  const code = barcode ?? ''
  keepForm(formKey(profileId, null, code), { ...emptyForm(code), ...known })
  navigate('items', { create: code, on: 'items' })
}
