/** Matches the lines of a supplier's invoice with our items. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { type ItemRow, itemByCode, itemById, itemWithBarcode } from '../../../db/profile/items.ts'
import { linkSupplierItem, supplierItems } from '../../../db/profile/purchases.ts'
import type { SaleLineRecord, SupplierInvoice } from '../../authority/port.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { parseItemCode } from '../../fiscal/itemCode.ts'

const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Returns the item that obviously matches a line: by barcode or by code. A code in the authority's pattern proves
 * little, because every taxpayer counts from 1 (`authority §5.1`). Then the name must match too.
 */
const evident = (db: Db, line: SaleLineRecord): ItemRow | undefined => {
  const byBarcode = line.barcode ? itemWithBarcode(db, line.barcode) : undefined
  if (byBarcode) return byBarcode
  const byCode = itemByCode(db, line.itemCode)
  return byCode && (!parseItemCode(line.itemCode) || sameName(byCode.name, line.itemName))
    ? byCode
    : undefined
}

export interface Linked {
  line: SaleLineRecord
  item: ItemRow
  /** Matched just now. Stored when the purchase is confirmed. */
  isNew: boolean
}

/** Returns every line with our item; 005 with the first line that has no match. */
export const linkedLines = (db: Db, invoice: SupplierInvoice): Reply<Linked[]> => {
  const known = new Map(
    supplierItems(db, invoice.supplierPin).map((link) => [link.supplier_code, link.item_id]),
  )
  const linked: Linked[] = []
  for (const line of invoice.lines) {
    const itemId = known.get(line.itemCode)
    const item = itemId === undefined ? evident(db, line) : itemById(db, itemId)
    if (!item) {
      return fail(
        '005',
        'purchase.notLinked',
        `The supplier's item ${line.itemCode} "${line.itemName}" on invoice ${invoice.number} is not linked to one of our items. Call POST /purchases/${invoice.number}/link-items first.`,
        {
          field: 'spplrInvcNo',
          params: { code: line.itemCode, name: line.itemName, number: invoice.number },
        },
      )
    }
    linked.push({ line, item, isNew: itemId === undefined })
  }
  return ok(linked)
}

/** Stores new matches and returns a sentence about them; undefined if there were none. */
export const learn = (
  db: Db,
  { supplierPin }: SupplierInvoice,
  { lines, at }: { lines: Linked[]; at: number },
): string | undefined => {
  const found = new Map(lines.filter(({ isNew }) => isNew).map((each) => [each.line.itemCode, each]))
  for (const [code, { line, item }] of found) {
    linkSupplierItem(db, {
      supplier_pin: supplierPin,
      supplier_code: code,
      item_id: item.id,
      name: line.itemName || null,
      linked_at: at,
    })
  }
  if (found.size === 0) return undefined
  const pairs = [...found].map(([code, { item }]) => `${code} to ${item.code}`)
  return `Success. Linked by code or barcode: ${pairs.join(', ')}`
}
