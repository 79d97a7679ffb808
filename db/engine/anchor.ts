/**
 * Checks whether the open files are still the ones in the data folder. Writes to a deleted, replaced or unmounted
 * file succeed, but nobody finds them afterwards. So each file is remembered by device and inode. An open file keeps
 * its inode, so no other file at its path can have the same one.
 */
import { statSync } from 'node:fs'

/** An open file is no longer in its place. From then on nothing is stored until Kaunta is restarted. */
export class FolderGoneError extends Error {
  readonly code = 'KAUNTA_GONE'
  readonly path: string
  constructor(path: string) {
    super(`${path} is not the file that Kaunta opened there: it was deleted, replaced or unmounted`)
    this.path = path
  }
}

/** One watched file. */
export interface Held {
  /** Throws {@link FolderGoneError}, or the disk's error. One `stat`. */
  demand(): void
  release(): void
}

export interface Anchor {
  /** Remembers the file at a path. Throws if there is none. */
  hold(path: string): Held
  /**
   * Checks every watched file. Returns the first path with another file or none, and keeps returning it; null = none.
   */
  look(): string | null
}

interface Place {
  path: string
  dev: bigint
  ino: bigint
}

const isInPlace = ({ path, dev, ino }: Place): boolean => {
  const now = statSync(path, { bigint: true, throwIfNoEntry: false })
  return now?.ino === ino && now.dev === dev
}

export const createAnchor = (): Anchor => {
  const held = new Set<Place>()
  // A folder that was unmounted and mounted again lacks what was written in between.
  let gone: string | null = null
  const demand = (place: Place): void => {
    if (gone === null && !isInPlace(place)) gone = place.path
    if (gone !== null) throw new FolderGoneError(gone)
  }
  return {
    hold: (path) => {
      const { dev, ino } = statSync(path, { bigint: true })
      const place = { path, dev, ino }
      held.add(place)
      return {
        demand: () => demand(place),
        release: () => {
          held.delete(place)
        },
      }
    },
    look: () => {
      if (gone === null) gone = [...held].find((place) => !isInPlace(place))?.path ?? null
      return gone
    },
  }
}
