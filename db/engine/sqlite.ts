/** Everything that is SQLite's own: opening, pragmas, transactions, statements, migrations, backup, refusing newer files. */
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

export { prepare, prepareRows } from './prepare.ts'

/** First release without the WAL-reset corruption. */
const oldestSafeSqlite = [3, 51, 3] as const
/** Longest wait for a lock that another connection holds; the event loop stands still meanwhile, milliseconds. */
const lockWaitMs = 250
/** Statements kept prepared per connection. */
const statementCacheSize = 400

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
  /** Another number whenever another connection, of this or another process, has written; cheap. */
  writtenElsewhere(): number
  /**
   * From now on nothing is committed while the file is not in its place, and {@link Db.durable} rejects with
   * `FolderGoneError` where its journal is not, or its log without one; `committed` is called there once after commits.
   */
  anchorTo(anchor: Anchor, committed?: () => void): void
  /** Writes with it are kept only as long as Kaunta runs once the file is gone; never acknowledge them. */
  unanchored: Db
  /**
   * From now on every transaction goes into a journal too; once, after the database was brought up to date. `hold` asks
   * whether a file of the journal is still in its folder; absent before {@link Db.anchorTo}.
   */
  keepJournal(start: (raw: RawDb, hold?: Anchor['hold']) => Journal): void
  /** null before {@link Db.keepJournal}. */
  journal(): Pick<Journal, 'rotate' | 'prune'> | null
  /** Resolves once everything committed so far is in the journal, and in the folder, for good: only then may it be acknowledged. */
  durable(): Promise<void>
  /** A copy of what is open, also where the file is in no folder any more; one file, not checked. A part at a time. */
  copyOpen(file: string): Promise<void>
  /** An online copy, opened and checked before it gets its name. */
  backup(file: string): Promise<void>
  close(): void
}

/** A database with its engine's own handle, for what opens, mends and migrates; a write through it is in no journal. */
export type OpenDb = Db & { raw: RawDb }

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
  // What an insert of many rows would take back stays in memory, not in a file that is written and thrown away.
  db.pragma('temp_store = MEMORY')
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
const createGroup = (
  raw: Sqlite.Database,
  transaction: Db['transaction'],
  journal: () => Journal | null,
): Db['grouped'] => {
  const savepoint = raw.prepare('savepoint member')
  const undo = raw.prepare('rollback to member')
  const release = raw.prepare('release member')
  const inSavepoint = <T>(body: () => T): T => {
    // Outside a transaction a savepoint would begin one of its own, and commit it.
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

/** Opens a database file, making it where it is missing. Throws when it cannot be opened durably. */
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
  /** Something was committed, and nobody has looked since whether it is in the folder. */
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
    // Without its log a journal that is there has all of it.
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
    // A full or failing disk ends a transaction by itself; what came then would be a transaction of its own.
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
      // Leaves one file without companions, so that it can be copied as it is.
      copy.pragma('journal_mode = DELETE')
      copy.close()
      if (verdict !== 'ok') {
        rmSync(unfinished, { force: true })
        throw new Error(`The copy of ${file} is damaged: ${verdict}`)
      }
      // What the copy has and the journal has not would look like a journal that lost its end.
      await journal?.durable()
      renameSync(unfinished, target)
      // An upgrade that follows must not outlive the copy of what was there before it.
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
