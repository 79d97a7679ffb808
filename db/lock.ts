/** One process per data folder: two would send every document twice. */
import { join } from 'node:path'
import { openDb } from './sqlite.ts'

/** Another process has the data folder open. */
export class FolderInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `Kaunta is already running with the data in ${dataDir}. Close it first, or name another folder with --data`,
    )
  }
}

/**
 * Takes the folder until the answer is called or the process ends, however it ends: the lock is SQLite's own, which
 * the system lets go with the process. Throws {@link FolderInUseError}.
 */
export const lockFolder = (dataDir: string): (() => void) => {
  try {
    const { raw } = openDb(join(dataDir, 'lock.db'))
    try {
      raw.exec('begin immediate')
      return () => raw.close()
    } catch (error) {
      raw.close()
      throw error
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code.startsWith('SQLITE_BUSY')) throw new FolderInUseError(dataDir)
    throw error
  }
}
