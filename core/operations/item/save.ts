import { itemById } from '../../../db/app/items.ts'
import { authorOf } from '../../context.ts'
import { ok } from '../../contract/errors.ts'
import { itemTypes } from '../../fiscal/codes.ts'
import type { Handler } from '../handler.ts'
import { storeItem } from './store.ts'
import { itemView } from './view.ts'

export const saveItem: Handler<'item.save'> = (draft, { app, db, actor }) => {
  const before = draft.id === undefined ? undefined : itemById(db, draft.id)
  const settings = app.settings()
  const fallbackClass =
    draft.type === itemTypes.service ? settings.defaultServiceClass : settings.defaultGoodsClass
  const stored = db.transaction(() =>
    storeItem(
      app,
      {
        name: draft.name,
        barcode: draft.barcode || null,
        category: draft.category || null,
        type: draft.type,
        tax_type: draft.taxType,
        price: draft.price,
        item_class: draft.itemClass ?? before?.item_class ?? fallbackClass,
        class_alias: before?.class_alias ?? null,
        origin_country: draft.originCountry,
        package_unit: draft.packageUnit,
        quantity_unit: draft.quantityUnit,
        standard_name: before?.standard_name ?? null,
        batch_number: before?.batch_number ?? null,
        additional_info: before?.additional_info ?? null,
        description: before?.description ?? null,
        low_stock: draft.type === itemTypes.service ? null : (draft.lowStock ?? null),
        active: draft.active ? 1 : 0,
        favourite: draft.favourite ? 1 : 0,
      },
      { id: draft.id, code: draft.code, author: authorOf(actor) },
    ),
  )
  if (!stored.ok) return stored
  app.emit({ type: 'item.changed' })
  if (stored.submissionId !== null) app.emit({ type: 'queue.changed' })
  app.submitter.wake()
  return ok(itemView(stored.item))
}
