/**
 * A file that only takes up room. On a full disk SQLite can neither delete nor move its log into the database, as both
 * need room first; with the ballast gone it can, and what was begun comes to its end.
 */
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'

export interface Ballast {
  /** Bytes that it takes up at this moment, also while it is being made. */
  bytes(): number
  isWhole(): boolean
  /** Makes it where it is not whole. Rejects when the disk does not take it, with nothing left of it. */
  make(): Promise<void>
  /** Gives its room back; what is being made ends. Never throws. */
  drop(): void
}

const chunkBytes = 1024 * 1024

const sizeOf = (file: string): number => {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    return 0
  }
}

const remove = (file: string): void => {
  try {
    rmSync(file, { force: true })
  } catch {
    // A disk that can only be read has no room to give back.
  }
}

export const createBallast = (file: string, wantedBytes: number): Ballast => {
  const unfinished = `${file}.part`
  let making: Promise<void> | null = null
  let wanted = true
  const write = async (): Promise<void> => {
    wanted = true
    remove(file)
    const target = await open(unfinished, 'w', 0o600)
    try {
      for (let left = wantedBytes; left > 0 && wanted; left -= chunkBytes) {
        // Nothing that a disk could store in less room than it says.
        await target.write(randomBytes(Math.min(left, chunkBytes)))
      }
      await target.sync()
    } finally {
      await target.close()
    }
    if (wanted) renameSync(unfinished, file)
    else remove(unfinished)
  }
  const isWhole = () => sizeOf(file) === wantedBytes
  return {
    bytes: () => sizeOf(file) + sizeOf(unfinished),
    isWhole,
    make: () => {
      if (isWhole()) return Promise.resolve()
      making ??= write()
        .catch((error: unknown) => {
          remove(unfinished)
          throw error
        })
        .finally(() => {
          making = null
        })
      return making
    },
    drop: () => {
      wanted = false
      remove(file)
      if (!making) remove(unfinished)
    },
  }
}
