/** Asks the authority what became of an uncertain row. Each kind of document has its own query. */

import type { Db } from '../../db/engine/sqlite.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import type { Authority } from '../authority/port.ts'
import { askForPurchase } from './purchase.ts'
import { type LookUp, lookUp } from './reconcile.ts'
import { canLookUp } from './series.ts'
import { askForGoods } from './stockEffect.ts'

/** Queries a document by its number, a purchase by the supplier's invoice, a stock record by its quantities. */
export const ask = (db: Db, authority: Authority, row: Submission): Promise<LookUp> => {
  if (canLookUp(row)) return lookUp(db, authority, row)
  return row.kind === 'purchase' ? askForPurchase(authority, row) : askForGoods(db, authority, row)
}
