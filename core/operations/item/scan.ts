import type { Db } from '../../../db/engine/sqlite.ts'
import { itemByBarcode, itemByCode } from '../../../db/profile/items.ts'
import { ok } from '../../contract/errors.ts'
import { lineOfPriceLabel, parseScan } from '../../fiscal/barcode.ts'
import type { Handler } from '../shared/handler.ts'
import { itemView } from './view.ts'

const active = (db: Db, code: string) => {
  const item = itemByBarcode(db, code) ?? itemByCode(db, code)
  return item?.active === 1 ? item : undefined
}

export const scanItem: Handler<'item.scan'> = ({ code }, { profile, db }) => {
  // The shop's own barcode takes precedence over reading it as a scale label.
  const exact = active(db, code)
  if (exact) return ok({ kind: 'item', item: itemView(exact) })
  const scan = parseScan(code, profile.settings().scaleRules)
  if (scan.kind === 'plain') {
    const item = scan.codes.map((candidate) => active(db, candidate)).find((found) => found !== undefined)
    return item ? ok({ kind: 'item', item: itemView(item) }) : ok({ kind: 'unknown', code })
  }
  const item = active(db, scan.itemCode)
  if (!item) return ok({ kind: 'unknown', code })
  if (scan.kind === 'weight') return ok({ kind: 'item', item: itemView(item), quantity: scan.quantity })
  const line = lineOfPriceLabel(scan.price, item.price)
  if (!line) return ok({ kind: 'unknown', code })
  return ok({ kind: 'item', item: itemView(item), quantity: line.quantity, labelTotal: scan.price })
}
