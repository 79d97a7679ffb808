import { audit } from '../../../db/profile/audit.ts'
import { whoOf } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

export const recordExport: Handler<'export.record'> = ({ list, format, rows }, { db, ports, actor }) => {
  const content = JSON.stringify({ count: rows, format })
  db.transaction(() =>
    audit(db, {
      at: ports.clock.now(),
      kind: 'exported',
      subject: list,
      row_id: null,
      who: whoOf(actor),
      content,
    }),
  )
  return ok({})
}
