import { closeSync, fsyncSync, openSync, statSync } from 'node:fs'

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
