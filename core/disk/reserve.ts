/**
 * A file that reserves space. On a full disk SQLite can neither delete rows nor checkpoint its log, because both need
 * space first. After Kaunta deletes the reserve, SQLite can, and open work completes.
 */
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'

export interface Reserve {
  /** Bytes that the reserve uses now, also while it is being created. */
  bytes(): number
  isWhole(): boolean
  /** Creates the reserve if it is incomplete. If the disk rejects it, rejects and removes the partial file. */
  make(): Promise<void>
  /** Frees the space and stops a running creation. Never throws. */
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
    // A read-only disk has no space to free.
  }
}

export const createReserve = (file: string, wantedBytes: number): Reserve => {
  const unfinished = `${file}.part`
  let making: Promise<void> | null = null
  let wanted = true
  const write = async (): Promise<void> => {
    wanted = true
    remove(file)
    const target = await open(unfinished, 'w', 0o600)
    try {
      for (let left = wantedBytes; left > 0 && wanted; left -= chunkBytes) {
        // Random bytes, which no file system can compress.
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
