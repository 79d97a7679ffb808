/**
 * Everything specific to SQLite: opening, pragmas, transactions, statements, migrations, backup, rejecting newer
 * files.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import type { Anchor, Held } from './anchor.ts'
import type { Journal } from './journalPort.ts'
import { makeFolder } from './makeFolder.ts'
import type { RawDb } from './raw.ts'
import { type Query, statementsOf } from './statements.ts'
import { syncPath } from './syncPath.ts'

export { prepare, prepareColumns, prepareRows } from './prepare.ts'

/** First release without the WAL-reset corruption. */
const oldestSafeSqlite = [3, 51, 3] as const
/** Milliseconds. Longest wait for another connection's lock; the event loop is blocked meanwhile. */
const lockWaitMs = 250
/** Prepared statements to cache per connection. */
const statementCacheSize = 400

/**
 * One open database. Queries are built with {@link builder} and run synchronously, so a transaction cannot wait for a
 * network, a printer or a timer.
 */
export interface Db {
  readonly file: string
  all<R>(query: Query<R>): R[]
  /** The first column of each row, in less time than {@link Db.all} takes to make an object of each. */
  column<R>(query: Query<Record<string, R>>): R[]
  first<R>(query: Query<R>): R | undefined
  /** Runs a write. Returns the number of changed rows and the last row id. */
  run(query: Query<unknown>): { changes: number; id: number }
  /** All or nothing, `BEGIN IMMEDIATE`. Joins an open transaction. Rolls back if `body` throws. */
  transaction<T>(body: () => T): T
  /**
   * As {@link transaction}, deferred, in one commit with everything else requested in the same turn of the event
   * loop: fifty parallel callers do not wait for fifty disk writes. Resolves once that is durable. A body that throws
   * rolls back only its own writes. Check inside the body what must still hold when it runs.
   */
  grouped<T>(body: () => T): Promise<T>
  /** Changes whenever another connection, of this or another process, has written; cheap. */
  writtenElsewhere(): number
  /**
   * From now on nothing is committed while the file is not in its place. {@link Db.durable} rejects with
   * `FolderGoneError` if its journal, or without one its log, is not; then `committed` is called once after commits.
   */
  anchorTo(anchor: Anchor, committed?: () => void): void
  /** Writes through it continue after the file is gone, until Kaunta ends. Never confirm them. */
  unanchored: Db
  /**
   * From now on every transaction also goes into a journal. Call it once, after the migrations. `hold` checks whether
   * a journal file is still in its folder; absent before {@link Db.anchorTo}.
   */
  keepJournal(start: (raw: RawDb, hold?: Anchor['hold']) => Journal): void
  /** null before {@link Db.keepJournal}. */
  journal(): Pick<Journal, 'rotate' | 'prune'> | null
  /**
   * Resolves once everything committed so far is durable in the journal and in the folder. Only then may it be
   * confirmed.
   */
  durable(): Promise<void>
  /** Copies the open database, even if its file is in no folder any more: one file, not checked, a part at a time. */
  copyOpen(file: string): Promise<void>
  /** An online copy, opened and checked before it gets its name. */
  backup(file: string): Promise<void>
  close(): void
}

/**
 * A database with its engine's handle, for opening, repairing and migrating. A write through the handle is in no
 * journal.
 */
export type OpenDb = Db & { raw: RawDb }

/**
 * This build of SQLite (STAT4) recompiles a statement for every value that is compared with an indexed column, which
 * costs eight times a short query. `+?` is an expression and means the same, so SQLite does not plan by its value.
 */
class CompiledOnceQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** Kysely as a typed builder of SQL. It never runs anything. */
export const builder = <Schema>(): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new CompiledOnceQueryCompiler(),
    },
  })

