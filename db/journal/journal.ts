/**
 * The second copy: beside the database, every committed transaction is appended to a file as the statements that made it.
 * Any backup and the journal are the database as it was at its last commit, numbers and all (`rollForward.ts`).
 *
 * How it lies on the disk is in `journalLines.ts`. The database keeps its own place in it, written in the same transaction.
 */

import {
  closeSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import type { Anchor, Held } from '../engine/anchor.ts'
import type { Journal } from '../engine/journalPort.ts'
import { makeFolder } from '../engine/makeFolder.ts'
import type { RawDb } from '../engine/raw.ts'
import { syncPath } from '../engine/syncPath.ts'
import {
  type Entry,
  type Header,
  headerOf,
  lineOf,
  type Position,
  referenceOf,
  type Statement,
  segmentFile,
  segmentsIn,
  withoutLong,
} from './lines.ts'
import { positionOf, positionWriter } from './position.ts'

export interface JournalOptions {
  folder: string
  schema: string
  /** Epoch milliseconds. */
  now(): number
  /** Makes what was written to a file durable. */
  syncFile?(fd: number, done: (error: Error | null) => void): void
  /** The journal cannot bridge from every backup to the present any more: a new backup is wanted. */
  broken(error: unknown): void
}

/** A segment is read whole, bytes. */
const segmentLimit = 32 * 1024 * 1024
/** Zeros written ahead of the lines: a file that does not grow with every line is durable in half the time. */
const room = Buffer.alloc(1024 * 1024)
/** So many bytes later a text is told again: damage that takes it away takes little with it. */
const tellAgainAfter = 1024 * 1024
/** With less room than this, bytes, there is to be more. */
const leastRoom = 256 * 1024

/** A new file and its name in the folder, both on disk. */
const beginSegment = (folder: string, header: Header): { fd: number; size: number } => {
  const file = segmentFile(folder, header.segment)
  const fd = openSync(file, 'wx', 0o600)
  try {
    const { line } = lineOf(header, 0)
    const twice = Buffer.concat([line, line])
    writeAll(fd, twice, 0)
    fsyncSync(fd)
    syncPath(folder)
    return { fd, size: twice.length }
  } catch (error) {
    closeSync(fd)
    rmSync(file, { force: true })
    throw error
  }
}

const writeAll = (fd: number, bytes: Buffer, position: number): void => {
  for (let done = 0; done < bytes.length; )
    done += writeSync(fd, bytes, done, bytes.length - done, position + done)
}

/** Makes a file durable again and again, never twice at once; who asks waits for a sync that began after asking. */
const createSyncer = (
  sync: (done: (error: Error | null) => void) => void,
  failed: (error: unknown) => void,
): { request(): void; settled(): Promise<void> } => {
  let wanted = 0
  let done = 0
  let running = false
  let waiting: { upTo: number; resolve(): void }[] = []
  const run = () => {
    running = true
    const upTo = wanted
    sync((error) => {
      running = false
      if (error) failed(error)
      done = upTo
      const ready = waiting.filter((waiter) => waiter.upTo <= done)
      waiting = waiting.filter((waiter) => waiter.upTo > done)
      for (const { resolve } of ready) resolve()
      if (wanted > done) run()
    })
  }
  return {
    request: () => {
      wanted += 1
      if (!running) run()
    },
    settled: () =>
      done === wanted
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ upTo: wanted, resolve })
          }),
  }
}

