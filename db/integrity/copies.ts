/**
 * Copies of a whole database, plain and compressed. All of this reads or writes the whole file: call it in a thread of its
 * own (`core/offThread`).
 */
import { createHash, type Hash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fdatasyncSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { makeFolder } from '../engine/makeFolder.ts'
import { readerOf } from '../engine/readOnly.ts'
import { syncPath } from '../engine/syncPath.ts'
import { positionOf } from '../journal/position.ts'
import { countRows } from '../profile/backupCounts.ts'
import { countWorkspaceRows } from '../workspace/contents.ts'

/** Of which database a copy is, and so which of its rows are counted. */
export type Counted = 'till' | 'workspace'
export type Counts = Record<string, number>

const counters = { till: countRows, workspace: countWorkspaceRows }
/** What a copy must hold at least. */
export const countsOf = (kind: Counted, db: Parameters<typeof countRows>[0]): Counts => counters[kind](db)

/** Pages that are copied at once and synced: with more, a sale would wait for the disk to take them all. */
const pagesAtOnce = 2048
/** Bytes that are read at once. */
const chunk = 1 << 20
/** Of a till's database, 3 is the fastest level that makes it small; a higher one saves little more. */
const level = 3
/** Like pages lie far from each other: 32 MiB are searched for them. */
const windowLog = 25
const zstd = {
  params: {
    [constants.ZSTD_c_compressionLevel]: level,
    // A byte of it that changes is found when it is unpacked.
    [constants.ZSTD_c_checksumFlag]: 1,
    [constants.ZSTD_c_windowLog]: windowLog,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
}

/** A compressed copy's name ends with it. */
export const packedEnd = '.zst'
export const isPacked = (file: string): boolean => file.endsWith(packedEnd)

/** Writes an online copy of one moment of `file`, which others go on writing. `to` must not be there. */
export const copyDatabase = async (file: string, to: string): Promise<void> => {
  makeFolder(dirname(to), 2)
  const fd = openSync(to, 'wx', 0o600)
  const source = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    // Without an open transaction, each write of the till would make the copy begin anew.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await source.backup(to, {
      progress: () => {
        fdatasyncSync(fd)
        return pagesAtOnce
      },
    })
  } finally {
    source.close()
    closeSync(fd)
  }
}

const demandRows = (found: Counts, least: Counts): void => {
  for (const [table, rows] of Object.entries(least)) {
    if ((found[table] ?? 0) < rows)
      throw new Error(`The copy has ${found[table]} rows of ${table} instead of at least ${rows}`)
  }
}

/**
 * Checks and counts a copy that was just made and makes it durable, one file without companions. Throws when it is damaged
 * or lacks rows of `least`. Answers the number of its last transaction.
 */
export const checkCopy = (copy: string, kind: Counted, least: Counts): number => {
  const raw = new Sqlite(copy)
  let sequence: number
  try {
    const verdict = raw.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new Error(`The copy is damaged: ${verdict}`)
    demandRows(countsOf(kind, readerOf(raw)), least)
    sequence = positionOf(raw).sequence
  } finally {
    raw.pragma('journal_mode = DELETE')
    raw.close()
  }
  syncPath(copy)
  return sequence
}

const hashing = (hash: Hash): Transform =>
  new Transform({
    transform: (part: Buffer, _, done) => {
      hash.update(part)
      done(null, part)
    },
  })

/** Ends with `ENOSPC` beyond so many bytes. */
const atMost = (most: number): Transform => {
  let bytes = 0
  return new Transform({
    transform: (part: Buffer, _, done) => {
      bytes += part.length
      const full = Object.assign(new Error('There is no room to open this copy'), { code: 'ENOSPC' })
      done(bytes > most ? full : null, part)
    },
  })
}

const intoNothing = () => new Writable({ write: (_part, _encoding, done) => done() })

const digestIn = async (packed: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(
    createReadStream(packed, { highWaterMark: chunk }),
    createZstdDecompress(),
    hashing(hash),
    intoNothing(),
  )
  return hash.digest('hex')
}

/** Compresses a copy into `to`, reads it back and compares. Answers its bytes; throws, and leaves nothing, when they differ. */
export const packCopy = async (copy: string, to: string): Promise<number> => {
  try {
    const hash = createHash('sha256')
    await pipeline(
      createReadStream(copy, { highWaterMark: chunk }),
      hashing(hash),
      createZstdCompress({ ...zstd, pledgedSrcSize: statSync(copy).size }),
      createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
    )
    if ((await digestIn(to)) !== hash.digest('hex'))
      throw new Error(`The compressed copy ${to} is not what was compressed`)
    return statSync(to).size
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
}

/** Copies a file that was checked to another disk, makes it durable, reads it back and compares. */
export const carryCopy = async (copy: string, to: string): Promise<void> => {
  const here = createHash('sha256')
  const there = createHash('sha256')
  await pipeline(
    createReadStream(copy, { highWaterMark: chunk }),
    hashing(here),
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  )
  await pipeline(createReadStream(to, { highWaterMark: chunk }), hashing(there), intoNothing())
  if (here.digest('hex') !== there.digest('hex')) throw new Error(`${to} is not what was written`)
}

/** Brings a copy, compressed or not, to `to` as a plain file of at most `most` bytes. Throws `ENOSPC` beyond that. */
export const takeCopy = async (copy: string, to: string, most = Number.POSITIVE_INFINITY): Promise<void> => {
  rmSync(to, { force: true })
  try {
    const plain = isPacked(copy) ? [createZstdDecompress()] : []
    await pipeline([
      createReadStream(copy, { highWaterMark: chunk }),
      ...plain,
      atMost(most),
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    ])
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
}
