import { join } from 'node:path'
import { isCurrent, migrate } from '../db/migrate.ts'
import { type Db, openDb } from '../db/sqlite.ts'
import { workspaceMigrations } from '../db/workspace/migrations/index.ts'

/** The installation's own database in the data folder. */
export const workspaceFile = (dataDir: string): string => join(dataDir, 'workspace.db')

/**
 * Opens it and brings it up to date; `alone` is called before anything is changed in its shape, and takes the folder for
 * itself until the answer is called. Throws for a database of a newer Kaunta.
 */
export const openWorkspaceDb = async (
  dataDir: string,
  now: number,
  alone: () => () => void = () => () => undefined,
): Promise<Db> => {
  const db = openDb(workspaceFile(dataDir))
  try {
    if (isCurrent(db, workspaceMigrations)) return db
    const leave = alone()
    try {
      await migrate(db, workspaceMigrations, {
        backupTo: join(dataDir, 'backups', `workspace-before-upgrade-${now}.db`),
      })
    } finally {
      leave()
    }
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
