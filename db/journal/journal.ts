/**
 * The journal: every committed transaction is appended to a file beside the database, as the statements that made it.
 * Any backup plus the journal gives the database at its last commit (`rollForward.ts`).
 *
 * `lines.ts` describes the format on disk. The database stores its own position in the journal, written in the same
 * transaction.
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
  /** Makes written data of a file durable. */
  syncFile?(fd: number, done: (error: Error | null) => void): void
  /** The journal no longer leads from every backup to the present: a new backup is needed. */
  broken(error: unknown): void
}

/** Bytes. A segment is read completely into memory. */
const segmentLimit = 32 * 1024 * 1024
/** Zeros written ahead of the lines. A file that does not grow with every line becomes durable in half the time. */
const room = Buffer.alloc(1024 * 1024)
/** After this many bytes a text is written again, so that damage affects few statements. */
const rewriteAfter = 1024 * 1024
/** Bytes. With less space ahead, more zeros are written. */
const leastRoom = 256 * 1024

/** Creates a segment file. The file and its name are both on disk. */
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

/** Syncs a file repeatedly, never twice at once. A request waits for a sync that began after it. */
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

/** Starts a segment for a migrated database. Throws if the folder cannot be written. */
export const startJournal = (raw: RawDb, options: JournalOptions, hold?: Anchor['hold']): Journal => {
  const { folder, schema, now, broken, syncFile = fdatasync } = options
  makeFolder(folder, 2)
  const writePosition = positionWriter(raw)
  let position = positionOf(raw)
  let segment = segmentsIn(folder).at(-1) ?? 0
  // The writing process may have died before its sync, and the next segment says that it begins where this one ends.
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
  /** Length of the file, including the zeros. */
  let length = size
  /** References of the texts in this segment, since `writtenFrom`. */
  let written = new Map<string, string>()
  let writtenFrom = 0
  let pending: Statement[] = []
  /** The lines and texts of the open transaction. */
  let appended: { position: Position; length: number; texts: string[] } | null = null
  let open = true

  const beginNext = () => {
    ;({ fd, size } = begin())
    length = size
    rewriteTexts()
  }
  const rewriteTexts = () => {
    written = new Map()
    writtenFrom = size
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
      // The rest of a full disk is for the lines.
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
      // Zeros after the last line are harmless.
    }
  }
  const rotate = () => {
    // A copy may end after the close. By then the descriptor may belong to another file.
    if (!open) return
    const before = fd
    finish()
    fsyncSync(before)
    beginNext()
    closeWhenSynced(before)
  }
  /** A running sync still uses the file. A failing close loses nothing: the sync reports its own failure. */
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
      // The content of this segment is uncertain. The next one begins at the database's position.
      try {
        beginNext()
      } catch {
        // The next transaction reports it if it cannot be written.
      }
      broken(error)
    },
  )
  const rotateIfPossible = () => {
    try {
      rotate()
    } catch {
      // This segment continues. The disk has another problem, which the next transaction will report.
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
      const writtenNow = new Map<string, string>()
      const texts: string[] = []
      const statements = pending.map(([noted, values, changes]): Statement => {
        const sql = noted as string
        const reference = written.get(sql) ?? writtenNow.get(sql)
        if (reference === undefined) writtenNow.set(sql, referenceOf(sql))
        return [reference ?? sql, withoutLong(values, texts), changes]
      })
      const sequence = position.sequence + 1
      const { line, chain } = lineOf([sequence, now(), statements] satisfies Entry, position.chain, texts)
      appended = { position: { sequence, chain }, length: line.length, texts: [...writtenNow.keys()] }
      for (const [sql, reference] of writtenNow) written.set(sql, reference)
      writePosition(appended.position)
      append(line)
      // Meanwhile the database makes its own log durable.
      syncer.request()
    },
    committed: () => {
      pending = []
      if (!appended) return
      position = appended.position
      size += appended.length
      appended = null
      if (size > segmentLimit) rotateIfPossible()
      if (size - writtenFrom > rewriteAfter) rewriteTexts()
      growSoon()
    },
    undo: () => {
      pending = []
      if (!appended) return
      for (const text of appended.texts) written.delete(text)
      appended = null
      try {
        trim()
      } catch {
        // Left in the file, the line would count as committed at the next start. A new segment states the database's
        // position.
        rotateIfPossible()
      }
    },
    durable: syncer.settled,
    demandFile: ({ cheaply } = { cheaply: false }) => {
      // Half the cost of checking the path. A link count of 0 may also come from a file system without link counts.
      if (!cheaply || (held && fstatSync(fd).nlink === 0)) held?.demand()
    },
    rotate,
    prune: (sequence) => {
      const numbers = segmentsIn(folder)
      // A segment with a damaged header is deleted with the next one that states its start.
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
