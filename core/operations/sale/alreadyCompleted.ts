import type { Db } from '../../../db/engine/sqlite.ts'
import { invoiceByRequest } from '../../../db/profile/invoices.ts'
import { fail } from '../../contract/errors.ts'

/** Returns the failure if a sale was completed under this request; undefined if none was. */
export const alreadyCompleted = (db: Db, requestId: string) => {
  const done = invoiceByRequest(db, requestId)
  if (!done) return undefined
  return fail(
    '004',
    'sale.requestReused',
    `Another sale, ${done.number}, was already completed under this request. Start a new one.`,
    { field: 'requestId', params: { number: done.number } },
  )
}
