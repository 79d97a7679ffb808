/** Puts a backup into an empty database, and compares each table with it. */
import {
  copiedTables,
  fillTables,
  forgetServer,
  formOf,
  insertLines,
  isUnused,
  linesOf,
} from '../../../db/hub/copy.ts'
import { migrateHub } from '../../../db/hub/migrate.ts'
import { hubMigrations } from '../../../db/hub/migrations/index.ts'
import {
  type HubDb,
  type HubTx,
  hasDatabase,
  makeDatabase,
  renameDatabases,
  usingDatabase,
} from '../../../db/hub/postgres.ts'
import { type BackupContent, type BackupHead, createTally, readBackup, textOf } from './backup.ts'

/** Brings an empty database into the form of the backup. A later form may demand what its rows do not have. */
const takeForm = async (db: HubDb, { form }: BackupHead): Promise<void> => {
  const unknown = form.find((name) => !Object.hasOwn(hubMigrations, name))
  if (unknown !== undefined)
    throw new Error(
      `The backup was written by a newer Kaunta (it knows "${unknown}"). Install that version or a later one`,
    )
  const here = await formOf(db)
  if (here.some((name) => !form.includes(name)))
    throw new Error('The database has a newer form than the backup. Name a new, empty database')
  await migrateHub(
    db,
    Object.fromEntries(Object.entries(hubMigrations).filter(([name]) => form.includes(name))),
  )
}

/** Throws unless the tables have exactly the rows of the backup. */
const demandEqual = async (tx: HubTx, { tables }: BackupContent): Promise<void> => {
  const copied = await copiedTables(tx)
  for (const expected of tables) {
    const table = copied.find(({ name }) => name === expected.name)
    const tally = createTally(expected.name)
    if (table) for await (const lines of linesOf(tx, table)) tally.add(textOf(lines), lines.length)
    const { rows, digest } = tally.sum()
    if (digest !== expected.digest)
      throw new Error(
        `The table ${expected.name} has ${rows} rows after it was restored, and they are not the ${expected.rows} of the backup`,
      )
  }
}

export interface Restore {
  db: HubDb
  file: string
  code: string
  step?(): void
}

/**
 * Restores a whole backup, or nothing. Rejects if the database is in use, or its rows are not those of the backup at the
 * end. All tills then read from the start what the hub tells, and send what the hub lacks.
 */
export const restoreBackup = async ({ db, file, code, step }: Restore): Promise<BackupContent> => {
  if (!(await isUnused(db))) throw new Error('The database has tills already. Name an empty database')
  // Before a row is written, the file is known to be whole.
  const whole = await readBackup({ file, code, begin: (head) => takeForm(db, head), ...(step && { step }) })
  await fillTables(db, async (tx, tables) => {
    await readBackup({
      file,
      code,
      rows: async (name, lines) => {
        const table = tables.find((each) => each.name === name)
        if (!table) throw new Error(`This version of the hub has no table ${name}`)
        await insertLines(tx, table, lines)
      },
      ...(step && { step }),
    })
    await demandEqual(tx, whole)
    await forgetServer(tx)
  })
  await migrateHub(db)
  return whole
}

/**
 * Restores beside the database at `url`, which nobody may use, and takes its place at the end. The one that was there stays as
 * `…_before_…`. `act`: of this restore; one that was killed is done again, and one that took its place is not.
 */
export const restoreBeside = async (
  url: string,
  act: string,
  restore: (db: HubDb) => Promise<void>,
): Promise<void> => {
  const at = (database: string) => {
    const other = new URL(url)
    other.pathname = `/${encodeURIComponent(database)}`
    return other.href
  }
  const own = decodeURIComponent(new URL(url).pathname.slice(1))
  const [home, made, before] = [at('postgres'), `${own}_restored_${act}`, `${own}_before_${act}`]
  if (await hasDatabase(home, before)) return
  await makeDatabase(home, made)
  await usingDatabase(at(made), restore)
  await renameDatabases(home, [
    [own, before],
    [made, own],
  ])
}
