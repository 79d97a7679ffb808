/** Which items need new labels. */
import { sql } from 'kysely'
import { type Db, isOneOf } from '../engine/sqlite.ts'
import { nameOrder, type ShownItem, shownColumns } from './items.ts'
import { profile } from './schema.ts'

const active = () => profile.selectFrom('item').select(shownColumns).where('active', '=', sql.lit(1))

/** Returns items whose price changed since then, the newest change first. */
export const itemsPricedSince = (db: Db, since: number, limit: number): ShownItem[] =>
  db.all(
    active().where('priced_at', '>=', since).orderBy('priced_at', 'desc').orderBy('id', 'desc').limit(limit),
  )

/** Returns items without a label at their present price, by name. */
export const itemsUnlabelled = (db: Db, limit: number): ShownItem[] =>
  db.all(active().where(sql<boolean>`label_price is not price`).orderBy(nameOrder).orderBy('id').limit(limit))

/** Labels with the present prices of these items were printed. */
export const noteLabels = (db: Db, ids: readonly number[]): void => {
  db.run(
    profile
      .updateTable('item')
      .set((set) => ({ label_price: set.ref('price') }))
      .where(isOneOf('id', JSON.stringify(ids))),
  )
}
