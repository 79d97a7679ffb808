/** One process per data folder: two would send every document twice. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDb } from './sqlite.ts'

/** Another process has the data folder open. */
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
    // There, but another person's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Who has the folder, as it says itself; null: not a Kaunta that runs. */
const holder = (file: string): number | null => {
  try {
    const processId = Number(readFileSync(file, 'utf8'))
    return processId > 0 && isRunning(processId) ? processId : null
  } catch {
    return null
  }
}

/**
 * Takes the folder until the answer is called or the process ends, however it ends: the lock is SQLite's own, which
 * the system lets go with the process. So none is ever left behind by a process that died, a computer that was started
 * again or a folder that was copied; the number beside it only tells people whom to look for. Throws
 * {@link FolderInUseError}.
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
