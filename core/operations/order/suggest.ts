import {
  lastDeliveries,
  linksOfItems,
  supplierNamed,
  suppliersOfDeliveries,
} from '../../../db/profile/orders.ts'
import { ok } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/index.ts'
import { oneUnit } from '../../shop/purchases/links.ts'
import { isDue, itemsToOrder, suggestedQuantity } from '../../shop/purchases/suggest.ts'
import type { Handler } from '../shared/handler.ts'

/** Nobody looks through more. */
const most = 1000

type Group = OutputOf<'order.suggest'>['suppliers'][number]

/** By the supplier who delivered an item last, else by the one whose code was linked to it last. */
export const suggestOrders: Handler<'order.suggest'> = async ({ cover }, { db, profile }) => {
  const { orderLeadDays: lead, orderSafetyDays: safety, supplierLeadDays } = profile.settings()
  const own = new Map(supplierLeadDays.map(({ supplier, days }) => [supplier, days]))
  const longest = Math.max(lead, ...own.values())
  const found = await itemsToOrder(db, { now: profile.day.sure(), lead: longest, safety })
  const items = found.slice(0, most)
  const ids = items.map(({ row }) => row.id)
  const links = Map.groupBy(linksOfItems(db, ids), (link) => link.item_id)
  const delivered = lastDeliveries(db, ids)
  const deliverers = suppliersOfDeliveries(db, [...new Set(delivered.values())])
  const names = new Map<string, string>()
  const nameOf = (pin: string): string => {
    const name = names.get(pin) ?? supplierNamed(db, pin) ?? pin
    names.set(pin, name)
    return name
  }
  const groups = new Map<string, Group>()
  for (const { row, sold7, sold30, ...shelf } of items) {
    const linked = links.get(row.id) ?? []
    const deliverer = deliverers.get(delivered.get(row.id) ?? 0)
    const pin = deliverer ? deliverer.supplier_pin : (linked[0]?.supplier_pin ?? null)
    const name = deliverer?.supplier_name ?? (pin === null ? null : nameOf(pin))
    const key = pin ?? name?.trim().toLowerCase() ?? ''
    const leadDays = own.get(key) ?? lead
    if (!isDue(shelf, { lead: leadDays, safety })) continue
    const supplier = name === null ? null : { name, pin }
    const group = groups.get(key) ?? { key, supplier, leadDays, items: [] }
    groups.set(key, group)
    const units = linked.find((link) => link.supplier_pin === pin)?.units ?? oneUnit
    group.items.push({
      itemId: row.id,
      code: row.code,
      name: row.name,
      secondName: row.second_name,
      barcode: row.barcode,
      quantityUnit: row.quantity_unit,
      onHand: shelf.onHand,
      lowStock: shelf.lowStock,
      ordered: shelf.ordered,
      sold7,
      sold30,
      suggested: suggestedQuantity({ ...shelf, units }, { lead: leadDays, cover, safety }),
      units,
      unitCost: row.last_cost,
    })
  }
  return ok({
    suppliers: [...groups.values()],
    whole: found.length <= most,
    leadDays: lead,
    safetyDays: safety,
  })
}
