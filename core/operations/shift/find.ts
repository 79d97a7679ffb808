import { shiftsFrom } from '../../../db/profile/shifts.ts'
import { ok } from '../../contract/errors.ts'
import { centsToWire } from '../../fiscal/money.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { shiftHead } from './restView.ts'

const toWire = (cents: number | null) => (cents === null ? null : centsToWire(cents))

export const findShifts: Handler<'shift.find'> = ({ from, cursor, limit }, { db }) => {
  const after = readCursor(cursor, ['number'])
  if (!after.ok) return after
  const found = shiftsFrom(db, after.data ? after.data[0] + 1 : (from ?? 1), limit + 1)
  const { rows, next } = pageOf(found, limit, ({ number }) => [number])
  return ok({
    shifts: rows.map((row) => ({
      ...shiftHead(row),
      expected: toWire(row.expected),
      counted: toWire(row.counted),
    })),
    ...next,
  })
}
