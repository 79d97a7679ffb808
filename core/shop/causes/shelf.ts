/** Whether the authority's stock, by our books, is enough for documents that it rejected. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { authorityShelf, type Goods, goodsOut } from '../../../db/profile/causes.ts'

interface Place {
  id: number
  name: string
  unit: string
  /** What the authority has and no other pending document takes. Hundredths, as all here. */
  free: number
  /** What pending stock records will bring. */
  coming: number
  /** When the authority accepted the newest stock-in; null: not yet. */
  grewAt: number | null
}

export interface Shelf {
  /** Returns the item's place; undefined if none of the documents takes it. */
  place(itemId: number): Place | undefined
  /** What these documents take of each item. */
  needed(ids: readonly number[]): Map<number, number>
  /** True if the authority has everything that this document takes. Then {@link Shelf.take} reserves it. */
  has(id: number): boolean
  take(id: number): void
  /** True if goods of this document came in, and the authority has accepted that, since `at`, epoch milliseconds. */
  grewSince(id: number, at: number): boolean
}

/** Reads the shelf for these submissions of sales and stock records. */
export const readShelf = (db: Db, ids: number[]): Shelf => {
  const goods = Map.groupBy(goodsOut(db, ids), ({ id }) => id)
  const itemIds = [...new Set([...goods.values()].flat().map(({ item_id }) => item_id))]
  const places = new Map(
    authorityShelf(db, itemIds).map((item): [number, Place] => [
      item.id,
      {
        id: item.id,
        name: item.name,
        unit: item.quantity_unit,
        free: item.authority_on_hand + item.leaving,
        coming: item.coming,
        grewAt: item.last_stock_in_at,
      },
    ]),
  )
  const of = (id: number): Goods[] => goods.get(id) ?? []
  return {
    place: (itemId) => places.get(itemId),
    needed: (documents) => {
      const sums = new Map<number, number>()
      for (const { item_id, quantity } of documents.flatMap(of))
        sums.set(item_id, (sums.get(item_id) ?? 0) + quantity)
      return sums
    },
    has: (id) => of(id).every(({ item_id, quantity }) => (places.get(item_id)?.free ?? 0) >= quantity),
    take: (id) => {
      for (const { item_id, quantity } of of(id)) {
        const place = places.get(item_id)
        if (place) place.free -= quantity
      }
    },
    grewSince: (id, at) => of(id).some(({ item_id }) => (places.get(item_id)?.grewAt ?? -1) >= at),
  }
}

/** Pieces of an item that the authority lacks for some documents. */
export interface Missing {
  itemId: number
  name: string
  unit: string
  /** What the authority has, and what the documents take. */
  has: number
  needed: number
  missing: number
}

/** Returns the goods of these documents, those that are missing first. */
export const goodsOf = (shelf: Shelf, ids: readonly number[]): Missing[] =>
  [...shelf.needed(ids)]
    .flatMap(([itemId, needed]): Missing[] => {
      const place = shelf.place(itemId)
      if (!place) return []
      const missing = Math.max(0, needed - place.free - place.coming)
      return [{ itemId, name: place.name, unit: place.unit, has: Math.max(0, place.free), needed, missing }]
    })
    .sort((a, b) => b.missing - a.missing)
