/** Chooses the class of items that have the default one: a category at once, registered again in small batches. */
import {
  classesOfCategories,
  countNotChosen,
  itemsNotChosen,
  rememberClass,
} from '../../../db/profile/itemClasses.ts'
import { authorOf } from '../../access/actor.ts'
import { itemsAtOnce } from '../../contract/bounds.ts'
import { ok } from '../../contract/errors.ts'
import { fieldsOfItem, storeItem } from '../../shop/items/storeItem.ts'
import type { Handler } from '../shared/handler.ts'

/** More categories than a person handles at a time. */
const mostCategories = 200
const someNames = 5

export const listCategoryClasses: Handler<'item.categoryClasses'> = (_, { db }) =>
  ok({ classes: classesOfCategories(db) })

export const listClassesNotChosen: Handler<'item.classesNotChosen'> = (_, { db }) =>
  ok({
    categories: [
      ...countNotChosen(db, mostCategories).map(({ category, count }) => ({
        category,
        itemId: null,
        count,
        names: itemsNotChosen(db, { category }, someNames).map(({ name }) => name),
      })),
      ...itemsNotChosen(db, { category: null }, mostCategories).map(({ id, name }) => ({
        category: null,
        itemId: id,
        count: 1,
        names: [name],
      })),
    ],
  })

export const chooseClass: Handler<'item.chooseClass'> = (
  { category, itemId, itemClass },
  { profile, db, actor },
) => {
  const author = authorOf(actor)
  const [changed, left] = db.transaction(() => {
    const items = itemsNotChosen(db, { category, itemId }, itemsAtOnce)
    for (const item of items) {
      const fields = { ...fieldsOfItem(item), item_class: itemClass, class_chosen: 1 as const }
      const stored = storeItem(profile, fields, { id: item.id, author })
      if (!stored.ok) throw new Error(`${item.code}: ${stored.error.message}`)
    }
    if (category !== null) rememberClass(db, category, itemClass)
    return [items.length, itemsNotChosen(db, { category, itemId }, itemsAtOnce).length]
  })
  profile.emit({ type: 'item.changed' })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return ok({ changed, left })
}
