/** Matches the lines of a supplier's invoice with our items. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { type ItemRow, itemByCode, itemById, itemWithBarcode } from '../../../db/profile/items.ts'
import { linkSupplierItem, supplierItems } from '../../../db/profile/purchases.ts'
import type { SaleLineRecord, SupplierInvoice } from '../../authority/port.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { parseItemCode } from '../../fiscal/itemCode.ts'

export const sameName = (one: string, other: string): boolean =>
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

/** One of our units per unit of the supplier, in hundredths. */
export const oneUnit = 100

export interface Match {
  line: SaleLineRecord
  item: ItemRow | undefined
  /** How many of our units one unit of the supplier is, hundredths. */
  units: number
  /** Matched just now. Stored when the purchase is confirmed. */
  isNew: boolean
}
export type Linked = Match & { item: ItemRow }

/** Returns every line with the item that was remembered for the supplier's code, or that obviously matches. */
export const matchLines = (db: Db, invoice: SupplierInvoice): Match[] => {
  const known = new Map(supplierItems(db, invoice.supplierPin).map((link) => [link.supplier_code, link]))
  return invoice.lines.map((line) => {
    const link = known.get(line.itemCode)
    const item = link ? itemById(db, link.item_id) : evident(db, line)
    return { line, item, units: link?.units ?? oneUnit, isNew: link === undefined }
  })
}

/** Returns every line with our item; 005 with the first line that has no match. */
export const linkedLines = (db: Db, invoice: SupplierInvoice): Reply<Linked[]> => {
  const linked: Linked[] = []
  for (const match of matchLines(db, invoice)) {
    const { line, item } = match
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
    linked.push({ ...match, item })
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
  for (const [code, { line, item, units }] of found) {
    linkSupplierItem(db, {
      supplier_pin: supplierPin,
      supplier_code: code,
      item_id: item.id,
      name: line.itemName || null,
      linked_at: at,
      units,
    })
  }
  if (found.size === 0) return undefined
  const pairs = [...found].map(([code, { item }]) => `${code} to ${item.code}`)
  return `Success. Linked by code or barcode: ${pairs.join(', ')}`
}
