/**
 * Once a day, and when a pending document differs from what was queued: compares a profile's rows with copy and
 * journal. It restores the rows that they prove, and keeps the changed rows as evidence.
 */

import { join } from 'node:path'
import { makeFolder } from '../../db/engine/makeFolder.ts'
import type { OpenDb } from '../../db/engine/sqlite.ts'
import type { Difference } from '../../db/integrity/compareRows.ts'
import { repairRows } from '../../db/integrity/repairRows.ts'
import { audit, till } from '../../db/profile/audit.ts'
import { isIntact } from '../../db/profile/payloads.ts'
import { stoppedAsChanged } from '../../db/profile/submissions.ts'
import type { OffThread, Running } from '../base/offThread.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import { requeueUnchanged } from '../queue/settle.ts'
import type { Backups } from './backups.ts'
import type { Compared, compareCopies } from './compareCopies.ts'
import { type Places, writeWhole } from './files.ts'
import { keepFinding, newFinding } from './findings.ts'
import { asideName } from './rebuild.ts'

/** Milliseconds. The cashier and the first copy have priority. */
const firstMs = 1_800_000
const againMs = 86_400_000
/** Milliseconds between two comparisons for the same reason. */
const hurryMs = 3_600_000
/** Number of rows that a finding lists. */
const named = 10

export interface Comparison {
  /** Compares now, unless a comparison is running. Resolves once every difference is handled. */
  check(): Promise<void>
  /** A pending document was changed on disk: compares soon, but not repeatedly. */
  hurry(): void
  start(): void
  stop(): Promise<void>
}

const nameOf = ({ table, key, was, is }: Difference): string => {
  const columns = was && is ? `: ${Object.keys(is).join(', ')}` : was ? ': added' : ': missing'
  return `${table} ${Object.values(key).join('/')}${columns}`
}

export const createComparison = (by: {
  db: OpenDb
  places: Places
  /** Bytes that may be used on disk temporarily. */
  room(): number
  reading: Backups['reading']
  offThread: OffThread
  clock: Clock
  ids: Ids
  log: Log
  /** A difference was handled. Documents stopped for it may be sent. */
  found(): void
}): Comparison => {
  const { db, places, room, reading, offThread, clock, ids, log, found } = by
  let cancel: (() => void) | undefined
  let task: Running<Compared | 'noRoom' | null> | undefined
  let running: Promise<void> | undefined
  let stopped = true
  let hurriedAt = Number.NEGATIVE_INFINITY

  /** Documents that were stopped as changed are sent once they equal what was queued. */
  const requeueStopped = (): void => {
    for (const row of stoppedAsChanged(db)) if (isIntact(row)) requeueUnchanged(db, row)
  }
  const settle = ({ source, differences }: Compared): void => {
    log.info({ source, rows: differences.length }, 'the database was compared with its copies')
    if (differences.length === 0) return
    const at = clock.now()
    const id = asideName({ clock, ids })
    const aside = join(places.damaged, id)
    makeFolder(aside, 3)
    writeWhole(join(aside, 'rows.json'), JSON.stringify({ source, differences }, null, 2))
    const text = differences.slice(0, named).map(nameOf).join('; ')
    log.error({ source, rows: differences.length, text }, 'rows were changed on disk')
    const finding = newFinding({ id, at, cause: 'changed', text, aside, source, complete: false })
    keepFinding(places, finding)
    const proven = differences.filter((each) => each.proven)
    const repaired = repairRows(db, proven, {
      aside: id,
      also: (rows) => {
        const content = JSON.stringify({ rows: rows.length, source })
        audit(db, { at, kind: 'repaired', subject: id, row_id: null, who: till, content })
        requeueStopped()
      },
    })
    const complete = repaired.length === differences.length
    keepFinding(places, { ...finding, changes: repaired.length, complete })
    found()
  }
  const compare = async (): Promise<void> => {
    try {
      // A commit that is not durable yet could look like damage.
      await db.durable()
      const compared = await reading(async () => {
        if (stopped) return null
        task = offThread<typeof compareCopies>('compareCopies', places, room())
        return task.result
      })
      if (stopped) return
      if (compared === 'noRoom')
        log.warn({ file: places.file }, 'there is no room to compare the database with its copies')
      else if (compared === null)
        log.warn({ file: places.file }, 'no copy and journal lead to the present: nothing was compared')
      else settle(compared)
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'the database could not be compared with its copies')
    } finally {
      task = undefined
    }
  }
  const check = (): Promise<void> => {
    running ??= compare().finally(() => {
      running = undefined
    })
    return running
  }
  const arm = (ms: number): void => {
    cancel = clock.after(ms, () => {
      check()
        .finally(() => {
          if (!stopped) arm(againMs)
        })
        .catch(() => undefined)
    })
  }
  return {
    check,
    hurry: () => {
      const now = clock.monotonic()
      if (stopped || now - hurriedAt < hurryMs) return
      hurriedAt = now
      setImmediate(() => {
        if (stopped) return
        check().catch(() => undefined)
      })
    },
    start: () => {
      stopped = false
      arm(firstMs)
    },
    stop: async () => {
      stopped = true
      cancel?.()
      await task?.stop()
      await running
    },
  }
}
