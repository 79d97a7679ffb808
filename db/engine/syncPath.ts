import { closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a file durable, or a folder's entries (created, renamed or deleted names). */
export const syncPath = (path: string): void => {
  const isFolder = statSync(path).isDirectory()
  // Windows cannot sync folders, whose entries are journalled there, and syncs files only with write access.
  if (isFolder && process.platform === 'win32') return
  const fd = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Renames a finished file durably. Asynchronous: after a copy of a gigabyte the disk needs time. */
export const giveName = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  if (process.platform === 'win32') return
  await using folder = await open(dirname(to), 'r')
  await folder.sync()
}
