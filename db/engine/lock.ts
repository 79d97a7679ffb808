/** One process per data folder: two would send every document twice. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDb } from './sqlite.ts'

/** Another process uses the data folder. */
export class FolderInUseError extends Error {
  constructor(dataDir: string, processId: number | null) {
    super(
      processId === null
        ? `Another program is using the files in ${dataDir}, such as one that checks or copies them. Wait until it has ended, then start Kaunta again`
        : `Kaunta is already running with the data in ${dataDir} (process ${processId}). Close it first, or name another folder with --data`,
    )
  }
}

const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the process id in the lock file; null: no running Kaunta. */
const holder = (file: string): number | null => {
  try {
    const processId = Number(readFileSync(file, 'utf8'))
    return processId > 0 && isRunning(processId) ? processId : null
  } catch {
    return null
  }
}

/**
 * Locks the folder until the returned function is called or the process ends. The lock is SQLite's own and ends with
 * the process. So no lock remains after a crash, a reboot or a copied folder. The number in the file only shows
 * people which process to look for. Throws {@link FolderInUseError}.
 */
export const lockFolder = (dataDir: string): (() => void) => {
  const note = join(dataDir, 'lock.pid')
  try {
    const { raw } = openDb(join(dataDir, 'lock.db'))
    try {
      raw.exec('begin immediate')
      writeFileSync(note, String(process.pid))
      return () => raw.close()
    } catch (error) {
      raw.close()
      throw error
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code.startsWith('SQLITE_BUSY')) throw new FolderInUseError(dataDir, holder(note))
    throw error
  }
}
