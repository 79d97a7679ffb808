/** The class of a category's items, and items whose class nobody has chosen. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import type { ItemRow } from './items.ts'
import { profile } from './schema.ts'

const ofCategory = prepare((p: { category: string }) =>
  profile.selectFrom('category_class').select('item_class').where('category', '=', p.category),
)
/** Returns the class chosen for a category. */
export const classOfCategory = (db: Db, category: string): string | undefined =>
  db.first(ofCategory({ category }))?.item_class

export const rememberClass = (db: Db, category: string, itemClass: string): void => {
  db.run(
    profile
      .insertInto('category_class')
      .values({ category, item_class: itemClass })
      .onConflict((conflict) => conflict.column('category').doUpdateSet({ item_class: itemClass })),
  )
}

/** Returns all chosen classes with the authority's names. */
export const classesOfCategories = (db: Db) =>
  db.all(
    profile
      .selectFrom('category_class')
      .leftJoin('item_class', 'item_class.code', 'category_class.item_class')
      .select(['category_class.category', 'category_class.item_class as code', 'item_class.name'])
      .orderBy('category_class.category'),
  )

const notChosen = () =>
  profile.selectFrom('item').where('class_chosen', '=', sql.lit(0)).where('active', '=', sql.lit(1))

/** Returns how many items of each category have a class that nobody has chosen; those of none are not counted. */
export const countNotChosen = (db: Db, limit: number) =>
  db.all(
    notChosen()
      .select(['category', (select) => select.fn.countAll<number>().as('count')])
      .where('category', 'is not', null)
      .groupBy('category')
      .orderBy('category')
      .limit(limit),
  )

/** Returns items whose class nobody has chosen: of one category or of none, or the one with that id. */
export const itemsNotChosen = (
  db: Db,
  { category, itemId }: { category: string | null; itemId?: number | null | undefined },
  limit: number,
): ItemRow[] => {
  const of = notChosen().selectAll().where('category', 'is', category).limit(limit)
  return db.all(itemId == null ? of : of.where('id', '=', itemId))
}
