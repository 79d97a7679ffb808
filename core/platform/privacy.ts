/** The data belongs to the person whose program this is: nobody else on the computer may read it (POSIX; Windows keeps profiles apart). */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Log } from '../base/ports.ts'

/** What everybody else may do with a file. */
const others = 0o077
/** What we make at the top of a data folder; a person may have named a folder that holds other things as well. */
const ours =
  /\.db(\.incoming)?(-wal|-shm|-journal)?$|^workspace\.db\.(swap|state)(\.new)?$|^(secrets|lock|ballast)\.|^(apps|backups|damaged|diagnostics|journal|logs|receipts)$/
/** A browser's profile: its own business, and many files. */
const theirs = new Set(['browser', 'window'])
/** So many are named in the log. */
const mostNamed = 20

/** Everything below a path, itself included, that others may get at. Links are left alone. */
const open = (path: string): string[] => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return []
  const own = (found.mode & others) === 0 ? [] : [path]
  if (!found.isDirectory()) return own
  return [...own, ...namesIn(path).flatMap((name) => open(join(path, name)))]
}

/** Of a folder that cannot be looked into: none; whoever needs what is in it says so. */
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
 * From now on this process makes files that only its own person may read, and what lies in the data folder already is
 * brought to the same: 0700 folders, 0600 files. What was wider is said in the log, and so is what cannot be changed.
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
  const mended = wider.filter((path) => !failed.includes(path))
  // Of a folder that somebody has just made nobody could read anything.
  const hadData = namesIn(dataDir).some((name) => ours.test(name) && name !== 'logs')
  if (mended.length > 0 && hadData)
    log.warn(
      { files: named(mended), count: mended.length },
      'other people of this computer could read the data; they cannot any more. Where secrets.key is named, revoke the keys and make new ones',
    )
  if (failed.length > 0)
    log.warn(
      { files: named(failed), count: failed.length },
      'other people of this computer can read the data, and this cannot be changed here',
    )
}
