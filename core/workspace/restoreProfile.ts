/**
 * Replaces a profile's database with a copy. The journal adds everything after the copy. If the journal is
 * incomplete, the documents come from the present database, and the till continues as after damage. The present file
 * is moved aside.
 */

import { join } from 'node:path'
import type { z } from 'zod'
import { device } from '../../db/profile/reference.ts'
import type { copyDescription } from '../contract/backup.ts'
import type { Profile } from '../profile/profile.ts'
import { swapIn } from '../recovery/files.ts'
import type { fillIn, prepareCopy } from '../recovery/fill.ts'
import { type Finding, newFinding } from '../recovery/findings.ts'
import type { Unfit } from '../recovery/lookInto.ts'
import { reservedIn } from '../recovery/numbers.ts'
import { isOwn } from '../recovery/own.ts'
import { asideName } from '../recovery/rebuild.ts'
import type { Workspace } from './workspace.ts'

export type Description = z.infer<typeof copyDescription>

/** Opens and checks a copy without changing it. */
export const describeCopy = async (profile: Profile, file: string): Promise<Description | Unfit> => {
  const found = await profile.recovery.lookInto(file, profile.disk.roomToWork())
  if (typeof found === 'string') return found
  const { content, lead, bytes } = found
  if (!content.identity || !isOwn(profile.row, device(profile.db), content.identity)) return 'notOurs'
  const { lastSoldAt, sales, creditNotes, lastNumber, waiting } = content
  return { file, bytes, lastSoldAt, sales, creditNotes, lastNumber, waiting, ...lead }
}

/**
 * Closes the profile, puts the copy in place, and opens it again. If that fails, throws and restores the previous
 * state.
 */
export const restoreCopy = async (workspace: Workspace, profile: Profile, file: string): Promise<Finding> => {
  const { places, numbers } = profile.recovery
  const { clock, ids, log, offThread } = profile.ports
  return workspace.reopen(profile.id, async () => {
    const prepared = await offThread<typeof prepareCopy>('prepareCopy', file, places).result
    if (!prepared) throw new Error(`The copy ${file} is damaged`)
    const aside = asideName({ clock, ids })
    const finding = newFinding({
      id: aside,
      at: clock.now(),
      cause: 'restored',
      text: prepared.forward.reason,
      aside: join(places.damaged, aside),
      source: prepared.source,
      changes: prepared.forward.count,
      upTo: prepared.forward.at,
      complete: prepared.complete,
    })
    if (!finding.complete) {
      const incomplete = {
        reserved: reservedIn(numbers),
        finding: aside,
        chance: ids.random(),
        at: clock.now(),
      }
      Object.assign(finding, await offThread<typeof fillIn>('fillIn', places, incomplete).result)
    }
    log.warn({ ...finding }, 'a copy replaces the database')
    swapIn(places, { aside, journalToo: !finding.complete, finding })
    return finding
  })
}
