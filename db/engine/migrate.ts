/** Migrates a database, each step in a transaction, after a verified copy of the old state. */
import { existsSync } from 'node:fs'
import { type CompiledQuery, Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db, OpenDb } from './sqlite.ts'

/** Kysely assumes that SQLite cannot roll back DDL. It can, and a partial schema must not remain. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** The database was written by a newer Kaunta. */
export class NewerDatabaseError extends Error {
  constructor(file: string, migration: string) {
    super(
      `${file} was written by a newer Kaunta (it knows "${migration}"). Install that version or a later one; nothing was changed.`,
    )
  }
}

/** A step failed on the existing data. Its transaction was rolled back; a retry would fail again. */
class UpgradeError extends Error {
  constructor(file: string, cause: Error) {
    super(
      `${file} could not be brought up to date: ${cause.message}. Everything in it is as it was. Leave its folder as it is, and show this to support`,
      { cause },
    )
  }
}

/** Errors of the disk or of a damaged file are handled where the database is opened. */
const isStepsOwn = (error: unknown): error is Error =>
  error instanceof Error && /^SQLITE_(ERROR|CONSTRAINT)/.test((error as { code?: string }).code ?? '')

const text = (sql: string) => ({ sql, parameters: [] }) as unknown as CompiledQuery<{ name: string }>

/** Returns the names of applied migrations. Throws {@link NewerDatabaseError} for an unknown one. */
const appliedMigrations = (db: Db, migrations: Record<string, Migration>): string[] => {
  if (!db.first(text("select name from sqlite_master where name = 'kysely_migration'"))) return []
  const applied = db.all(text('select name from kysely_migration order by name')).map(({ name }) => name)
  const unknown = applied.find((name) => !Object.hasOwn(migrations, name))
  if (unknown) throw new NewerDatabaseError(db.file, unknown)
  return applied
}

/** True if {@link migrate} has nothing to do. Throws {@link NewerDatabaseError}. */
export const isCurrent = (db: Db, migrations: Record<string, Migration>): boolean =>
  appliedMigrations(db, migrations).length === Object.keys(migrations).length

/** Returns the last applied migration; null for an empty database. Throws {@link NewerDatabaseError}. */
export const schemaOf = (db: Db, migrations: Record<string, Migration>): string | null =>
  appliedMigrations(db, migrations).at(-1) ?? null

/**
 * Migrates a database to the last of `migrations`, or to `upTo`, each step in a transaction, after a verified copy of
 * the old state. Throws {@link NewerDatabaseError} for a database that this version does not know, and {@link
 * UpgradeError}.
 */
export const migrate = async (
  db: OpenDb,
  migrations: Record<string, Migration>,
  options: { backupTo?: string; upTo?: string } = {},
): Promise<string[]> => {
  // The connection stays open: Kysely must not close it.
  const shared = new Proxy(db.raw, {
    get: (target, name) => {
      if (name === 'close') return () => undefined
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const kysely = new Kysely<unknown>({
    dialect: Object.assign(new SqliteDialect({ database: shared }), {
      createAdapter: () => new TransactionalDdlAdapter(),
    }),
  })
  try {
    const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } })
    const applied = appliedMigrations(db, migrations)
    const pending = Object.keys(migrations).filter((name) => !applied.includes(name))
    if (pending.length === 0) return []
    if (applied.length > 0 && options.backupTo && existsSync(db.file)) await db.backup(options.backupTo)
    const { error, results } = await (options.upTo
      ? migrator.migrateTo(options.upTo)
      : migrator.migrateToLatest())
    if (error) throw isStepsOwn(error) ? new UpgradeError(db.file, error) : error
    return results?.map((result) => result.migrationName) ?? []
  } finally {
    await kysely.destroy()
  }
}
