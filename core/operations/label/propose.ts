import type { Db } from '../../../db/engine/sqlite.ts'
import { deliveryById, deliveryLines } from '../../../db/profile/deliveries.ts'
import { itemsByIds, listItems, type ShownItem } from '../../../db/profile/items.ts'
import { itemsPricedSince, itemsUnlabelled } from '../../../db/profile/labels.ts'
import { labels } from '../../contract/bounds.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { LabelLine } from '../../contract/label.ts'
import { labelsFor } from '../../shop/items/labels.ts'
import { noDelivery } from '../delivery/view.ts'
import type { Handler } from '../shared/handler.ts'

interface Proposed {
  item: ShownItem
  copies: number
}

/** What came of each item, in the order of the delivery. A service or a line without goods needs no label. */
const ofDelivery = (db: Db, id: number): Proposed[] => {
  const received = new Map<number, number>()
  for (const { item_id, received: quantity } of deliveryLines(db, id))
    if (item_id !== null && quantity > 0) received.set(item_id, (received.get(item_id) ?? 0) + quantity)
  const items = new Map(itemsByIds(db, [...received.keys()]).map((item) => [item.id, item]))
  return [...received].flatMap(([itemId, quantity]) => {
    const item = items.get(itemId)
    return item ? [{ item, copies: labelsFor(quantity, item.quantity_unit, labels.copies) }] : []
  })
}

const find = (db: Db, input: ParsedInputOf<'label.propose'>): Reply<Proposed[]> => {
  const limit = labels.items + 1
  const once = (items: ShownItem[]) => ok(items.map((item) => ({ item, copies: 1 })))
  switch (input.source) {
    case 'items':
      return once(listItems(db, { text: input.text, filter: input.filter, limit }))
    case 'chosen':
      return once(itemsByIds(db, input.ids))
    case 'priced':
      return once(itemsPricedSince(db, input.since, limit))
    case 'unlabelled':
      return once(itemsUnlabelled(db, limit))
    case 'delivery': {
      const delivery = deliveryById(db, input.id)
      return delivery ? ok(ofDelivery(db, delivery.id)) : noDelivery()
    }
  }
}

const lineOf = ({ item, copies }: Proposed): LabelLine => ({
  itemId: item.id,
  name: item.name,
  secondName: item.second_name,
  barcode: item.barcode,
  code: item.code,
  price: item.price,
  quantityUnit: item.quantity_unit,
  copies,
})

export const proposeLabels: Handler<'label.propose'> = (input, { db }) => {
  const found = find(db, input)
  if (!found.ok) return found
  return ok({
    lines: found.data.slice(0, labels.items).map(lineOf),
    more: found.data.length > labels.items,
  })
}
