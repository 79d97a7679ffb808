/**
 * A database that may lack its last transactions continues without using a number twice or sending a document twice.
 */

import type { Db, OpenDb } from '../../db/engine/sqlite.ts'
import { moveOn } from '../../db/journal/position.ts'
import { till } from '../../db/profile/audit.ts'
import { markUnlookableUncertain } from '../../db/profile/numbersSent.ts'
import { doubtPrintJobs } from '../../db/profile/printJobs.ts'
import { writeSetting } from '../../db/profile/settings.ts'
import { itemsThatMoved, openStockRecordsOf } from '../../db/profile/stock.ts'
import { newestSubmission } from '../../db/profile/submissions.ts'
import type { Ids } from '../base/ports.ts'
import { enqueueStockMaster } from '../queue/enqueue.ts'
import { nothingFoundYet } from '../queue/realign.ts'
import { realignSetting, recoveredSetting } from '../queue/twin.ts'
import { leapOver, type Reserved } from './numbers.ts'

/**
 * The authority's stock may differ from what Kaunta remembers. Sending the stock master makes the authority name its
 * quantity, before a new record could be mistaken for a lost one.
 */
export const askForStock = (db: Db, at: number): void => {
  const author = { id: till, name: till }
  for (const item of itemsThatMoved(db)) {
    const needs = openStockRecordsOf(db, item.id).map((id) => ({ id, need: 'settled' as const }))
    enqueueStockMaster(db, item, { author, at, quantity: null, needs })
  }
}

/**
 * Our own numbers jump past every number that may be in use. Before the sales lane sends anything, Kaunta asks the
 * authority what it has. A person decides what became of papers that wait. A kind that cannot be queried counts as sent if its number is in use. `finding`: id of the
 * finding that gets the outcome. `at`: now, epoch milliseconds.
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
    // From here on no earlier journal or copy continues.
    moveOn(db.raw, Math.floor(ids.random() * 2 ** 32))
    const numbers = leapOver(db, reserved)
    markUnlookableUncertain(db)
    askForStock(db, at)
    doubtPrintJobs(db)
    writeSetting(db, recoveredSetting, newestSubmission(db))
    writeSetting(db, realignSetting, { finding, ...nothingFoundYet })
    return numbers
  })
