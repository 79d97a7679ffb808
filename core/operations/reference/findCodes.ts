import { codesOf, device } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import { invalid, notReady } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { momentOf, yesNo } from '../shared/wireValues.ts'
import { lastSyncAt } from './lastSync.ts'

/**
 * `spec 2.1` names the class of item types so. The authority uses another class, and none has this name (`authority
 * §3`).
 */
const specifiedItemTypes = '20'
const itemTypes = '24'

export const findCodes: Handler<'reference.findCodes'> = (query, { db }) => {
  if (!device(db)) return notReady()
  const { cdCls = query.class } = query
  if (query.class !== undefined && query.class !== cdCls)
    return invalid('class', query.class, 'the same as cdCls, or omitted')
  const of = (name: string | undefined) => codesOf(db, { class: name, since: momentOf(query.changedSince) })
  const rows = of(cdCls)
  return ok({
    codes: (rows.length === 0 && cdCls === specifiedItemTypes ? of(itemTypes) : rows).map((row) => ({
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
