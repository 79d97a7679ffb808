/** Many rows in one statement, and texts that PostgreSQL takes. */
import { type RawBuilder, sql } from 'kysely'
import type { HubDb, HubTx } from './postgres.ts'

/** PostgreSQL refuses the character of code 0, and half of a surrogate pair. Readers see that something was there. */
export const shown = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

const cleaned = (_name: string, value: unknown): unknown => (typeof value === 'string' ? shown(value) : value)

/** JSON escapes what PostgreSQL refuses. */
const refused = /\\u(?:0000|d[89a-f])/

/** Looking at each text takes several times as long as writing all of them, and hardly any is refused. */
const jsonOf = (rows: readonly object[]): string => {
  const json = JSON.stringify(rows)
  return refused.test(json) ? JSON.stringify(rows, cleaned) : json
}

/** A table of these rows, for a `from`: its columns have the types of that table. */
export const rowsAs = (table: string, rows: readonly object[]): RawBuilder<unknown> =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::json)`

/** Inserts rows, however many they are. `end`: what follows, such as `on conflict …`. */
export const insertRows = async <R extends object>(
  db: HubDb | HubTx,
  table: string,
  columns: readonly (keyof R & string)[],
  rows: readonly R[],
  end: RawBuilder<unknown> = sql``,
): Promise<void> => {
  if (rows.length === 0) return
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${rowsAs(table, rows)} ${end}`.execute(
    db,
  )
}
