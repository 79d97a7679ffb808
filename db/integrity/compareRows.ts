/** Finds rows of a database that differ from another one with the same content. Reads both completely. */
import Sqlite from 'better-sqlite3'
import type { Position } from '../journal/lines.ts'
import { positionOf } from '../journal/position.ts'
import { quoted } from './inspect.ts'

export type Value = string | number | Uint8Array | null
/** `rowid` for a table that has one, otherwise its primary key. */
type Key = Record<string, Value>

export interface Difference {
  table: string
  key: Key
  /** The present values of the different columns; null: the row is missing. */
  was: Record<string, Value> | null
  /** The right values; for a missing row all its columns. null: the row should not exist. */
  is: Record<string, Value> | null
}

interface Table {
  name: string
  columns: string[]
  key: string[]
}

/**
 * SQLite's own tables, times of upgrades, the position in the journal, and the search index, which is derived from
 * `item`.
 */
const passedOver = /^(sqlite_|kysely_|journal_position$|item_search)/

const tablesOf = (raw: Sqlite.Database): Table[] => {
  const names = raw
    .prepare("select name, sql from sqlite_master where type = 'table' order by name")
    .all() as { name: string; sql: string }[]
  return names
    .filter(({ name }) => !passedOver.test(name))
    .map(({ name, sql }) => {
      const columns = raw.pragma(`table_info(${quoted(name)})`) as { name: string; pk: number }[]
      const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
      const hasRowid = !/without rowid/i.test(sql)
      return {
        name,
        columns: columns.map((column) => column.name),
        key: hasRowid ? ['rowid'] : primary.map((column) => column.name),
      }
    })
}

const differencesIn = (raw: Sqlite.Database, { name, columns, key }: Table, most: number): Difference[] => {
  const table = quoted(name)
  const keyOf = (row: Record<string, Value>): Key =>
    Object.fromEntries(key.map((column, index) => [column, row[`k${index}`] ?? null]))
  const keys = (alias: string) => key.map((column, index) => `${alias}.${quoted(column)} as k${index}`).join()
  const same = key.map((column) => `live.${quoted(column)} = other.${quoted(column)}`).join(' and ')
  const read = (sql: string) => raw.prepare(sql).all(most) as Record<string, Value>[]
  const changed = read(`select ${keys('live')},
    ${columns.map((column, index) => `live.${quoted(column)} as w${index}, other.${quoted(column)} as i${index}`).join()}
    from main.${table} as live not indexed join other.${table} as other on ${same}
    where ${columns.map((column) => `live.${quoted(column)} is not other.${quoted(column)}`).join(' or ')} limit ?`)
  const only = (here: 'main' | 'other', there: 'main' | 'other') =>
    read(`select ${keys('here')}, ${columns.map((column, index) => `here.${quoted(column)} as c${index}`).join()}
      from ${here}.${table} as here not indexed where not exists (select 1 from ${there}.${table} as there
      where ${key.map((column) => `here.${quoted(column)} = there.${quoted(column)}`).join(' and ')}) limit ?`)
  const all = (row: Record<string, Value>) =>
    Object.fromEntries(columns.map((column, index) => [column, row[`c${index}`] ?? null]))
  const isSame = (a: Value | undefined, b: Value | undefined) =>
    a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b
  return [
    ...changed.map((row): Difference => {
      const differing = columns.flatMap((column, index) =>
        isSame(row[`w${index}`], row[`i${index}`]) ? [] : [[column, index] as const],
      )
      const side = (letter: 'w' | 'i') =>
        Object.fromEntries(differing.map(([column, index]) => [column, row[`${letter}${index}`] ?? null]))
      return { table: name, key: keyOf(row), was: side('w'), is: side('i') }
    }),
    ...only('other', 'main').map(
      (row): Difference => ({ table: name, key: keyOf(row), was: null, is: all(row) }),
    ),
    ...only('main', 'other').map(
      (row): Difference => ({ table: name, key: keyOf(row), was: all(row), is: null }),
    ),
  ]
}

/**
 * Compares `file` at one moment with a database that `build` makes from another source for that moment. Other
 * connections may write to `file` meanwhile. `build` returns the other file, which nothing else uses, or null if it
 * cannot be made. Returns at most `most` differences.
 */
export const compareRows = async (
  file: string,
  build: (position: Position) => Promise<string | null>,
  most: number,
): Promise<Difference[] | null> => {
  const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    raw.exec('begin')
    const other = await build(positionOf(raw))
    if (other === null) return null
    raw.prepare('attach ? as other').run(other)
    const found: Difference[] = []
    for (const table of tablesOf(raw)) {
      if (found.length >= most) break
      found.push(...differencesIn(raw, table, most))
    }
    return found.slice(0, most)
  } finally {
    raw.close()
  }
}
