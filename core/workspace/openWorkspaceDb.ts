import { join } from 'node:path'
import type { Anchor } from '../../db/engine/anchor.ts'
import { isCurrent, migrate } from '../../db/engine/migrate.ts'
import { type Db, openDb } from '../../db/engine/sqlite.ts'
import { workspaceMigrations } from '../../db/workspace/migrations/index.ts'
import { revisionOf } from '../../db/workspace/revision.ts'
import {
  noteRevision,
  type Repairing,
  repairWorkspace,
  reportToProfiles,
  workspacePlaces,
} from './recoverWorkspaceDb.ts'

/** The workspace's own database in the data folder. */
export const workspaceFile = (dataDir: string): string => workspacePlaces(dataDir).file

/**
 * Opens the workspace's own database, repairs it if it is damaged or missing, and migrates it. Calls `alone` before
 * any of that. Throws for a database of a newer Kaunta, and for one that cannot be repaired.
 */
export const openWorkspaceDb = async (by: Repairing & { anchor: Anchor }): Promise<Db> => {
  const { dataDir, clock, log, anchor, alone } = by
  await repairWorkspace(by)
  const { file, backups } = workspacePlaces(dataDir)
  const db = openDb(file)
  let noted: number | undefined
  try {
    if (!isCurrent(db, workspaceMigrations)) {
      const leave = alone()
      try {
        const backupTo = join(backups, `before-upgrade-${clock.now()}.db`)
        await migrate(db, workspaceMigrations, { backupTo })
      } finally {
        leave()
      }
    }
    reportToProfiles(dataDir, db)
    const note = () => {
      // One damaged byte in the log would lose everything written after it.
      db.raw.pragma('wal_checkpoint(TRUNCATE)')
      const { number } = revisionOf(db)
      if (number !== noted) noteRevision(db, dataDir)
      noted = number
    }
    note()
    db.anchorTo(anchor, () => {
      try {
        note()
      } catch (error) {
        // The change is stored. Without the note, only the copies can show that the file is older.
        log.warn({ err: error }, 'the last change of the workspace database could not be noted')
      }
    })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
