import { itemByCode } from '../../../db/profile/items.ts'
import { linkSupplierItem, submissionOfPurchase } from '../../../db/profile/purchases.ts'
import { device } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import { invalid, itemNotFound, notReady } from '../../shop/failures.ts'
import { contentOf, findPurchase } from '../../shop/purchases/find.ts'
import type { Handler } from '../shared/handler.ts'

/**
 * Stores which of our items a supplier's codes mean (`spec 4.17`), for this and every later invoice of that supplier.
 */
export const linkItems: Handler<'purchase.linkItems'> = async (input, context) => {
  const { db, ports } = context
  if (!device(db)) return notReady()
  const found = await findPurchase(context, { ...input, field: 'purchaseId', number: input.purchaseId })
  if (!found.ok) return found
  const invoice = contentOf(found.data)
  const codes = [...new Set(invoice.lines.map(({ itemCode }) => itemCode))]
  const items = new Map<string, { id: number; name: string | null }>()
  for (const [index, { spplrItemCd, localItemCd, itemNm }] of input.links.entries()) {
    if (!codes.includes(spplrItemCd))
      return invalid(
        `links[${index}].spplrItemCd`,
        spplrItemCd,
        `an item of the supplier's invoice: one of ${codes.join(', ')}`,
      )
    const item = itemByCode(db, localItemCd)
    if (!item) return itemNotFound(`links[${index}].localItemCd`, localItemCd)
    const other = items.get(spplrItemCd)
    if (other && other.id !== item.id)
      return invalid(`links[${index}].spplrItemCd`, spplrItemCd, 'linked to one item only')
    items.set(spplrItemCd, { id: item.id, name: itemNm || null })
  }
  const at = ports.clock.now()
  db.transaction(() => {
    for (const [code, { id, name }] of items)
      linkSupplierItem(db, {
        supplier_pin: invoice.supplierPin,
        supplier_code: code,
        item_id: id,
        name,
        linked_at: at,
        units: 100,
      })
  })
  const isConfirmed = submissionOfPurchase(db, found.data.id)?.state === 'accepted'
  const kept = `The links apply to every invoice of ${invoice.supplierPin}.`
  const note = isConfirmed
    ? `${kept} This one is confirmed already and does not change.`
    : `${kept} Confirm this one with POST /purchases.`
  return ok({ linked: items.size, purchaseId: input.purchaseId, note })
}
