/** A connection's statements, each prepared at its first use and cached. */
import type { Compilable, CompiledQuery } from 'kysely'
import type { RawDb, RawStatement } from './raw.ts'

export type Query<R> = Compilable<R> | CompiledQuery<R>

/** Returns a query's statement and values. Caches `most` statements. */
export const statementsOf = (raw: RawDb, most: number) => {
  const statements = new Map<string, RawStatement>()
  return (query: Query<unknown>): { statement: RawStatement; values: unknown[] } => {
    const compiled = 'compile' in query ? query.compile() : query
    let statement = statements.get(compiled.sql)
    if (!statement) {
      if (statements.size >= most) statements.clear()
      statement = raw.prepare(compiled.sql)
      statements.set(compiled.sql, statement)
    }
    return { statement, values: compiled.parameters as unknown[] }
  }
}
