/** Copies of the workspace's database: hourly, daily, and after each change of people, profiles or keys. */
import { openReadOnly } from '../../db/engine/readOnly.ts'
import type { Db } from '../../db/engine/sqlite.ts'
import type { OffThread } from '../base/offThread.ts'
import type { Clock, Log, Volume } from '../base/ports.ts'
import type { Disk } from '../disk/diskMonitor.ts'
import { backupsIn } from '../recovery/backupFiles.ts'
import { createBackups } from '../recovery/backups.ts'
import { contentDigest, workspacePlaces } from './recoverWorkspaceDb.ts'

/** Milliseconds. Changes within this time share one copy. */
const changedMs = 1_000
/** Milliseconds. The till opens first. */
const startedMs = 10_000

export interface WorkspaceCopies {
  start(): void
  /** Something may have changed. If it has, a copy follows soon. */
  changed(): void
  /** Makes a copy now if the newest one is not up to date. Never rejects: failures are logged. */
  copyChanges(): Promise<void>
  /** Copies the changes that have no copy yet. */
  stop(): Promise<void>
}

export const createWorkspaceCopies = (by: {
  dataDir: string
  db: Db
  /** On another disk; '' = none. */
  secondFolder(): string
  disk: Pick<Disk, 'roomForCopies'>
  volume: Volume
  offThread: OffThread
  clock: Clock
  log: Log
}): WorkspaceCopies => {
  const { dataDir, db, clock, log } = by
  const folder = workspacePlaces(dataDir).backups
  const backups = createBackups({
    ...by,
    folder,
    counted: 'workspace',
    changed: () => undefined,
  })
  const contentNow = () => contentDigest(db)
  const newestContent = (): string | null => {
    const [newest] = backupsIn(folder)
    if (!newest) return null
    try {
      const copy = openReadOnly(newest.file)
      try {
        return contentDigest(copy)
      } finally {
        copy.close()
      }
    } catch (error) {
      log.warn({ err: error, copy: newest.name }, 'the newest copy could not be read')
      return null
    }
  }
  let cancel: (() => void) | undefined
  let copied: string | null | undefined
  let stopped = false

  const failed = (error: unknown): void =>
    log.error({ err: error }, 'the workspace database could not be copied')
  const copyIfChanged = async (): Promise<void> => {
    try {
      copied ??= newestContent()
      // Read before the copy starts: changes during the copy get another copy.
      const content = contentNow()
      if (content === copied) return
      await backups.makeDue()
      copied = content
    } catch (error) {
      failed(error)
    }
  }
  // One after the other: the end of the till during a copy made a second copy of the same content.
  let last = Promise.resolve()
  const copyChanges = (): Promise<void> => {
    last = last.then(copyIfChanged)
    return last
  }
  const soon = (ms: number): void => {
    if (stopped) return
    cancel?.()
    cancel = clock.after(ms, () => {
      cancel = undefined
      copyChanges().catch(failed)
    })
  }
  return {
    copyChanges,
    changed: () => soon(changedMs),
    start: () => {
      backups.start()
      soon(startedMs)
    },
    stop: async () => {
      stopped = true
      const waiting = cancel !== undefined
      cancel?.()
      if (waiting) await copyChanges()
      await backups.stop()
    },
  }
}
