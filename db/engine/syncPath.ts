import { closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a file durable, or the names in a folder: those that were made, changed or taken away. */
export const syncPath = (path: string): void => {
  const isFolder = statSync(path).isDirectory()
  // Windows syncs no folders, whose entries are journalled there; and files only for who may write them.
  if (isFolder && process.platform === 'win32') return
  const fd = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Gives a finished file its name, durably. Not in this thread: behind a copy of a gigabyte a disk takes its time. */
export const giveName = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  if (process.platform === 'win32') return
  await using folder = await open(dirname(to), 'r')
  await folder.sync()
}
