/**
 * Whole tables as lines of JSON: out of one moment of the database, and into an empty one. Memory holds one step of a
 * table. The lines of a table are the same on every server, so their digest is too.
 */
import { sql } from 'kysely'
import type { HubDb, HubTx } from './postgres.ts'

export interface CopiedTable {
  name: string
  columns: string[]
  /** The columns of its primary key, in order. `text`: each server orders texts by its own language. */
  key: { name: string; text: boolean }[]
  /** Tables that its rows point to. */
  parents: string[]
}

/** Rows of one step: the bytes of a step stay near {@link stepBytes}, whatever a row has. */
const mostRows = 2_000
const stepBytes = 2 ** 20
const cursor = sql.ref('copied')

/** Parents first. */
const inOrder = (tables: CopiedTable[]): CopiedTable[] => {
  const ordered: CopiedTable[] = []
  const isNamed = (name: string) => ordered.some((table) => table.name === name)
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name, parents }) => !isNamed(name) && parents.every(isNamed))
    if (next.length === 0) throw new Error('Tables of the hub point to each other')
    ordered.push(...next)
  }
  return ordered
}

/** Returns all tables of the hub but those of its migrations, so a new table needs no entry anywhere. */
export const copiedTables = async (db: HubDb | HubTx): Promise<CopiedTable[]> => {
  const { rows } = await sql<CopiedTable>`
    select relname as name,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select json_build_object('name', attname, 'text', attcollation <> 0)
        from pg_index cross join unnest(indkey::int2[]) with ordinality as part (attnum, position)
          join pg_attribute on attrelid = indrelid and pg_attribute.attnum = part.attnum
        where indrelid = t.oid and indisprimary order by position) as key,
      array(select distinct parent.relname::text from pg_constraint join pg_class parent on parent.oid = confrelid
        where conrelid = t.oid and contype = 'f' and confrelid <> conrelid) as parents
    from pg_class t
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely\\_%' order by relname`.execute(db)
  const keyless = rows.find(({ key }) => key.length === 0)
  if (keyless) throw new Error(`The table ${keyless.name} has no primary key`)
  return inOrder(rows)
}

/** Rights of rows would leave out rows without a word. With this the server refuses instead. */
const beWhole = async (tx: HubTx): Promise<void> => {
  await sql`set local row_security = off`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
}

/** Reads in one snapshot, however long it takes. It holds back neither writers nor the feed. */
export const inOneMoment = <T>(db: HubDb, read: (tx: HubTx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await beWhole(tx)
      return read(tx)
    })

const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))

/** All rows of a table in the order of its key, some at a time. Each is one line of JSON. */
export async function* linesOf(tx: HubTx, { name, columns, key }: CopiedTable): AsyncGenerator<string[]> {
  const order = sql.join(
    key.map((column) => sql`${sql.ref(column.name)} ${sql.raw(column.text ? 'collate "C"' : '')}`),
  )
  await sql`declare ${cursor} no scroll cursor for
    select row_to_json(r)::text as line from (select ${names(columns)} from ${sql.table(name)} order by ${order}) r`.execute(
    tx,
  )
  for (let count = 100; ; ) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from ${cursor}`.execute(tx)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield lines
    const bytes = lines.reduce((sum, line) => sum + line.length, 0)
    count = Math.min(mostRows, Math.max(1, Math.floor((stepBytes * lines.length) / bytes)))
  }
  await sql`close ${cursor}`.execute(tx)
}

/** Puts lines of {@link linesOf} into a table of the same form, exactly as they were. */
export const insertLines = async (
  tx: HubTx,
  { name, columns }: CopiedTable,
  lines: readonly string[],
): Promise<void> => {
  await sql`insert into ${sql.table(name)} (${names(columns)}) overriding system value
    select ${names(columns)} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join()}]`}::json)`.execute(
    tx,
  )
}

/** Numbers continue after the greatest one that is there. */
const moveSequences = async (tx: HubTx, { name, columns }: CopiedTable): Promise<void> => {
  for (const column of columns)
    await sql`select setval(of, coalesce(max(${sql.ref(column)}::text::bigint), 1), count(${sql.ref(column)}) > 0)
      from pg_get_serial_sequence(${name}, ${column}) of left join ${sql.table(name)} on true
      where of is not null group by of`.execute(tx)
}

/**
 * Fills the tables of an empty database in one transaction. `fill` gets them, and inserts their rows. No trigger changes
 * a row meanwhile.
 */
export const fillTables = <T>(
  db: HubDb,
  fill: (tx: HubTx, tables: CopiedTable[]) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await beWhole(tx)
    const tables = await copiedTables(tx)
    const all = sql.join(tables.map(({ name }) => sql.table(name)))
    // What a migration or a first start wrote.
    await sql`truncate ${all}`.execute(tx)
    for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
    const filled = await fill(tx, tables)
    for (const table of tables) {
      await sql`alter table ${sql.table(table.name)} enable trigger user`.execute(tx)
      await moveSequences(tx, table)
    }
    return filled
  })

/** The migrations that made the present form. */
export const formOf = async (db: HubDb | HubTx): Promise<string[]> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!rows[0]?.there) return []
  const applied = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return applied.map(({ name }) => name)
}

/** True unless a till or a signer is known here. */
export const isUnused = async (db: HubDb): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('origin') is not null as there`.execute(db)
  return !rows[0]?.there || !(await db.selectFrom('origin').select('id').limit(1).executeTakeFirst())
}

/** The history of this database differs from that of every other one: places of tills from before are not good. */
export const forgetServer = async (tx: HubTx): Promise<void> => {
  await tx.updateTable('incarnation').set({ server: 'backup' }).execute()
}

/** Bytes on disk. */
export const databaseBytes = async (db: HubDb): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
