import Database from 'better-sqlite3'
import { SCHEMA, TABLES } from './schema.ts'

type Value = string | number | null

/** One SQLite file, or memory. Statements are prepared once. All effects of a call belong in one `transaction`. */
export type Store = {
  get: <Row>(sql: string, ...values: Value[]) => Row | undefined
  all: <Row>(sql: string, ...values: Value[]) => Row[]
  run: (sql: string, ...values: Value[]) => void
  transaction: <Result>(work: () => Result) => Result
  clear: () => void
  close: () => void
}

export function openStore(file: string | undefined): Store {
  const database = new Database(file ?? ':memory:')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(SCHEMA)

  const prepared = new Map<string, Database.Statement<Value[]>>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const statement = database.prepare<Value[]>(sql)
    prepared.set(sql, statement)
    return statement
  }

  return {
    get: <Row>(sql: string, ...values: Value[]) => prepare(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: Value[]) => prepare(sql).all(...values) as Row[],
    run: (sql, ...values) => {
      prepare(sql).run(...values)
    },
    transaction: (work) => database.transaction(work).immediate(),
    clear: () => {
      for (const table of TABLES) database.exec(`DELETE FROM ${table}`)
    },
    close: () => {
      database.close()
    },
  }
}
