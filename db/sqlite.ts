/** Everything that is SQLite's own: opening, pragmas, transactions, statements, migrations, backup, refusing newer files. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** First release without the WAL-reset corruption. */
const oldestSafeSqlite = [3, 51, 3] as const
/** Longest wait for a lock that another connection holds; the event loop stands still meanwhile, milliseconds. */
const lockWaitMs = 250
/** Statements kept prepared per connection. */
const statementCacheSize = 400

export type Query<R> = Compilable<R> | CompiledQuery<R>

/**
 * One open database. Queries are built with {@link builder} and run at once: a transaction therefore cannot wait
 * for a network, a printer or a timer in the middle.
 */
export interface Db {
  readonly file: string
  all<R>(query: Query<R>): R[]
  first<R>(query: Query<R>): R | undefined
  /** Runs a write; answers how many rows it changed and the last row id. */
  run(query: Query<unknown>): { changes: number; id: number }
  /** All or nothing, `BEGIN IMMEDIATE`; joins the transaction that is open already. Rolls back when `body` throws. */
  transaction<T>(body: () => T): T
  /**
   * As {@link transaction}, a moment later, together with whatever else is asked for in the same turn of the event loop:
   * one commit for all, so that fifty callers at once do not wait for fifty writes to the disk. Resolves once that is
   * durable. A body that throws takes back its own writes only. Check inside the body what must still hold when it runs.
   */
  grouped<T>(body: () => T): Promise<T>
  /** An online copy, opened and checked before it gets its name. */
  backup(file: string): Promise<void>
  close(): void
}

/**
 * SQLite as it is built here (STAT4) compiles a statement anew for every value that is compared with an indexed column:
 * eight times the cost of a short query. `+?` is an expression to it, not a value to plan by, and means the same.
 */
class CompiledOnceQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** Kysely as a typed builder of SQL; it never runs anything. */
export const builder = <Schema>(): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new CompiledOnceQueryCompiler(),
    },
  })

class Marker {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query compiled once, for the paths a sale or the queue goes through: `build` gets a stand-in for each parameter.
 * Not for lists (`in`) or optional conditions, whose SQL depends on the values.
 */
export const prepare = <P extends object, R>(
  build: (params: P) => Compilable<R>,
): ((params: P) => CompiledQuery<R>) => {
  let compiled: CompiledQuery<R> | undefined
  return (params) => {
    compiled ??= build(new Proxy({} as P, { get: (_, name) => new Marker(String(name)) })).compile()
    const values = params as Record<string, unknown>
    return {
      ...compiled,
      parameters: compiled.parameters.map((value) => (value instanceof Marker ? values[value.name] : value)),
    }
  }
}

/** What was typed, as a part of a {@link like} pattern: `%` and `_` mean themselves. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A pattern match without regard to the case of ASCII letters, in which {@link literally} holds. */
export const like = (column: string, pattern: string) =>
  sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`

/** `column in (…)` for {@link prepare}: `list` is JSON, so that the statement is the same for a list of any length. */
export const isOneOf = (column: string, list: string) =>
  sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`

const assertSafeVersion = (db: Sqlite.Database): void => {
  const version = db.prepare('select sqlite_version()').pluck().get() as string
  const parts = version.split('.').map(Number)
  for (const [index, least] of oldestSafeSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part > least) return
    if (part < least)
      throw new Error(
        `SQLite ${version} can corrupt a database; ${oldestSafeSqlite.join('.')} or newer is needed`,
      )
  }
}

/** The compiled default loses the last commits when the power goes; every connection asks for more and checks it. */
const setPragmas = (db: Sqlite.Database): void => {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  // Pages that many commits change go into the database once; as much as the log may keep (8 MiB) without being cut.
  db.pragma('wal_autocheckpoint = 1900')
  db.pragma('journal_size_limit = 8388608')
  const is = (name: string) => db.pragma(name, { simple: true })
  const memory = db.memory
  if (is('synchronous') !== 2 || is('foreign_keys') !== 1 || (!memory && is('journal_mode') !== 'wal')) {
    throw new Error(`${db.name} could not be opened durably`)
  }
}

interface Member {
  body: () => unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Gathers bodies until the turn of the event loop is over, then runs and commits them in one go. */
const createGroup = (raw: Sqlite.Database, transaction: Db['transaction']): Db['grouped'] => {
  const savepoint = raw.prepare('savepoint member')
  const undo = raw.prepare('rollback to member')
  const release = raw.prepare('release member')
  const inSavepoint = <T>(body: () => T): T => {
    // Outside a transaction a savepoint would begin one of its own, and commit it.
    if (!raw.inTransaction) throw new Error('The transaction is over')
    savepoint.run()
    try {
      return body()
    } catch (error) {
      if (raw.inTransaction) undo.run()
      throw error
    } finally {
      if (raw.inTransaction) release.run()
    }
  }
  /** Answers what to tell the member once all is durable; throws what undoes everybody's. */
  const runMember = ({ body, resolve, reject }: Member): (() => void) => {
    try {
      const result = inSavepoint(body)
      return () => resolve(result)
    } catch (error) {
      // A full or failing disk ends the whole transaction, not one statement.
      if (!raw.inTransaction) throw error
      return () => reject(error)
    }
  }
  let waiting: Member[] = []
  const commitAll = () => {
    const members = waiting
    waiting = []
    try {
      const [alone] = members
      if (alone && members.length === 1) {
        alone.resolve(transaction(alone.body))
        return
      }
      for (const tell of transaction(() => members.map(runMember))) tell()
    } catch (error) {
      for (const { reject } of members) reject(error)
    }
  }
  return <T>(body: () => T) =>
    new Promise<T>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commitAll)
      waiting.push({ body, resolve: resolve as Member['resolve'], reject })
    })
}

