import { device, notices } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import { notReady } from '../../shop/failures.ts'
import { pageOf, readCursor } from '../shared/cursor.ts'
import type { Handler } from '../shared/handler.ts'
import { momentOf } from '../shared/wireValues.ts'
import { lastSyncAt } from './lastSync.ts'

export const findNotices: Handler<'reference.findNotices'> = (query, { db }) => {
  if (!device(db)) return notReady()
  const from = readCursor(query.cursor, ['string', 'number'])
  if (!from.ok) return from
  const found = notices(db, {
    since: momentOf(query.changedSince),
    after: from.data && { registeredAt: from.data[0], number: from.data[1] },
    limit: query.limit + 1,
  })
  const { rows, next } = pageOf(found, query.limit, ({ registered_at, number }) => [registered_at, number])
  return ok({
    notices: rows.map((row) => ({
      noticeNo: row.number,
      title: row.title,
      cont: row.content,
      dtlUrl: row.url,
      regrNm: row.author,
      regDt: row.registered_at,
    })),
    lastSyncAt: lastSyncAt(db, 'notices'),
    ...next,
  })
}
