import { cashMovementsAfter } from '../../../db/profile/shifts.ts'
import { ok } from '../../contract/errors.ts'
import { centsToWire } from '../../fiscal/money.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

export const findCash: Handler<'shift.findCash'> = ({ shift, cursor, limit }, { db }) => {
  const after = readCursor(cursor, ['number'])
  if (!after.ok) return after
  const found = cashMovementsAfter(db, { after: after.data?.[0] ?? 0, shift, limit: limit + 1 })
  const { rows, next } = pageOfIds(found, limit)
  return ok({
    movements: rows.map((row) => ({
      uid: row.uid,
      shift: row.shift,
      kind: row.kind,
      amount: centsToWire(row.amount),
      reason: row.reason,
      reference: row.reference,
      note: row.note,
      movedAt: new Date(row.moved_at).toISOString(),
      movedBy: row.author_name,
    })),
    ...next,
  })
}
