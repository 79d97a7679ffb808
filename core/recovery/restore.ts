/**
 * Puts a copy in the place of a profile's database. The journal then brings back what came after it; where it cannot, the
 * present database gives its documents, and the till goes on as after damage. The present one is put aside.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { appMigrations } from '../../db/app/migrations/index.ts'
import { device } from '../../db/app/reference.ts'
import { contentOf } from '../../db/contents.ts'
import { problemsIn, sizeOf } from '../../db/inspect.ts'
import { type Position, segmentsIn } from '../../db/journalLines.ts'
import { lookAhead } from '../../db/rollForward.ts'
import { salvage } from '../../db/salvage.ts'
import { openDb, positionIn } from '../../db/sqlite.ts'
import type { App } from '../app.ts'
import type { copyDescription } from '../contract/backup.ts'
import type { Workspace } from '../workspace.ts'
import { distrust } from './distrust.ts'
import { type Places, swapIn } from './files.ts'
import { type Finding, newFinding } from './findings.ts'
import { reservedIn } from './numbers.ts'
import { isOwn } from './own.ts'
import { asideName, prepare, removeIncoming } from './rebuild.ts'

export type Description = z.infer<typeof copyDescription>
/** Why a copy cannot be put in place. */
export type Unfit = 'notThere' | 'damaged' | 'newer' | 'notOurs'

/** Does the journal lead from there to where the present database stands? */
const leads = ({ journal, file }: Places, from: Position) => {
  const { count, at, reason, behind } = lookAhead(journal, from)
  const reached = sizeOf(file) === null || from.sequence + count >= positionIn(file).sequence
  const complete = segmentsIn(journal).length > 0 && reason === null && !behind && reached
  return { changes: complete ? count : 0, upTo: complete ? at : null, complete }
}

/** Opens and checks a copy, which stays as it is. */
export const describeCopy = (app: App, file: string): Description | Unfit => {
  const bytes = sizeOf(file)
  if (bytes === null) return 'notThere'
  try {
    if (bytes === 0 || problemsIn(file, { depth: 'quick' }) !== null) return 'damaged'
  } catch {
    return 'notThere'
  }
  const content = contentOf(file)
  if (!content) return 'notOurs'
  if (content.migrations.some((name) => !Object.hasOwn(appMigrations, name))) return 'newer'
  if (!content.identity || !isOwn(app.row, device(app.db), content.identity)) return 'notOurs'
  const { lastSoldAt, sales, creditNotes, lastNumber, waiting, position } = content
  const ahead = leads(app.recovery.places, position)
  return { file, bytes, lastSoldAt, sales, creditNotes, lastNumber, waiting, ...ahead }
}

const areOfOnePast = (copy: string, present: string): boolean => {
  try {
    return contentOf(copy)?.madeAt === contentOf(present)?.madeAt
  } catch {
    return false
  }
}

/** Closes the profile, puts the copy in place, opens it again. Throws, with everything as it was, when that cannot be done. */
export const restoreCopy = async (workspace: Workspace, app: App, file: string): Promise<Finding> => {
  const { places, numbers } = app.recovery
  const { clock, ids, log } = app.ports
  return workspace.reopen(app.id, async () => {
    const { complete } = leads(places, positionIn(file))
    removeIncoming(places)
    copyFileSync(file, places.incoming)
    const name = file.split(/[\\/]/).at(-1) ?? ''
    const prepared = await prepare(places, { kind: 'backup', name, madeAt: null })
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
      complete: complete && prepared.complete,
    })
    if (!finding.complete) {
      const db = openDb(places.incoming)
      try {
        finding.salvaged = salvage(db, places.file).documents
        // Numbers remembered for another database say nothing of this one.
        const reserved = areOfOnePast(file, places.file) ? reservedIn(numbers) : null
        finding.numbers = distrust(db, { reserved, finding: aside, ids, at: clock.now() })
      } finally {
        db.close()
      }
    }
    log.warn({ ...finding }, 'a copy takes the place of the database')
    swapIn(places, { aside, journalToo: !finding.complete, finding })
    return finding
  })
}
