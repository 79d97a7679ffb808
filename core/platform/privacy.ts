/** Keeps the data private: no other user of the computer may read it (POSIX; Windows separates profiles). */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Log } from '../base/ports.ts'

/** Permissions of everybody else on a file. */
const others = 0o077
/** What Kaunta creates at the top of a data folder. A user may have named a folder that also holds other things. */
const ours =
  /\.db(\.incoming)?(-wal|-shm|-journal)?$|^workspace\.db\.(swap|state)(\.new)?$|^(secrets|lock|ballast)\.|^(apps|backups|damaged|diagnostics|journal|logs|receipts)$/
/** A browser's profile: managed by the browser, and many files. */
const theirs = new Set(['browser', 'window'])
/** Maximum number of names in the log. */
const mostNamed = 20

/** Returns every path below (and including) one that others may access. Links are not followed. */
const open = (path: string): string[] => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return []
  const own = (found.mode & others) === 0 ? [] : [path]
  if (!found.isDirectory()) return own
  return [...own, ...namesIn(path).flatMap((name) => open(join(path, name)))]
}

/** A folder that cannot be read gives none. The code that needs its content reports the error. */
const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const openIn = (dataDir: string): string[] => {
  const names = namesIn(dataDir)
  const own = names.filter((name) => ours.test(name))
  const alone = names.every((name) => ours.test(name) || theirs.has(name))
  const folder = alone && (lstatSync(dataDir).mode & others) !== 0 ? [dataDir] : []
  return [...folder, ...own.flatMap((name) => open(join(dataDir, name)))]
}

/**
 * Restricts new files to their owner, and narrows existing ones in the data folder: folders 0700, files 0600. Logs
 * what was wider and what cannot be changed.
 */
export const keepPrivate = (dataDir: string, log: Log): void => {
  if (process.platform === 'win32') return
  process.umask(others)
  const wider = openIn(dataDir)
  const failed: string[] = []
  for (const path of wider) {
    try {
      chmodSync(path, lstatSync(path).mode & 0o700)
    } catch {
      failed.push(path)
    }
  }
  const named = (paths: string[]) => paths.slice(0, mostNamed).map((path) => relative(dataDir, path) || '.')
  const narrowed = wider.filter((path) => !failed.includes(path))
  // A folder that was just created had nothing to read.
  const hadData = namesIn(dataDir).some((name) => ours.test(name) && name !== 'logs')
  if (narrowed.length > 0 && hadData)
    log.warn(
      { files: named(narrowed), count: narrowed.length },
      'other users of this computer could read the data; they cannot any more. If secrets.key is named, revoke the keys and create new ones',
    )
  if (failed.length > 0)
    log.warn(
      { files: named(failed), count: failed.length },
      'other users of this computer can read the data, and this cannot be changed here',
    )
}
