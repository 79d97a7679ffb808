import { itemByCode } from '../../../db/profile/items.ts'
import { findMovements } from '../../../db/profile/movements.ts'
import { device } from '../../../db/profile/reference.ts'
import type { SubmissionState } from '../../../db/profile/schema.ts'
import { ok } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/index.ts'
import { centsToWire } from '../../fiscal/money.ts'
import { notReady } from '../../shop/failures.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { momentOf } from '../shared/wireValues.ts'

type View = OutputOf<'stock.findMovements'>['movements'][number]

const stateOf = (state: SubmissionState | null): View['state'] => {
  if (state === null) return 'reversal'
  return state === 'queued' || state === 'sending' || state === 'unknown' ? 'waiting' : state
}

export const findStockMovements: Handler<'stock.findMovements'> = (query, { db }) => {
  if (!device(db)) return notReady()
  const from = readCursor(query.cursor, ['number'])
  if (!from.ok) return from
  const item = query.itemCd === undefined ? undefined : itemByCode(db, query.itemCd)
  if (query.itemCd !== undefined && !item) return ok({ movements: [] })
  const found = findMovements(db, {
    itemId: item?.id,
    type: query.stockTyCd,
    from: query.from,
    to: query.to,
    sarNo: query.sarNo,
    since: momentOf(query.changedSince),
    after: from.data?.[0],
    limit: query.limit + 1,
  })
  const { rows, next } = pageOfIds(found, query.limit)
  return ok({
    movements: rows.map((row) => ({
      itemCd: row.code,
      itemNm: row.name,
      qtyUnitCd: row.quantity_unit,
      stockTyCd: row.type,
      direction: row.quantity > 0 ? ('in' as const) : ('out' as const),
      qty: centsToWire(Math.abs(row.quantity)),
      onHandAfter: centsToWire(row.on_hand_after),
      ocrnDt: row.occurred_on,
      sarNo:
        row.source === 'software' && row.invoice_number === null ? Number.parseInt(row.number, 10) : null,
      invcNo: row.invoice_number,
      remark: row.remark,
      regrNm: row.author_name,
      recordedAt: new Date(row.moved_at).toISOString(),
      state: stateOf(row.state),
      cisSarNo: row.state === 'accepted' ? row.authority_number : null,
    })),
    ...next,
  })
}
