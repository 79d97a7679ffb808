import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Columns whose change counts. Automatic changes, such as PIN attempts, do not. */
const changes: [table: string, change: string][] = [
  ['user', 'insert'],
  ['user', 'update of name, role, pin_hash, demo, active'],
  ['app', 'insert'],
  ['app', 'update'],
  ['api_key', 'insert'],
  ['api_key', 'update of revoked_at'],
]

/**
 * Counts changes of people, profiles, keys and settings: a file or copy with a lower number is older. `mark`
 * identifies the workspace, so that another one's file is recognised.
 */
export const revision: Migration = {
  up: async (db) => {
    await sql`create table revision (
      id integer primary key check (id = 1),
      number integer not null,
      mark text not null
    ) strict`.execute(db)
    await sql`insert into revision (id, number, mark) values (1, 1, lower(hex(randomblob(16))))`.execute(db)
    for (const [index, [table, change]] of changes.entries())
      await sql`create trigger ${sql.raw(`revision_${index}_of_${table} after ${change} on ${table}`)}
        begin update revision set number = number + 1; end`.execute(db)
    for (const change of ['insert', 'update'])
      await sql`create trigger ${sql.raw(`revision_of_setting_${change} after ${change} on setting`)}
        when new.name not like 'numbers.%'
        begin update revision set number = number + 1; end`.execute(db)
  },
}
