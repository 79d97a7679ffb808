/** Everything a database holds, to see that two hold the same. */
import type Sqlite from 'better-sqlite3'

/** Rows of every table, sorted; when its migrations ran and which opening it is are its own affair. */
export const dumpOf = (raw: Sqlite.Database): Record<string, unknown[]> => {
  const tables = raw
    .prepare("select name from sqlite_master where type = 'table' and name not like 'kysely_%' order by name")
    .pluck()
    .all() as string[]
  const rows = (name: string) =>
    raw
      .prepare(`select ${name === 'journal_position' ? 'sequence, chain' : '*'} from "${name}"`)
      .all()
      .map((row) => JSON.stringify(row))
  return Object.fromEntries(tables.map((name) => [name, rows(name).sort()]))
}
