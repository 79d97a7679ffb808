/** An upgrade of the database that there is not (yet): a column that is filled, and a table. */
import type Sqlite from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const name = '9999_planted'

export const plantedMigrations: Record<string, Migration> = {
  [name]: {
    up: async (db: Kysely<unknown>) => {
      await sql`alter table invoice add column planted text`.execute(db)
      await sql`update invoice set planted = number`.execute(db)
      await sql`create table planted (number text primary key) strict`.execute(db)
      await sql`insert into planted select number from invoice`.execute(db)
      await sql`create index planted_in_invoice on invoice (planted)`.execute(db)
    },
  },
}

/** Whether a database has had it; in words what is only half there. `sold` are sales from before. */
export const plantedIn = (db: Sqlite.Database, sold: readonly string[]): boolean | string => {
  const count = (text: string) => Number(db.prepare(`select count(*) from ${text}`).pluck().get())
  const parts = [
    count(`kysely_migration where name = '${name}'`),
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
  return sold.every((number) => filled.has(number)) || 'the upgrade did not fill its column'
}
