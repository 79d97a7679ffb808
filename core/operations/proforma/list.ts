import { paperNumber, salesOfProforma, unofficialBefore } from '../../../db/profile/unofficial.ts'
import { ok } from '../../contract/errors.ts'
import { contentOf } from '../../shop/unofficial/content.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

export const listProformas: Handler<'proforma.list'> = ({ text, cursor, limit }, { db }) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const found = unofficialBefore(db, { labels: ['PS'], before: from.data?.[0], text, limit: limit + 1 })
  const { rows, next } = pageOfIds(found, limit)
  const proformas = rows.map((row) => ({
    id: row.id,
    number: paperNumber(row),
    total: row.total,
    lines: contentOf(row).lines.length,
    buyer: row.buyer_name ?? row.buyer_pin,
    cashier: row.author_name,
    madeAt: row.made_at,
    sales: salesOfProforma(db, row.id),
  }))
  return ok({ proformas, ...next })
}
