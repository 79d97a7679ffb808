import { listSubmissions, queueFigures, sentSince } from '../../../db/app/submissions.ts'
import { ok } from '../../contract/errors.ts'
import { parseWireDate, toWireDate } from '../../fiscal/dates.ts'
import { idCursor } from '../cursor.ts'
import type { Handler } from '../handler.ts'
import { queueViews } from './view.ts'

export const listQueue: Handler<'queue.list'> = ({ filter, cursor, limit }, { app, db, ports }) => {
  const midnight = parseWireDate(toWireDate(ports.clock.now())) ?? 0
  const rows = listSubmissions(db, { filter, since: midnight, after: idCursor.read(cursor), limit })
  const figures = queueFigures(db, 0)
  return ok({
    rows: queueViews(app, rows),
    counts: {
      needsPerson: figures.refused + figures.unknown + figures.withoutSignature,
      waiting: figures.waiting,
      sentToday: sentSince(db, midnight),
    },
    ...idCursor.after(rows, limit),
  })
}
