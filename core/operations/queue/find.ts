import { countsByState, findSubmissions } from '../../../db/profile/queueList.ts'
import { ok } from '../../contract/errors.ts'
import { pageOfIds, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { queueEntries } from './entry.ts'

export const findQueued: Handler<'queue.find'> = ({ state, kind, lane, cursor, limit }, { profile, db }) => {
  const from = readCursor(cursor, ['number'])
  if (!from.ok) return from
  const { rows, next } = pageOfIds(
    findSubmissions(db, { state, kind, lane, after: from.data?.[0], limit: limit + 1 }),
    limit,
  )
  return ok({ entries: queueEntries(profile, rows), counts: countsByState(db), ...next })
}
