/** Explains why the data folder cannot be opened. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, diskTrouble } from './diskErrors.ts'
import { diskLimits, reserveFile } from './diskMonitor.ts'
import { createReserve } from './reserve.ts'

/** The message names the folder and the remedy. */
export class FolderTroubleError extends Error {}

/** The system's error code for the folder, or for its parent. SQLite and Node report less. */
const accessCode = (folder: string): string => {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return ''
  } catch (error) {
    const above = dirname(folder)
    return codeOf(error) === 'ENOENT' && above !== folder ? accessCode(above) : codeOf(error)
  }
}

const sentence = (code: string, folder: string): string | null => {
  const readOnly = `The disk of ${folder} is read-only. Make it writable, or name another folder with --data`
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `Kaunta may not write in ${folder}. Give the user who starts it write access, or name another folder with --data`
    case 'EROFS':
      return readOnly
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENODEV':
    case 'ENXIO':
    case 'ESTALE':
      return `The folder ${folder} cannot be reached. Connect its disk, or name another folder with --data`
  }
  switch (diskTrouble({ code })) {
    case 'full':
      return `The disk that holds ${folder} is full. Free ${Math.ceil(diskLimits.resumeBytes / 1_000_000)} MB on it, then start Kaunta again`
    case 'readOnly':
      return readOnly
    case 'busy':
      return `Another program is using the files in ${folder}, such as a virus scanner or a backup program. Wait until it has finished, then start Kaunta again`
    case 'broken':
      return `The disk of ${folder} reports an error (${code}). Check the disk, then start Kaunta again`
    default:
      return null
  }
}

/** Less than SQLite needs to open a database. Then the full disk is the cause, whatever the error says. */
const leastBytes = 256 * 1024
const isFull = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < leastBytes
  } catch {
    return false
  }
}

/** Chooses the most specific code among the system's and SQLite's. */
const mostSpecificCode = (error: unknown, folder: string): string => {
  const own = codeOf(error)
  if (!own.startsWith('SQLITE_') && own !== 'ENOENT') return own
  return accessCode(folder) || (isFull(folder) ? 'ENOSPC' : own)
}

/** Returns an error with a readable message if the folder is the cause; otherwise the error itself. */
export const explainFolder = (error: unknown, folder: string): unknown => {
  const code = codeOf(error)
  const place = (error as { path?: unknown } | null)?.path
  const isOurs = code.startsWith('SQLITE_') || (typeof place === 'string' && place.startsWith(folder))
  if (!isOurs && diskTrouble(error) === null) return error
  if (code === 'EEXIST')
    return new FolderTroubleError(
      `${place} is a file, and Kaunta needs a folder of that name. Move the file away, or name another folder with --data`,
      { cause: error },
    )
  const words = sentence(mostSpecificCode(error, folder), folder) ?? sentence(code, folder)
  return words === null ? error : new FolderTroubleError(words, { cause: error })
}

/**
 * Frees the reserve if a folder could not be opened because its disk is full. Returns whether that made room, so that
 * opening can be retried.
 */
export const makesRoom = (error: unknown, folder: string): boolean => {
  const trouble = diskTrouble(error)
  if (trouble !== 'full' && trouble !== 'broken') return false
  const reserve = createReserve(reserveFile(folder), diskLimits.reserveBytes)
  if (reserve.bytes() === 0) return false
  reserve.drop()
  return true
}
