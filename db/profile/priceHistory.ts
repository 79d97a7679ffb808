/** What an item sold for and cost, newest first. */
import { sql } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import type { ItemRow } from './items.ts'
import { profile } from './schema.ts'

/** `before`: the last row of the previous page. */
interface Part {
  before: number | undefined
  limit: number
}

/** Returns rows of the audit trail. The conditions are those of the index `audit_price`. */
export const priceChanges = (db: Db, { id, name }: Pick<ItemRow, 'id' | 'name'>, { before, limit }: Part) =>
  db.all(
    profile
      .selectFrom('audit')
      .select(['seq', 'at', 'who', 'content'])
      .where(sql<boolean>`kind = 'itemPriced'`)
      .where(sql<boolean>`coalesce(row_id, subject) in (${id}, ${name})`)
      .$if(before !== undefined, (rows) => rows.where('seq', '<', before ?? 0))
      .orderBy('seq', 'desc')
      .limit(limit),
  )

/** Returns lines of deliveries in which the item came. */
export const costsOfDeliveries = (db: Db, itemId: number, { before, limit }: Part) =>
  db.all(
    profile
      .selectFrom('delivery_line')
      .innerJoin('delivery', 'delivery.id', 'delivery_line.delivery_id')
      .select([
        'delivery_line.id',
        'delivery_line.unit_cost',
        'delivery_line.received',
        'delivery.id as delivery_id',
        'delivery.number',
        'delivery.supplier_name',
        'delivery.received_at',
        'delivery.author_name',
      ])
      .where('delivery_line.item_id', '=', itemId)
      .where('delivery_line.received', '>', 0)
      .$if(before !== undefined, (rows) => rows.where('delivery_line.id', '<', before ?? 0))
      .orderBy('delivery_line.id', 'desc')
      .limit(limit),
  )
