import { join } from 'node:path'
import { isCurrent, migrate } from '../db/migrate.ts'
import { type Db, openDb } from '../db/sqlite.ts'
import { workspaceMigrations } from '../db/workspace/migrations/index.ts'
import { type Mending, mendWorkspace, tellProfiles, workspacePlaces } from './recovery/workspace.ts'

/** The installation's own database in the data folder. */
export const workspaceFile = (dataDir: string): string => workspacePlaces(dataDir).file

/**
 * Opens the installation's own database, mends it where it is damaged or gone, and brings it up to date; `alone` is called
 * before any of that. Throws for a database of a newer Kaunta, and for one that cannot be mended.
 */
export const openWorkspaceDb = async (by: Mending): Promise<Db> => {
  const { dataDir, clock, alone } = by
  await mendWorkspace(by)
  const { file, backups } = workspacePlaces(dataDir)
  const db = openDb(file)
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
    tellProfiles(dataDir, db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
