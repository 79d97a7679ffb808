/**
 * What a till does after it found a twin (a copy of its data folder on another computer): it jumps ahead, queries the
 * authority, and shows a notice.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { markUnlookableUncertain } from '../../db/profile/numbersSent.ts'
import { writeSetting } from '../../db/profile/settings.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import { nothingFoundYet } from '../queue/realign.ts'
import { isSigner, realignSetting, recoveredSetting, twinSetting } from '../queue/twin.ts'
import { askForStock } from './distrust.ts'
import type { Places } from './files.ts'
import { findingsOf, keepFinding, newFinding } from './findings.ts'
import { leap, ownSeries } from './numbers.ts'
import { asideName } from './rebuild.ts'

/** Random, because two tills that jump at the same time must not get numbers that meet within their lives. */
const leapAtMost = 10_000_000

export interface Twin {
  /**
   * A twin's document was found. `near`: its numbers may meet ours, so ours jump and Kaunta queries everything at the
   * authority. `upTo`: the last submission that both may know. Call it inside a transaction.
   */
  met(db: Db, document: { traderNumber: string; near: boolean; upTo: number }): void
}

export const createTwin = (by: {
  places: Places
  clock: Clock
  ids: Ids
  log: Log
  changed(): void
}): Twin => {
  const { places, clock, ids, log, changed } = by
  return {
    met: (db, { traderNumber, near, upTo }) => {
      const open = findingsOf(places).find(({ cause }) => cause === 'twin')
      if (open && !near) return
      const at = clock.now()
      const finding = open ?? newFinding({ id: asideName({ clock, ids }), at, cause: 'twin' })
      log.error({ document: traderNumber, finding: finding.id }, 'another till uses the numbers of this one')
      writeSetting(db, twinSetting, true)
      if (near && isSigner(db)) {
        // The other one may have sent any document of the branch, also those that came here since.
        writeSetting(db, recoveredSetting, null)
        writeSetting(db, realignSetting, { finding: finding.id, ...nothingFoundYet })
      } else if (near) {
        const from = nextNumber(db, 'till.sale')
        const far = leap + Math.floor(ids.random() * (leapAtMost - leap))
        for (const name of ownSeries) setNextNumber(db, name, nextNumber(db, name) + far)
        finding.numbers = { from: finding.numbers?.from ?? from, to: from + far - 1 }
        markUnlookableUncertain(db, upTo)
        askForStock(db, at)
        writeSetting(db, recoveredSetting, upTo)
        writeSetting(db, realignSetting, { finding: finding.id, ...nothingFoundYet })
      }
      keepFinding(places, finding)
      changed()
    },
  }
}