/** Opens a database file, making it and its folder where missing. Throws when it cannot be opened durably. */
export const openDb = (file: string): Db & { raw: Sqlite.Database } => {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const raw = new Sqlite(file, { timeout: lockWaitMs })
  assertSafeVersion(raw)
  setPragmas(raw)
  const statements = new Map<string, Sqlite.Statement>()
  const prepared = (query: Query<unknown>): { statement: Sqlite.Statement; values: unknown[] } => {
    const compiled = 'compile' in query ? query.compile() : query
    let statement = statements.get(compiled.sql)
    if (!statement) {
      if (statements.size >= statementCacheSize) statements.clear()
      statement = raw.prepare(compiled.sql)
      statements.set(compiled.sql, statement)
    }
    return { statement, values: compiled.parameters as unknown[] }
  }
  const begin = raw.prepare('begin immediate')
  const commit = raw.prepare('commit')
  const rollback = raw.prepare('rollback')
  const transaction = <T>(body: () => T): T => {
    if (raw.inTransaction) return body()
    begin.run()
    try {
      const result = body()
      commit.run()
      return result
    } catch (error) {
      if (raw.inTransaction) rollback.run()
      throw error
    }
  }
  return {
    raw,
    transaction,
    grouped: createGroup(raw, transaction),
    file,
    all: <R>(query: Query<R>) => {
      const { statement, values } = prepared(query)
      return statement.all(...values) as R[]
    },
    first: <R>(query: Query<R>) => {
      const { statement, values } = prepared(query)
      return statement.get(...values) as R | undefined
    },
    run: (query) => {
      const { statement, values } = prepared(query)
      const result = statement.run(...values)
      return { changes: result.changes, id: Number(result.lastInsertRowid) }
    },
    backup: async (target) => {
      mkdirSync(dirname(target), { recursive: true })
      const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}`)
      await raw.backup(unfinished)
      const copy = new Sqlite(unfinished)
      const verdict = copy.pragma('quick_check', { simple: true })
      // Leaves one file without companions, so that it can be copied as it is.
      copy.pragma('journal_mode = DELETE')
      copy.close()
      if (verdict !== 'ok') {
        rmSync(unfinished, { force: true })
        throw new Error(`The copy of ${file} is damaged: ${verdict}`)
      }
      renameSync(unfinished, target)
    },
    close: () => raw.close(),
  }
}

/** Kysely holds SQLite unable to roll back DDL; it is able, and a half-made schema must not stay behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** A database that was written by a newer Kaunta. */
export class NewerDatabaseError extends Error {
  constructor(file: string, migration: string) {
    super(
      `${file} was written by a newer Kaunta (it knows "${migration}"). Install that version or a later one; nothing was changed.`,
    )
  }
}

const text = (sql: string) => ({ sql, parameters: [] }) as unknown as CompiledQuery<{ name: string }>

/** Names of the migrations a database has had. Throws {@link NewerDatabaseError} for one that is not ours. */
const appliedMigrations = (db: Db, migrations: Record<string, Migration>): string[] => {
  if (!db.first(text("select name from sqlite_master where name = 'kysely_migration'"))) return []
  const applied = db.all(text('select name from kysely_migration order by name')).map(({ name }) => name)
  const unknown = applied.find((name) => !Object.hasOwn(migrations, name))
  if (unknown) throw new NewerDatabaseError(db.file, unknown)
  return applied
}

/** Whether {@link migrate} would have nothing to do. Throws {@link NewerDatabaseError}. */
export const isCurrent = (db: Db, migrations: Record<string, Migration>): boolean =>
  appliedMigrations(db, migrations).length === Object.keys(migrations).length

/**
 * Brings a database up to the last of `migrations`, each in a transaction, after a verified copy of what was there.
 * Throws {@link NewerDatabaseError} for a database this version does not know.
 */
export const migrate = async (
  db: Db & { raw: Sqlite.Database },
  migrations: Record<string, Migration>,
  options: { backupTo?: string } = {},
): Promise<string[]> => {
  // The connection stays ours: Kysely must not close it with itself.
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
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    return results?.map((result) => result.migrationName) ?? []
  } finally {
    await kysely.destroy()
  }
}
