/** Is a database file whole? Looks without changing anything, and tells damage from a disk that cannot be read or written. */

import { closeSync, openSync, readSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { isDamage } from '../engine/errors.ts'
import { generationOf } from '../journal/position.ts'

/** A file up to this size is looked through at the start, bytes: some 30 ms. A larger one is, once the till is open. */
const lookThroughUpTo = 16 * 1024 * 1024
/** Problems that are told of at most. */
const problemsAtMost = 5

/** A table or column by its name, whatever is in it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Bytes of a file; null where there is none. */
export const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null

/** The first 100 bytes of a file as they are in it, whatever a log beside it says; null where they are no header. */
const headerIn = (file: string): Buffer | null => {
  const fd = openSync(file, 'r')
  try {
    const header = Buffer.alloc(100)
    const isHeader =
      readSync(fd, header, 0, 100, 0) === 100 && header.toString('latin1', 0, 15) === 'SQLite format 3'
    return isHeader ? header : null
  } finally {
    closeSync(fd)
  }
}

/** `user_version` in the file itself; null for a file without a header. */
export const generationIn = (file: string): number | null => headerIn(file)?.readInt32BE(60) ?? null

/** SQLite reads a file of a later format, and writes none: one changed byte would end all writing. */
const knownFormat = 2

/** SQLite's own list of what is wrong; null = nothing. `full` compares the indexes with their tables as well. */
const problemsOf = (raw: Sqlite.Database, full: boolean): string | null => {
  const found = raw.pragma(`${full ? 'integrity_check' : 'quick_check'}(${problemsAtMost})`) as Record<
    string,
    string
  >[]
  const problems = found.flatMap((row) => Object.values(row)).filter((text) => text !== 'ok')
  return problems.length === 0 ? null : problems.join('; ')
}

export interface Look {
  /** `cheap` reads the schema and the newest rows, and a small file whole; the others always read all of it. */
  depth: 'cheap' | 'quick' | 'full'
}

/**
 * What is wrong with a database, in SQLite's words; null = nothing was found. A log beside it is read and left there.
 * Throws what {@link isOutOfReach} knows.
 */
export const problemsIn = (file: string, { depth }: Look): string | null => {
  let raw: Sqlite.Database | undefined
  try {
    raw = new Sqlite(file, { readonly: true, fileMustExist: true })
    raw.pragma('cell_size_check = ON')
    const tables = raw
      .prepare(
        "select name from sqlite_master where type = 'table' and rootpage > 0 and sql not like '%without rowid%'",
      )
      .pluck()
      .all() as string[]
    // The newest rows lie where the last writes went.
    for (const name of tables) raw.prepare(`select * from ${quoted(name)} order by rowid desc limit 3`).all()
    if ((headerIn(file)?.[18] ?? 0) > knownFormat) return 'the header names a format that does not exist'
    if (depth === 'cheap' && (sizeOf(file) ?? 0) > lookThroughUpTo) return null
    return problemsOf(raw, depth === 'full')
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  } finally {
    raw?.close()
  }
}

/** The generation as readers see it, with the log beside the file; null where it is of two. Throws for a damaged file. */
export const generationSeen = (file: string): number | null => {
  const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    return generationOf(raw)
  } finally {
    raw.close()
  }
}
