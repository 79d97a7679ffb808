import { codesOf, device } from '../../../db/app/reference.ts'
import { ok } from '../../contract/errors.ts'
import { invalid, notReady } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { momentOf, yesNo } from '../wireValues.ts'
import { lastSyncAt } from './lastSync.ts'

export const findCodes: Handler<'reference.findCodes'> = (query, { db }) => {
  if (!device(db)) return notReady()
  const { cdCls = query.class } = query
  if (query.class !== undefined && query.class !== cdCls)
    return invalid('class', query.class, 'the same as cdCls, or left out')
  return ok({
    codes: codesOf(db, { class: cdCls, since: momentOf(query.changedSince) }).map((row) => ({
      cdCls: row.class,
      cdClsNm: row.class_name,
      cd: row.code,
      cdNm: row.name,
      cdDesc: row.description,
      srtOrd: row.sort_order,
      useYn: yesNo(row.active),
      userDfnCd1: row.user_defined_1,
    })),
    lastSyncAt: lastSyncAt(db, 'codes'),
  })
}