/** Begins a segment for a database that has been brought up to date. Throws when the folder cannot be written. */
export const startJournal = (raw: RawDb, options: JournalOptions, hold?: Anchor['hold']): Journal => {
  const { folder, schema, now, broken, syncFile = fdatasync } = options
  makeFolder(folder, 2)
  const writePosition = positionWriter(raw)
  let position = positionOf(raw)
  let segment = segmentsIn(folder).at(-1) ?? 0
  // Whoever wrote it may have died before that: the next one says that it begins where this one ends.
  if (segment > 0) syncPath(segmentFile(folder, segment))
  let held: Held | undefined
  const begin = () => {
    segment += 1
    const begun = beginSegment(folder, { segment, after: position, schema, at: now() })
    held?.release()
    held = hold?.(segmentFile(folder, segment))
    return begun
  }
  let { fd, size } = begin()
  /** How far the file goes, room and all. */
  let length = size
  /** References of the texts that this segment has told, since `toldFrom`. */
  let told = new Map<string, string>()
  let toldFrom = 0
  let pending: Statement[] = []
  /** What the open transaction has appended, and the texts it told. */
  let appended: { position: Position; length: number; texts: string[] } | null = null
  let open = true

  const beginNext = () => {
    ;({ fd, size } = begin())
    length = size
    tellAgain()
  }
  const tellAgain = () => {
    told = new Map()
    toldFrom = size
  }
  const trim = () => {
    ftruncateSync(fd, size)
    length = size
  }
  let growing = false
  const grow = () => {
    growing = false
    if (!open || length - size >= leastRoom) return
    try {
      writeAll(fd, room, length)
      length += room.length
    } catch {
      // What is left of a full disk is for the lines.
      finish()
    }
  }
  /** Between transactions, so that no line waits for zeros. */
  const growSoon = () => {
    if (growing || length - size >= leastRoom) return
    growing = true
    setImmediate(grow)
  }
  const append = (line: Buffer) => {
    writeAll(fd, line, size)
    length = Math.max(length, size + line.length)
  }
  /** The segment gets no more lines. */
  const finish = () => {
    try {
      trim()
    } catch {
      // Zeros behind the last line are no line.
    }
  }
  const rotate = () => {
    // A copy may end after the close: by then the descriptor's number can be another file's.
    if (!open) return
    const before = fd
    finish()
    fsyncSync(before)
    beginNext()
    closeWhenSynced(before)
  }
  /** A sync that is under way holds the file still. A close that fails loses nothing: the sync reports its own failure. */
  const closeWhenSynced = (descriptor: number): void => {
    syncer
      .settled()
      .then(() => closeSync(descriptor))
      .catch(() => undefined)
  }
  const syncer = createSyncer(
    (done) => syncFile(fd, done),
    (error) => {
      if (!open) return
      // What this segment holds is not certain any more; the next one begins where the database stands.
      try {
        beginNext()
      } catch {
        // The next transaction says so when it cannot be written.
      }
      broken(error)
    },
  )
  const rotateIfPossible = () => {
    try {
      rotate()
    } catch {
      // This one goes on; the disk has other troubles, which the next transaction will tell.
    }
  }

  return {
    note: (sql, values, changes) => {
      pending.push([sql, values, changes])
    },
    mark: () => pending.length,
    takeBack: (mark) => {
      pending.length = mark
    },
    write: () => {
      if (pending.length === 0) return
      const toldNow = new Map<string, string>()
      const texts: string[] = []
      const toldOnce = pending.map(([noted, values, changes]): Statement => {
        const sql = noted as string
        const reference = told.get(sql) ?? toldNow.get(sql)
        if (reference === undefined) toldNow.set(sql, referenceOf(sql))
        return [reference ?? sql, withoutLong(values, texts), changes]
      })
      const sequence = position.sequence + 1
      const { line, chain } = lineOf([sequence, now(), toldOnce] satisfies Entry, position.chain, texts)
      appended = { position: { sequence, chain }, length: line.length, texts: [...toldNow.keys()] }
      for (const [sql, reference] of toldNow) told.set(sql, reference)
      writePosition(appended.position)
      append(line)
      // While the database makes its own copy durable.
      syncer.request()
    },
    committed: () => {
      pending = []
      if (!appended) return
      position = appended.position
      size += appended.length
      appended = null
      if (size > segmentLimit) rotateIfPossible()
      if (size - toldFrom > tellAgainAfter) tellAgain()
      growSoon()
    },
    undo: () => {
      pending = []
      if (!appended) return
      for (const text of appended.texts) told.delete(text)
      appended = null
      try {
        trim()
      } catch {
        // Left there it would be taken for committed at the next start; a new segment says where the database stands.
        rotateIfPossible()
      }
    },
    durable: syncer.settled,
    demandFile: ({ cheaply } = { cheaply: false }) => {
      // Half as dear as looking at the path; a file without a name may be one of a file system that counts none.
      if (!cheaply || (held && fstatSync(fd).nlink === 0)) held?.demand()
    },
    rotate,
    prune: (sequence) => {
      const numbers = segmentsIn(folder)
      // One whose header is damaged goes with the next that says where it begins.
      const from = numbers.findLastIndex((number) => {
        const begins = headerOf(folder, number)?.after.sequence
        return begins !== undefined && begins <= sequence
      })
      for (const number of numbers.slice(0, Math.max(0, from))) rmSync(segmentFile(folder, number))
    },
    close: () => {
      if (!open) return
      open = false
      held?.release()
      finish()
      closeWhenSynced(fd)
    },
  }
}
