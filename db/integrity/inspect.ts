/** Checks a database file without changing it, and distinguishes damage from an unreadable disk. */

import { closeSync, openSync, readSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { codeOf, isDamage } from '../engine/errors.ts'
import { generationOf } from '../journal/position.ts'

/**
 * Bytes. A file up to this size is checked completely at the start (about 30 ms). A larger one is checked while the
 * till is open.
 */
const lookThroughUpTo = 16 * 1024 * 1024
/** Maximum number of problems to report. */
const problemsAtMost = 5

/** Quotes a table or column name. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns the bytes of a file; null if there is none. */
export const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null

/** Returns the first 100 bytes of the file itself, ignoring a log beside it; null if they are no header. */
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

/** Returns `user_version` in the file itself; null for a file without a header. */
export const generationIn = (file: string): number | null => headerIn(file)?.readInt32BE(60) ?? null

/** SQLite reads a file of a later format but never writes one. One changed byte would end all writing. */
const knownFormat = 2

/** Returns SQLite's list of problems; null = none. `full` also compares the indexes with their tables. */
const problemsOf = (raw: Sqlite.Database, full: boolean): string | null => {
  const found = raw.pragma(`${full ? 'integrity_check' : 'quick_check'}(${problemsAtMost})`) as Record<
    string,
    string
  >[]
  const problems = found.flatMap((row) => Object.values(row)).filter((text) => text !== 'ok')
  return problems.length === 0 ? null : problems.join('; ')
}

/**
 * Compiles a write to each table and a read of each view, and returns the first error of SQLite. A changed byte in the
 * text of an index or trigger shows only then: a check of the pages finds nothing, and each sale fails.
 */
const schemaProblem = (raw: Sqlite.Database): string | null => {
  // A shadow table belongs to a full-text index, and nothing else may write it.
  const named = raw.prepare(
    "select type, name from pragma_table_list where schema = 'main' and type <> 'shadow' and name not like 'sqlite%'",
  )
  const columnsOf = raw.prepare('select name from pragma_table_info(?)').pluck()
  for (const { type, name } of named.all() as { type: string; name: string }[]) {
    const [place, columns] = [quoted(name), (columnsOf.all(name) as string[]).map(quoted)]
    const writes = [
      `insert into ${place} default values`,
      `update ${place} set ${columns.map((column) => `${column} = ${column}`).join()}`,
      `delete from ${place}`,
    ]
    try {
      for (const sql of type === 'view' ? [`select * from ${place}`] : writes) raw.prepare(sql)
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_ERROR') throw error
      return `${name}: ${(error as Error).message}`
    }
  }
  return null
}

export interface Look {
  /** `cheap` reads the schema and the newest rows, and a small file completely. The others always read everything. */
  depth: 'cheap' | 'quick' | 'full'
}

/**
 * Returns a database's problems in SQLite's words; null = none found. A log beside it is read and left there. Throws
 * errors of {@link isOutOfReach}.
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
    // The newest rows are where the last writes were.
    for (const name of tables) raw.prepare(`select * from ${quoted(name)} order by rowid desc limit 3`).all()
    if ((headerIn(file)?.[18] ?? 0) > knownFormat) return 'the header names a format that does not exist'
    const inSchema = schemaProblem(raw)
    if (inSchema !== null) return inSchema
    if (depth === 'cheap' && (sizeOf(file) ?? 0) > lookThroughUpTo) return null
    return problemsOf(raw, depth === 'full')
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  } finally {
    raw?.close()
  }
}

/**
 * Returns the generation as readers see it, with the log beside the file; null if both differ. Throws for a damaged
 * file.
 */
export const generationSeen = (file: string): number | null => {
  const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    return generationOf(raw)
  } finally {
    raw.close()
  }
}