/** Escapes typed text for a {@link like} pattern: `%` and `_` mean themselves. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A pattern match that ignores the case of ASCII letters, for text from {@link literally}. */
export const like = (column: string, pattern: string) =>
  sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`

/** `column in (…)` for {@link prepare}: `list` is JSON, so the statement is the same for any length. */
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

/** The compiled default loses the last commits in a power cut. Every connection sets and checks more. */
const setPragmas = (db: Sqlite.Database): void => {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  // Rollback data of a large insert stays in memory, not in a temporary file.
  db.pragma('temp_store = MEMORY')
  db.pragma('cell_size_check = ON')
  // Pages that many commits change go into the database once. This is as much as the log may keep (8 MiB) without
  // being truncated.
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

/** Collects bodies until the turn of the event loop ends, then runs and commits them together. */
const createGroup = (
  raw: Sqlite.Database,
  transaction: Db['transaction'],
  journal: () => Journal | null,
): Db['grouped'] => {
  const savepoint = raw.prepare('savepoint member')
  const undo = raw.prepare('rollback to member')
  const release = raw.prepare('release member')
  const inSavepoint = <T>(body: () => T): T => {
    // Outside a transaction a savepoint would start and commit its own.
    if (!raw.inTransaction) throw new Error('The transaction is over')
    savepoint.run()
    const mark = journal()?.mark() ?? 0
    try {
      return body()
    } catch (error) {
      journal()?.takeBack(mark)
      if (raw.inTransaction) undo.run()
      throw error
    } finally {
      if (raw.inTransaction) release.run()
    }
  }
  /**
   * Runs one body. Returns the function that resolves its caller once all is durable. Throws what rolls back
   * everybody's.
   */
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
      for (const resolve of transaction(() => members.map(runMember))) resolve()
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

/** Opens a database file and creates a missing one. Throws if it cannot be opened durably. */
export const openDb = (file: string): OpenDb => {
  const raw = new Sqlite(file, { timeout: lockWaitMs })
  assertSafeVersion(raw)
  setPragmas(raw)
  const prepared = statementsOf(raw, statementCacheSize)
  const dataVersion = raw.prepare('pragma data_version').pluck()
  const begin = raw.prepare('begin immediate')
  const commit = raw.prepare('commit')
  const rollback = raw.prepare('rollback')
  let journal: Journal | null = null
  let inside = false
  let anchor: { of: Anchor; held: Held[]; committed: () => void } | null = null
  /** Something was committed, and its place in the folder was not checked since. */
  let unconfirmed = false
  let anchored = true
  const mayCommit = (): void => {
    try {
      anchor?.held[0]?.demand()
      journal?.demandFile({ cheaply: true })
      unconfirmed = true
    } catch (error) {
      if (anchored) throw error
    }
  }
  const confirm = (): void => {
    if (!anchor || !unconfirmed) return
    unconfirmed = false
    // If the log is lost, an existing journal has everything.
    if (journal) journal.demandFile()
    else for (const each of anchor.held) each.demand()
    anchor.committed()
  }
  const transaction = <T>(body: () => T): T => {
    if (inside) return body()
    begin.run()
    inside = true
    try {
      const result = body()
      mayCommit()
      journal?.write()
      commit.run()
      journal?.committed()
      return result
    } catch (error) {
      journal?.undo()
      if (raw.inTransaction) rollback.run()
      throw error
    } finally {
      inside = false
    }
  }
  const write = (query: Query<unknown>): Sqlite.RunResult => {
    // A full or failing disk ends a transaction. A later statement would start a new one.
    if (inside && !raw.inTransaction) throw new Error('The transaction is over')
    if (!inside) mayCommit()
    const { statement, values } = prepared(query)
    const result = statement.run(...values)
    if (result.changes > 0) journal?.note(statement.source, values, result.changes)
    return result
  }
  const db: OpenDb = {
    raw,
    transaction,
    unanchored: undefined as never,
    anchorTo: (of, committed = () => undefined) => {
      const files = [file, `${file}-wal`].filter((each) => existsSync(each))
      anchor = { of, committed, held: files.map((each) => of.hold(each)) }
    },
    grouped: createGroup(raw, transaction, () => journal),
    file,
    all: <R>(query: Query<R>) => {
      const { statement, values } = prepared(query)
      return statement.all(...values) as R[]
    },
    column: <R>(query: Query<Record<string, R>>) => {
      const { statement, values } = prepared(query)
      statement.pluck(true)
      try {
        return statement.all(...values) as R[]
      } finally {
        statement.pluck(false)
      }
    },
    first: <R>(query: Query<R>) => {
      const { statement, values } = prepared(query)
      if (!statement.readonly && !inside) mayCommit()
      if (statement.readonly || !journal) return statement.get(...values) as R | undefined
      return transaction(() => {
        const [row] = statement.all(...values) as R[]
        if (row !== undefined) journal?.note(statement.source, values, 1)
        return row
      })
    },
    run: (query) => {
      const { changes, lastInsertRowid } = journal && !inside ? transaction(() => write(query)) : write(query)
      return { changes, id: Number(lastInsertRowid) }
    },
    writtenElsewhere: () => dataVersion.get() as number,
    keepJournal: (start) => {
      journal = start(raw, anchor?.of.hold)
    },
    journal: () => journal,
    durable: async () => {
      await journal?.durable()
      confirm()
    },
    copyOpen: async (target) => {
      await raw.backup(target)
      const copy = new Sqlite(target)
      // Without companions.
      copy.pragma('journal_mode = DELETE')
      copy.close()
    },
    backup: async (target) => {
      makeFolder(dirname(target), 2)
      const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}`)
      await raw.backup(unfinished)
      const copy = new Sqlite(unfinished)
      const verdict = copy.pragma('quick_check', { simple: true })
      // Leaves one file without companions, so that it can be copied alone.
      copy.pragma('journal_mode = DELETE')
      copy.close()
      if (verdict !== 'ok') {
        rmSync(unfinished, { force: true })
        throw new Error(`The copy of ${file} is damaged: ${verdict}`)
      }
      // If the copy had transactions that the journal lacks, the journal would seem to have lost its end.
      await journal?.durable()
      renameSync(unfinished, target)
      // A following migration must not become durable before the copy of the old state.
      syncPath(dirname(target))
    },
    close: () => {
      for (const each of anchor?.held ?? []) each.release()
      journal?.close()
      raw.close()
    },
  }
  const outside = <T>(body: () => T): T => {
    const before = anchored
    anchored = false
    try {
      return body()
    } finally {
      anchored = before
    }
  }
  const { run } = db
  db.unanchored = {
    ...db,
    run: (query) => outside(() => run(query)),
    transaction: (body) => outside(() => transaction(body)),
  }
  return db
}
