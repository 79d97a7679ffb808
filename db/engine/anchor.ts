/**
 * Are the files that are open still the ones in the data folder? A file that was deleted, replaced or unmounted takes what
 * is written as before, and nobody finds it there afterwards. So each is remembered by its device and inode. An open file
 * keeps its inode, so no other file at its path can have the same one.
 */
import { statSync } from 'node:fs'

/** A file that is open is not in its place any more. Nothing is kept from then on, until Kaunta is started again. */
export class FolderGoneError extends Error {
  readonly code = 'KAUNTA_GONE'
  readonly path: string
  constructor(path: string) {
    super(`${path} is not the file that Kaunta opened there: it was deleted, replaced or unmounted`)
    this.path = path
  }
}

/** One file in its place. */
export interface Held {
  /** Throws {@link FolderGoneError}, or what the disk fails with. One `stat`. */
  demand(): void
  release(): void
}

export interface Anchor {
  /** Remembers which file lies at a path. Throws where there is none. */
  hold(path: string): Held
  /** Looks at all that is held; answers the first path whose file is another one or none, also after that. null = there is none. */
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
  // A folder that is mounted again has its files, but not what was written meanwhile.
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
