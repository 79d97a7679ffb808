/** What an installation's database holds that a copy of it must have, and which version of Kaunta wrote a file. */
import { type CompiledQuery, sql } from 'kysely'
import { openReadOnly } from '../engine/readOnly.ts'
import type { Db } from '../engine/sqlite.ts'
import { workspace } from './schema.ts'

const growing = ['user', 'app', 'api_key'] as const

/** Rows of each table that only grows. */
export const countWorkspaceRows = (db: Pick<Db, 'first'>): Record<string, number> =>
  Object.fromEntries(
    growing.map((table) => [
      table,
      db.first(workspace.selectFrom(table).select(sql<number>`count(*)`.as('rows')))?.rows ?? 0,
    ]),
  )

/**
 * People, profiles, keys and settings as text. Without what changes by itself: tries of PINs, days on which keys were
 * used, sessions, numbers in use. A digest of it is kept beside the file: a change of what is listed here needs a new migration.
 */
export const workspaceContent = (db: Pick<Db, 'all'>): string =>
  JSON.stringify([
    db.all(
      workspace.selectFrom('user').select(['id', 'name', 'role', 'pin_hash', 'demo', 'active']).orderBy('id'),
    ),
    db.all(workspace.selectFrom('app').selectAll().orderBy('id')),
    db.all(workspace.selectFrom('api_key').select(['id', 'app_id', 'hash', 'revoked_at']).orderBy('id')),
    db.all(
      workspace.selectFrom('setting').selectAll().where('name', 'not like', 'numbers.%').orderBy('name'),
    ),
  ])

const migrationsQuery = {
  sql: 'select name from kysely_migration order by name',
  parameters: [],
} as unknown as CompiledQuery<{ name: string }>

/** Names of the migrations that a whole file has had; null: it is no database of Kaunta. */
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
