/** What a copy of a workspace's database must contain, and which version of Kaunta wrote a file. */
import { type CompiledQuery, sql } from 'kysely'
import { openReadOnly } from '../engine/readOnly.ts'
import type { Db } from '../engine/sqlite.ts'
import { workspace } from './schema.ts'

const growing = ['user', 'app', 'api_key'] as const

/** Returns the rows of each table that only grows. */
export const countWorkspaceRows = (db: Pick<Db, 'first'>): Record<string, number> =>
  Object.fromEntries(
    growing.map((table) => [
      table,
      db.first(workspace.selectFrom(table).select(sql<number>`count(*)`.as('rows')))?.rows ?? 0,
    ]),
  )

/**
 * Returns people, profiles, keys, printers and settings as text, without automatic changes: PIN attempts, days of key use,
 * sessions, numbers in use. Its digest is stored beside the file, so a change of this list needs a new migration.
 */
export const workspaceContent = (db: Pick<Db, 'all'>): string =>
  JSON.stringify([
    db.all(
      workspace
        .selectFrom('user')
        .select(['id', 'name', 'role', 'pin_hash', 'demo', 'active', 'pin_renew', 'sandbox'])
        .orderBy('id'),
    ),
    db.all(workspace.selectFrom('app').selectAll().orderBy('id')),
    db.all(
      workspace.selectFrom('api_key').select(['id', 'app_id', 'hash', 'revoked_at', 'name']).orderBy('id'),
    ),
    db.all(
      workspace
        .selectFrom('printer')
        .select(['id', 'name', 'connection', 'language', 'columns', 'paper', 'code_page', 'cut', 'qr'])
        .select(['uses', 'drawer', 'failover'])
        .orderBy('id'),
    ),
    db.all(
      workspace.selectFrom('setting').selectAll().where('name', 'not like', 'numbers.%').orderBy('name'),
    ),
  ])

const migrationsQuery = {
  sql: 'select name from kysely_migration order by name',
  parameters: [],
} as unknown as CompiledQuery<{ name: string }>

/** Returns the applied migrations of an intact file; null: no database of Kaunta. */
export const migrationsIn = (file: string): string[] | null => {
  const db = openReadOnly(file)
  try {
    return db.all(migrationsQuery).map(({ name }) => name)
  } catch (error) {
    // There is no such table.
    if ((error as { code?: string }).code === 'SQLITE_ERROR') return null
    throw error
  } finally {
    db.close()
  }
}
