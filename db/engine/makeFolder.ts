import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates a folder `depth` levels below the data folder, and those between them. Never the data folder itself: one
 * that was deleted or unmounted while Kaunta runs would come back empty. Only the start creates that. Throws `ENOENT`
 * without it.
 */
export const makeFolder = (folder: string, depth: 1 | 2 | 3): void => {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && depth > 1) {
      makeFolder(dirname(folder), (depth - 1) as 1 | 2)
      makeFolder(folder, 1)
    } else if (!isFolder(folder)) throw error
  }
}
