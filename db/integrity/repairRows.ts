/** Restores rows to their proven content, bypassing the triggers that protect them from all other code. */
import type { CompiledQuery } from 'kysely'
import type { OpenDb } from '../engine/sqlite.ts'
import type { Difference, Value } from './compareRows.ts'
import { quoted } from './inspect.ts'

const query = <R = unknown>(sql: string, values: unknown[] = []) =>
  ({ sql, parameters: values }) as unknown as CompiledQuery<R>

const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b

const where = (key: Difference['key']): string =>
  Object.keys(key)
    .map((column) => `${quoted(column)} = ?`)
    .join(' and ')

/** True if the row is still as it was found. It may have been written since. */
const isStill = (db: OpenDb, { table, key, was }: Difference): boolean => {
  const names = Object.keys(was ?? {})
  const columns = names.length === 0 ? '1' : names.map(quoted).join()
  const row = db.raw
    .prepare(`select ${columns} from ${quoted(table)} not indexed where ${where(key)}`)
    .get(...Object.values(key)) as Record<string, Value> | undefined
  return was === null
    ? row === undefined
    : row !== undefined && names.every((name) => isSame(row[name], was[name]))
}

/** Has no effect on a row that is already right, so the journal can repeat it on any copy. */
const put = (db: OpenDb, { table, key, was, is }: Difference): void => {
  const columns = Object.keys(is ?? {})
  const values = Object.values(is ?? {})
  if (was !== null) {
    const set = columns.map((column) => `${quoted(column)} = ?`).join()
    db.run(
      query(`update ${quoted(table)} set ${set} where ${where(key)}`, [...values, ...Object.values(key)]),
    )
    return
  }
  const info = db.raw.pragma(`table_info(${quoted(table)})`) as { name: string; pk: number }[]
  const primary = info.filter(({ pk }) => pk > 0).map(({ name }) => quoted(name))
  db.run(
    query(
      `insert into ${quoted(table)} (${columns.map(quoted).join()}) values (${columns.map(() => '?').join()})
        on conflict (${primary.join()}) do update set ${columns.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join()}`,
      values,
    ),
  )
}

/**
 * A changed value may equal another row's, and SQLite then confuses their entries in a unique index. Such an index is
 * rebuilt: about 0.1 s per 100,000 rows, which a shop with a damaged disk can wait.
 */
const renewUnique = (db: OpenDb, repaired: Difference[]): void => {
  const changed = new Map<string, Set<string>>()
  for (const { table, was } of repaired)
    changed.set(table, new Set([...(changed.get(table) ?? []), ...Object.keys(was ?? {})]))
  for (const [table, columns] of changed) {
    const indexes = db.raw.pragma(`index_list(${quoted(table)})`) as {
      name: string
      unique: number
      origin: string
    }[]
    for (const { name, unique, origin } of indexes) {
      if (unique === 0 || origin === 'pk') continue
      const of = db.raw.pragma(`index_info(${quoted(name)})`) as { name: string }[]
      if (of.some((column) => columns.has(column.name))) db.raw.exec(`reindex ${quoted(name)}`)
    }
  }
}

/**
 * Runs in one transaction with `also`. Returns the restored rows. A row that should not exist stays, for a person to
 * judge. `aside`: where the old content is stored.
 */
export const repairRows = (
  db: OpenDb,
  differences: Difference[],
  { aside, also }: { aside: string; also(repaired: Difference[]): void },
): Difference[] => {
  // A changed byte may be in a row and not in its index. Then the index entry is rewritten instead of rejected.
  db.raw.unsafeMode(true)
  db.raw.pragma('writable_schema = ON')
  try {
    return db.transaction(() => {
      const repaired = differences.filter((each) => each.is !== null && isStill(db, each))
      if (repaired.length === 0) return []
      db.run(query('insert into repair (aside) values (?)', [aside]))
      for (const difference of repaired) put(db, difference)
      renewUnique(db, repaired)
      db.run(query('delete from repair where aside = ?', [aside]))
      also(repaired)
      return repaired
    })
  } finally {
    db.raw.pragma('writable_schema = OFF')
    db.raw.unsafeMode(false)
  }
}
