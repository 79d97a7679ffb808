/** What became of a row that nobody knows the fate of: each kind is asked about in its own way. */

import type { Db } from '../../db/engine/sqlite.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import type { Authority } from '../authority/port.ts'
import { canLookUp } from './claim.ts'
import { askForPurchase } from './purchase.ts'
import { type LookUp, lookUp } from './reconcile.ts'
import { askForGoods } from './stockDoubt.ts'

/** A document by its number, a purchase by its supplier's invoice, a stock record by its goods. */
export const ask = (db: Db, authority: Authority, row: Submission): Promise<LookUp> => {
  if (canLookUp(row)) return lookUp(db, authority, row)
  return row.kind === 'purchase' ? askForPurchase(authority, row) : askForGoods(db, authority, row)
}
