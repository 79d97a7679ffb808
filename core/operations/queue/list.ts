import { listSubmissions, sentSince } from '../../../db/profile/queueList.ts'
import { ok } from '../../contract/errors.ts'
import { startOfDay } from '../../fiscal/dates.ts'
import { figuresOf } from '../../queue/stuck.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { hidesCosts, queueViews } from './view.ts'

export const listQueue: Handler<'queue.list'> = (
  { filter, cursor, limit },
  { profile, db, ports, actor },
) => {
  const midnight = startOfDay(ports.clock.now())
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const after = from.data?.[0]
  const listed = listSubmissions(db, { filter, since: midnight, after, limit: limit + 1 })
  const { needsPerson, waiting, stuck } = figuresOf(db)
  // Stuck rows have the state of a pending one.
  const more = filter === 'needsPerson' ? stuck.filter(({ id }) => id < (after ?? Infinity)) : []
  const found = more.length > 0 ? [...listed, ...more].sort((a, b) => b.id - a.id) : listed
  const { rows, next } = pageOfIds(found, limit)
  return ok({
    rows: queueViews(profile, rows).map((row) => (hidesCosts(row, actor) ? { ...row, amount: null } : row)),
    counts: { needsPerson, waiting, sentToday: sentSince(db, midnight) },
    ...next,
  })
}
