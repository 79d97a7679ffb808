import { branches, device } from '../../../db/profile/reference.ts'
import { ok } from '../../contract/errors.ts'
import { notReady } from '../../shop/failures.ts'
import type { Handler } from '../shared/handler.ts'
import { momentOf, yesNo } from '../shared/wireValues.ts'
import { lastSyncAt } from './lastSync.ts'

export const findBranches: Handler<'reference.findBranches'> = (query, { db }) => {
  if (!device(db)) return notReady()
  return ok({
    branches: branches(db, momentOf(query.changedSince)).map((row) => ({
      bhfId: row.branch_id,
      bhfNm: row.name,
      bhfSttsCd: row.status,
      prvncNm: row.county,
      dstrtNm: row.district,
      sctrNm: row.sector,
      locDesc: row.locality,
      mgrNm: row.manager_name,
      mgrTelNo: row.manager_phone,
      mgrEmail: row.manager_email,
      hqYn: yesNo(row.headquarters),
    })),
    lastSyncAt: lastSyncAt(db, 'branches'),
  })
}
