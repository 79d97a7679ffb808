/**
 * Copies of a whole database, plain and compressed. All of this reads or writes the whole file: call it in a separate
 * thread (`core/base/offThread`).
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

/** The kind of database, which decides the tables to count. */
export type Counted = 'till' | 'workspace'
export type Counts = Record<string, number>

const counters = { till: countRows, workspace: countWorkspaceRows }
/** Returns the minimum row counts of a copy. */
export const countsOf = (kind: Counted, db: Parameters<typeof countRows>[0]): Counts => counters[kind](db)

/** Pages per step. Larger steps would make a sale wait until the disk has synced them. */
const pagesAtOnce = 2048
/** Bytes per read. */
const chunk = 1 << 20
/** Level 3 compresses a till's database well and fast. Higher levels save little more. */
const level = 3
/** Similar pages are far apart, so the window is 32 MiB. */
const windowLog = 25
const zstd = {
  params: {
    [constants.ZSTD_c_compressionLevel]: level,
    // A changed byte is detected when the copy is unpacked.
    [constants.ZSTD_c_checksumFlag]: 1,
    [constants.ZSTD_c_windowLog]: windowLog,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
}

/** The suffix of a compressed copy. */
export const packedEnd = '.zst'
export const isPacked = (file: string): boolean => file.endsWith(packedEnd)

/** Writes an online copy of one moment of `file`, which others keep writing. `to` must not exist. */
export const copyDatabase = async (file: string, to: string): Promise<void> => {
  makeFolder(dirname(to), 2)
  const fd = openSync(to, 'wx', 0o600)
  const source = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    // Without an open transaction, each write of the till would restart the copy.
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
 * Checks and counts a new copy and makes it durable, as one file without companions. Throws if it is damaged or lacks
 * rows of `least`. Returns the number of its last transaction.
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

/** Fails with `ENOSPC` beyond that many bytes. */
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

/**
 * Compresses a copy into `to`, reads it back and compares. Returns its bytes. Throws, and leaves nothing, if they
 * differ.
 */
export const packCopy = async (copy: string, to: string): Promise<number> => {
  try {
    const hash = createHash('sha256')
    // Before the stream begins: its failure would be caught nowhere if this throws.
    const pledgedSrcSize = statSync(copy).size
    await pipeline(
      createReadStream(copy, { highWaterMark: chunk }),
      hashing(hash),
      createZstdCompress({ ...zstd, pledgedSrcSize }),
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

/** Copies a checked file to another disk, makes it durable, reads it back and compares. */
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

/** Writes a copy, compressed or not, to `to` as a plain file of at most `most` bytes. Throws `ENOSPC` beyond that. */
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
