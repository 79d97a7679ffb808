import { shiftsBefore } from '../../../db/profile/shifts.ts'
import { ok } from '../../contract/errors.ts'
import { mayReadFigures } from '../../shop/cash/readReport.ts'
import { encode, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'

/** Above every row number. */
const start = 2 ** 53 - 1

export const listShifts: Handler<'shift.list'> = ({ cursor, limit }, { profile, db, actor }) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const rows = shiftsBefore(db, from.data?.[0] ?? start, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return ok({
    shifts: shown.map((row) => {
      const may = mayReadFigures(profile, actor, { openedBy: row.author_id, closedBy: row.closed_by_id })
      return {
        number: row.number,
        openedAt: row.opened_at,
        openedBy: row.author_name,
        float: row.float,
        closed:
          row.closed_at === null ? null : { at: row.closed_at, by: row.closed_by ?? '', note: row.note },
        expected: may ? row.expected : null,
        counted: may ? row.counted : null,
        review:
          row.to_review === 1
            ? { done: row.reviewed_at === null ? null : { at: row.reviewed_at, by: row.reviewed_by ?? '' } }
            : null,
      }
    }),
    ...(rows.length > limit && last ? { nextCursor: encode([last.id]) } : {}),
  })
}
