import { classOfCategory, rememberClass } from '../../../db/profile/itemClasses.ts'
import { itemById } from '../../../db/profile/items.ts'
import { authorOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import { itemTypes } from '../../fiscal/codes.ts'
import { invalid, missing } from '../../shop/failures.ts'
import { auditItemPrice } from '../../shop/items/auditItemPrice.ts'
import { storeItem } from '../../shop/items/storeItem.ts'
import type { Handler } from '../shared/handler.ts'
import { recordOpening, serviceHasNoStock } from './opening.ts'
import { itemView } from './view.ts'

export const saveItem: Handler<'item.save'> = (draft, context) => {
  const { profile, db, actor } = context
  const before = draft.id === undefined ? undefined : itemById(db, draft.id)
  const { category, opening = 0 } = draft
  const isOfService = draft.type === itemTypes.service
  const ofCategory = category ? classOfCategory(db, category) : undefined
  const itemClass = draft.itemClass ?? before?.item_class ?? ofCategory
  if (itemClass === undefined) return missing('itemClass')
  if (isOfService && opening > 0) return serviceHasNoStock(draft.name)
  if (draft.id !== undefined && draft.opening !== undefined)
    return invalid(
      'opening',
      String(draft.opening),
      'nothing: this item exists, and stock.adjust changes its stock',
    )
  const author = authorOf(actor)
  const stored = db.transaction(() => {
    const saved = storeItem(
      profile,
      {
        name: draft.name,
        second_name: draft.secondName || null,
        barcode: draft.barcode || null,
        category: category || null,
        type: draft.type,
        tax_type: draft.taxType,
        price: draft.price,
        item_class: itemClass,
        class_alias: before?.class_alias ?? null,
        class_chosen: draft.itemClass === undefined ? (before?.class_chosen ?? 1) : 1,
        origin_country: draft.originCountry,
        package_unit: draft.packageUnit,
        quantity_unit: draft.quantityUnit,
        standard_name: before?.standard_name ?? null,
        batch_number: before?.batch_number ?? null,
        additional_info: before?.additional_info ?? null,
        description: before?.description ?? null,
        low_stock: isOfService ? null : (draft.lowStock ?? null),
        colour: draft.colour ?? null,
        active: draft.active ? 1 : 0,
        favourite: draft.favourite ? 1 : 0,
      },
      { id: draft.id, code: draft.code, author },
    )
    if (!saved.ok) return saved
    if (before) auditItemPrice(context, before, draft.price)
    if (category && draft.itemClass && ofCategory === undefined) rememberClass(db, category, draft.itemClass)
    if (opening > 0) recordOpening(profile, { itemId: saved.item.id, quantity: opening }, author)
    return saved
  })
  if (!stored.ok) return stored
  profile.emit({ type: 'item.changed', itemIds: [stored.item.id] })
  if (opening > 0) profile.emit({ type: 'stock.changed' })
  if (stored.submissionId !== null) profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok(itemView(itemById(db, stored.item.id) ?? stored.item))
}
