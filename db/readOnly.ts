/** Opens a database for looking only, also one that a running till writes, or a backup. */
import Sqlite from 'better-sqlite3'
import type { Db } from './sqlite.ts'

export interface ReadOnlyDb extends Pick<Db, 'all' | 'first'> {
  /** What `body` reads is of one moment. Keep it short: a writer's log grows meanwhile. */
  together<T>(body: () => T): T
  /** The one value of a pragma that only tells. */
  pragma(name: 'page_size' | 'page_count' | 'freelist_count' | 'journal_mode'): string | number
  sqliteVersion(): string
  /** `ok`, or what SQLite finds wrong with the file; reads all of it. */
  quickCheck(): string[]
  close(): void
}

/** Statements kept prepared. */
const kept = 50

/** Throws when there is no such file, or it is no database. */
export const openReadOnly = (file: string): ReadOnlyDb => {
  const raw = new Sqlite(file, { readonly: true, fileMustExist: true })
  const statements = new Map<string, Sqlite.Statement>()
  const prepared = (query: Parameters<Db['all']>[0]) => {
    const compiled = 'compile' in query ? query.compile() : query
    let statement = statements.get(compiled.sql)
    if (!statement) {
      if (statements.size >= kept) statements.clear()
      statement = raw.prepare(compiled.sql)
      statements.set(compiled.sql, statement)
    }
    return { statement, values: compiled.parameters as unknown[] }
  }
  return {
    all: <R>(query: Parameters<Db['all']>[0]) => {
      const { statement, values } = prepared(query)
      return statement.all(...values) as R[]
    },
    first: <R>(query: Parameters<Db['first']>[0]) => {
      const { statement, values } = prepared(query)
      return statement.get(...values) as R | undefined
    },
    together: (body) => raw.transaction(body)(),
    pragma: (name) => raw.pragma(name, { simple: true }) as string | number,
    sqliteVersion: () => raw.prepare('select sqlite_version()').pluck().get() as string,
    quickCheck: () =>
      (raw.pragma('quick_check(20)') as { quick_check: string }[]).map(({ quick_check }) => quick_check),
    close: () => raw.close(),
  }
}
