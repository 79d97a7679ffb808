import { listMovements } from '../../../db/app/stock.ts'
import { ok } from '../../contract/errors.ts'
import { idCursor } from '../cursor.ts'
import type { Handler } from '../handler.ts'

export const stockMovements: Handler<'stock.movements'> = ({ itemId, cursor, limit }, { db }) => {
  const rows = listMovements(db, { itemId, before: idCursor.read(cursor), limit })
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
      invoiceId: row.invoice_id,
      invoiceNumber: row.invoice_number,
      state:
        row.state === 'accepted'
          ? ('accepted' as const)
          : row.state === 'refused' || row.state === 'withdrawn'
            ? ('refused' as const)
            : ('waiting' as const),
    })),
    ...idCursor.after(rows, limit),
  })
}
