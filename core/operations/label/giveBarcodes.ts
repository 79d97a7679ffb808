import { ok } from '../../contract/errors.ts'
import { giveBarcode } from '../../shop/items/giveBarcode.ts'
import { allOrNothing } from '../../shop/transaction.ts'
import type { Handler } from '../shared/handler.ts'

export const giveBarcodes: Handler<'label.giveBarcodes'> = ({ itemIds }, context) => {
  const { profile, db } = context
  const given = allOrNothing(db, () => {
    const items: { id: number; barcode: string | null }[] = []
    for (const id of itemIds) {
      const stored = giveBarcode(context, id)
      if (!stored.ok) return stored
      items.push({ id, barcode: stored.item.barcode })
    }
    return ok({ items })
  })
  if (!given.ok) return given
  profile.emit({ type: 'item.changed', itemIds })
  profile.emit({ type: 'queue.changed' })
  profile.submitter.wake()
  return given
}
