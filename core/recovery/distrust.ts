/** A database that may lack what was last written goes on without giving out a number twice or sending anything twice. */

import type { Db, OpenDb } from '../../db/engine/sqlite.ts'
import { moveOn } from '../../db/journal/position.ts'
import { till } from '../../db/profile/audit.ts'
import { writeSetting } from '../../db/profile/settings.ts'
import { itemsThatMoved, openStockRecordsOf } from '../../db/profile/stock.ts'
import { doubtUnlookable, newestSubmission } from '../../db/profile/submissions.ts'
import type { Ids } from '../base/ports.ts'
import { enqueueStockMaster } from '../queue/enqueue.ts'
import { nothingFoundYet } from '../queue/realign.ts'
import { realignSetting, recoveredSetting } from '../queue/twin.ts'
import { leapOver, type Reserved } from './numbers.ts'

/**
 * What the authority has of our goods may be more or less than we remember. It says so when its stock master is told, before
 * a new record is taken for one that is gone.
 */
export const askForStock = (db: Db, at: number): void => {
  const author = { id: till, name: till }
  for (const item of itemsThatMoved(db)) {
    const needs = openStockRecordsOf(db, item.id).map((id) => ({ id, need: 'settled' as const }))
    enqueueStockMaster(db, item, { author, at, quantity: null, needs })
  }
}

/**
 * Own numbers leap over what may have been used; before the sales lane sends anything, the authority is asked what it
 * has; what it cannot be asked about counts as sent where its number is taken. `finding`: where the outcome is told; `at`: now,
 * epoch milliseconds.
 */
export const distrust = (
  db: OpenDb,
  {
    reserved,
    finding,
    ids,
    at,
  }: { reserved: Reserved | null; finding: string; ids: Pick<Ids, 'random'>; at: number },
): ReturnType<typeof leapOver> =>
  db.transaction(() => {
    // No journal or copy of the time before joins on to what is written from here.
    moveOn(db.raw, Math.floor(ids.random() * 2 ** 32))
    const numbers = leapOver(db, reserved)
    doubtUnlookable(db)
    askForStock(db, at)
    writeSetting(db, recoveredSetting, newestSubmission(db))
    writeSetting(db, realignSetting, { finding, ...nothingFoundYet })
    return numbers
  })
