/** A database that may lack what was last written goes on without giving out a number twice or sending anything twice. */
import { writeSetting } from '../../db/app/settings.ts'
import { doubtUnlookable } from '../../db/app/submissions.ts'
import { moveOn } from '../../db/journal.ts'
import type { OpenDb } from '../../db/sqlite.ts'
import type { Ids } from '../ports.ts'
import { nothingFoundYet, realignSetting } from '../queue/realign.ts'
import { leapOver, type Reserved } from './numbers.ts'

/**
 * Own numbers leap over what may have been used; before the sales lane sends anything, the authority is asked what it
 * has; what it cannot be asked about counts as sent where its number is taken. `finding`: where the outcome is told.
 */
export const distrust = (
  db: OpenDb,
  { reserved, finding, ids }: { reserved: Reserved | null; finding: string; ids: Ids },
): ReturnType<typeof leapOver> =>
  db.transaction(() => {
    // No journal or copy of the time before joins on to what is written from here.
    moveOn(db.raw, Math.floor(ids.random() * 2 ** 32))
    const numbers = leapOver(db, reserved)
    doubtUnlookable(db)
    writeSetting(db, realignSetting, { finding, ...nothingFoundYet })
    return numbers
  })
