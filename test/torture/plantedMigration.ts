/** Upgrades of the database that there are not (yet): a column that is filled, and a table. */
import type Sqlite from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSale } from './bookActs.ts'

const nameOf = (number: number): string => `${9000 + number}_planted`

/** Each takes away what the one before it made. */
const plant = async (db: Kysely<unknown>, number: number): Promise<void> => {
  if (number > 1) {
    await sql`drop index planted_in_invoice`.execute(db)
    await sql`alter table invoice drop column planted`.execute(db)
    await sql`drop table planted`.execute(db)
  }
  await sql`alter table invoice add column planted text`.execute(db)
  await sql`update invoice set planted = number`.execute(db)
  await sql`create table planted (number text primary key) strict`.execute(db)
  await sql`insert into planted select number from invoice`.execute(db)
  await sql`create index planted_in_invoice on invoice (planted)`.execute(db)
}

export const plantedMigrations = (upTo = 1): Record<string, Migration> =>
  Object.fromEntries(
    Array.from({ length: upTo }, (_, index) => [nameOf(index + 1), { up: (db) => plant(db, index + 1) }]),
  )

/** Whether a database has had the last of them; in words what is only half there. `sold`: what was acknowledged before. */
export const plantedIn = (db: Sqlite.Database, sold: readonly string[], number = 1): boolean | string => {
  const count = (text: string) => Number(db.prepare(`select count(*) from ${text}`).pluck().get())
  const parts = [
    count(`kysely_migration where name = '${nameOf(number)}'`),
    count("pragma_table_info('invoice') where name = 'planted'"),
    count("sqlite_master where type = 'table' and name = 'planted'"),
    count("sqlite_master where type = 'index' and name = 'planted_in_invoice'"),
  ]
  if (parts.every((part) => part === 0)) return false
  if (parts.some((part) => part === 0)) return `the upgrade is half done (${parts.join()})`
  const filled = new Set(
    db
      .prepare(
        'select i.number from invoice i join planted p on p.number = i.number where i.planted = i.number',
      )
      .pluck()
      .all(),
  )
  return sold.every((kept) => !isSale(kept) || filled.has(kept)) || 'the upgrade did not fill its column'
}
