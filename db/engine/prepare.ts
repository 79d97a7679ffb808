/** Queries whose SQL is compiled once, for the code that every sale and the queue run. */
import type { Compilable, CompiledQuery } from 'kysely'

/** Marks a parameter of a compiled query. */
class Marker {
  readonly row: number
  readonly name: string
  constructor(row: number, name: string) {
    this.row = row
    this.name = name
  }
}

/** Compiles a query for a number of rows. `build` gets a placeholder for each parameter. */
const compileOnce = <P extends object, R>(
  count: number,
  build: (rows: P[]) => Compilable<R>,
): ((rows: readonly P[]) => CompiledQuery<R>) => {
  const standIns = Array.from(
    { length: count },
    (_, row) => new Proxy({} as P, { get: (_row, name) => new Marker(row, String(name)) }),
  )
  const { sql, query, queryId, parameters } = build(standIns).compile()
  return (rows) => ({
    sql,
    query,
    queryId,
    parameters: parameters.map((from) =>
      from instanceof Marker ? rows[from.row]?.[from.name as keyof P] : from,
    ),
  })
}

/**
 * Compiles a query once. `build` gets a placeholder for each parameter. Not for lists (`in`) or optional conditions,
 * whose SQL depends on the values.
 */
export const prepare = <P extends object, R>(
  build: (params: P) => Compilable<R>,
): ((params: P) => CompiledQuery<R>) => {
  let query: ((rows: readonly P[]) => CompiledQuery<R>) | undefined
  return (params) => {
    query ??= compileOnce(1, ([row]) => build(row as P))
    return query([params])
  }
}

/** Sets of columns that {@link prepareColumns} keeps compiled. */
const keptSets = 100

/**
 * As {@link prepare}, for a statement whose columns depend on the row: it is compiled once per set of columns. Columns
 * that are undefined are left out.
 */
export const prepareColumns = <P extends object>(
  build: (row: P) => Compilable<unknown>,
): ((row: P) => CompiledQuery<unknown>) => {
  const queries = new Map<string, (row: P) => CompiledQuery<unknown>>()
  return (row) => {
    const names = (Object.keys(row) as (keyof P)[]).filter((name) => row[name] !== undefined)
    const key = names.join()
    let query = queries.get(key)
    if (!query) {
      if (queries.size === keptSets) queries.clear()
      query = prepare((of) => build(Object.fromEntries(names.map((name) => [name, of[name]])) as P))
      queries.set(key, query)
    }
    return query(row)
  }
}

/** Rows per statement of {@link prepareRows}. More gain almost nothing, and each number of rows is a statement. */
const rowsAtOnce = 10

/** As {@link prepare}, for inserting any number of rows: several at once cost a quarter less than single ones. */
export const prepareRows = <P extends object, R>(
  build: (rows: P[]) => Compilable<R>,
): ((rows: readonly P[]) => CompiledQuery<R>[]) => {
  const queries = new Map<number, (rows: readonly P[]) => CompiledQuery<R>>()
  return (rows) =>
    Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, part) => {
      const some = rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce)
      const query = queries.get(some.length) ?? compileOnce(some.length, build)
      queries.set(some.length, query)
      return query(some)
    })
}
