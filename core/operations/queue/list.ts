import { listSubmissions, queueFigures, sentSince } from '../../../db/app/queueList.ts'
import { ok } from '../../contract/errors.ts'
import { startOfDay } from '../../fiscal/dates.ts'
import { pageOfIds, readCursor } from '../cursor.ts'
import type { Handler } from '../handler.ts'
import { queueViews } from './view.ts'

export const listQueue: Handler<'queue.list'> = ({ filter, cursor, limit }, { app, db, ports }) => {
  const midnight = startOfDay(ports.clock.now())
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const { rows, next } = pageOfIds(
    listSubmissions(db, { filter, since: midnight, after: from.data?.[0], limit: limit + 1 }),
    limit,
  )
  const figures = queueFigures(db, 0)
  return ok({
    rows: queueViews(app, rows),
    counts: {
      needsPerson: figures.refused + figures.unknown + figures.withoutSignature,
      waiting: figures.waiting,
      sentToday: sentSince(db, midnight),
    },
    ...next,
  })
}
