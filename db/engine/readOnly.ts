/** Opens a database read-only, also one that a running till writes, or a backup. */
import Sqlite from 'better-sqlite3'
import type { Db } from './sqlite.ts'
import { type Query, statementsOf } from './statements.ts'

export interface ReadOnlyDb extends Pick<Db, 'all' | 'first'> {
  /** Everything that `body` reads is of one moment. Keep it short: a writer's log grows meanwhile. */
  together<T>(body: () => T): T
  /** The value of a read-only pragma. */
  pragma(name: 'page_size' | 'page_count' | 'freelist_count' | 'journal_mode'): string | number
  sqliteVersion(): string
  close(): void
}

/** Prepared statements to cache. */
const kept = 50

/** Read-only queries on an open connection. */
export const readerOf = (raw: Sqlite.Database): Pick<Db, 'all' | 'first'> => {
  const prepared = statementsOf(raw, kept)
  return {
    all: <R>(query: Query<R>) => {
      const { statement, values } = prepared(query)
      return statement.all(...values) as R[]
    },
    first: <R>(query: Query<R>) => {
      const { statement, values } = prepared(query)
      return statement.get(...values) as R | undefined
    },
  }
}

/** Throws if there is no such file, or it is no database. */
export const openReadOnly = (file: string): ReadOnlyDb => {
  const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
  return {
    ...readerOf(raw),
    together: (body) => raw.transaction(body)(),
    pragma: (name) => raw.pragma(name, { simple: true }) as string | number,
    sqliteVersion: () => raw.prepare('select sqlite_version()').pluck().get() as string,
    close: () => raw.close(),
  }
}
