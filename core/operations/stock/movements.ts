import { listMovements } from '../../../db/profile/movements.ts'
import { ok } from '../../contract/errors.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

const documentOf = <K extends string>(kind: K, id: number | null, number: string | number | null) =>
  id === null ? null : { kind, id, number: String(number) }

export const stockMovements: Handler<'stock.movements'> = ({ itemId, cursor, limit }, { db }) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const { rows, next } = pageOfIds(
    listMovements(db, { itemId, before: from.data?.[0], limit: limit + 1 }),
    limit,
  )
  return ok({
    movements: rows.map((row) => ({
      id: row.id,
      at: row.moved_at,
      itemId: row.item_id,
      itemCode: row.code,
      itemName: row.name,
      quantityUnit: row.quantity_unit,
      type: row.type,
      quantity: row.quantity,
      onHandAfter: row.on_hand_after,
      remark: row.remark,
      by: row.author_name,
      document:
        documentOf('invoice', row.invoice_id, row.invoice_number) ??
        documentOf('delivery', row.delivery_id, row.delivery_number) ??
        documentOf('transfer', row.transfer_id, row.transfer_number),
      state:
        row.state === 'accepted'
          ? ('accepted' as const)
          : // Without a submission: it takes back what was refused.
            row.state === 'refused' || row.state === 'withdrawn' || row.state === null
            ? ('refused' as const)
            : ('waiting' as const),
    })),
    ...next,
  })
}
