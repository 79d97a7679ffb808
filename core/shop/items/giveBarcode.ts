import { audit } from '../../../db/profile/audit.ts'
import { itemByCode, itemById, itemWithBarcode } from '../../../db/profile/items.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { device } from '../../../db/profile/reference.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { fingerprint } from '../../base/sha256.ts'
import { fail, type Reply } from '../../contract/errors.ts'
import { barcodesOfBlock, ownBarcode, ownPrefix } from '../../fiscal/barcode.ts'
import type { ShopContext } from '../context.ts'
import { fieldsOfItem, type StoredItem, storeItem } from './storeItem.ts'

/** The running number of barcodes. A number is used once, as its label may still stick on goods. */
const barcodeCounter = 'till.barcode'

/**
 * The block of a barcode's number. Tills of one taxpayer do not know each other's barcodes, and goods move between their
 * shops. So the device decides which of a million blocks are this till's.
 */
const blockOf = ({ profile: { row }, db }: ShopContext, number: number): number => {
  const serial = device(db)?.serial ?? row.device_serial
  const nth = Math.floor(number / barcodesOfBlock)
  const digest = fingerprint(JSON.stringify([row.taxpayer_pin, row.branch_id, serial, nth]))
  return Number.parseInt(digest.slice(0, 12), 16) % 1_000_000
}

/** Returns a barcode of the shop's own that no item has. Call it inside the transaction that stores it. */
const takeBarcode = (context: ShopContext, prefix: string): string => {
  const { db } = context
  for (;;) {
    const number = takeNumber(db, barcodeCounter)
    const barcode = ownBarcode(prefix, blockOf(context, number), number % barcodesOfBlock)
    if (!itemWithBarcode(db, barcode) && !itemByCode(db, barcode)) return barcode
  }
}

/** Gives an item a barcode of the shop's own; one that has a barcode keeps it. Call it inside a transaction. */
export const giveBarcode = (
  context: ShopContext,
  id: number,
): StoredItem | Extract<Reply<never>, { ok: false }> => {
  const { profile, db, ports, actor } = context
  const before = itemById(db, id)
  if (!before) return fail('005', 'item.unknown', 'There is no such item.', { field: 'itemIds' })
  if (before.barcode !== null) return { ok: true, item: before, submissionId: null }
  const prefix = ownPrefix(profile.settings().scaleRules)
  if (prefix === null) {
    return fail(
      '003',
      'label.noPrefix',
      "All prefixes from 20 to 29 belong to scale labels. Free one in Settings, or enter the items' barcodes.",
      { field: 'itemIds' },
    )
  }
  const barcode = takeBarcode(context, prefix)
  audit(db, {
    at: ports.clock.now(),
    kind: 'itemBarcoded',
    subject: `${before.name} ${barcode}`,
    row_id: null,
    who: whoOf(actor),
    content: '',
  })
  return storeItem(profile, { ...fieldsOfItem(before), barcode }, { id, author: authorOf(actor) })
}
