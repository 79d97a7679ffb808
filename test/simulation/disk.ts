/** A disk that fails now and then, below everything of ours: at the beginning, in the middle and at the end of transactions. */
import { join, sep } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Random } from './random.ts'

export interface Disk {
  /** Chance that a transaction meets trouble at its begin or at its commit; a tenth of it at each write. */
  chance: number
  /** The failures so far. */
  failures: number
  /** A process whose disk takes so many more commits, and nothing from then on; null: none. */
  ending: { folder: string; commits: number; ended(): void } | null
}

interface Trouble {
  disk: Disk
  random: Random
}

let trouble: Trouble | null = null

/** Disk of the world that runs now. */
export const createDisk = (random: Random): Disk => {
  const disk: Disk = { chance: 0, failures: 0, ending: null }
  trouble = { disk, random }
  return disk
}

const begins = /^begin/i
const commits = /^commit/i
const writes = /^(insert|update|delete|replace)/i

const full = () => new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL')
const busy = () => new Sqlite.SqliteError('database is locked', 'SQLITE_BUSY')
const broken = () => new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC')

const fail = (db: Sqlite.Database, error: Error): never => {
  if (trouble) trouble.disk.failures += 1
  // SQLite itself ends a transaction over some of these, and leaves it open over others.
  if (db.inTransaction && trouble?.random.chance(0.5)) db.exec('rollback')
  throw error
}

const endingOf = (db: Sqlite.Database): Disk['ending'] => {
  const ending = trouble?.disk.ending
  return ending && db.name.startsWith(join(ending.folder, sep)) ? ending : null
}

const countCommit = (db: Sqlite.Database): void => {
  const ending = endingOf(db)
  if (!ending || ending.commits === 0) return
  ending.commits -= 1
  if (ending.commits === 0) ending.ended()
}

const mayFail = (db: Sqlite.Database, sql: string): void => {
  if (endingOf(db)?.commits === 0) fail(db, broken())
  if (!trouble || trouble.disk.chance === 0) return
  const { disk, random } = trouble
  if (begins.test(sql)) {
    if (random.chance(disk.chance / 2)) fail(db, busy())
  } else if (commits.test(sql)) {
    if (random.chance(disk.chance / 2)) fail(db, random.pick([full, broken, busy])())
  } else if (random.chance(disk.chance / 20)) fail(db, random.pick([full, broken])())
}

/** Errors that such a disk explains, in words or as they were thrown. */
export const isOfTheDisk = (words: string): boolean =>
  /SQLITE_(FULL|BUSY|IOERR)|disk is full|database is locked|disk I\/O error/.test(words)

/** From now on every till's database of this process is on such a disk. */
export const putTillsOnDisk = (): void => {
  const { prepare } = Sqlite.prototype
  Sqlite.prototype.prepare = function (this: Sqlite.Database, sql: string) {
    const statement = prepare.call(this, sql)
    if (!this.name.endsWith('till.db') || !(begins.test(sql) || commits.test(sql) || writes.test(sql)))
      return statement
    const run = statement.run.bind(statement) as (...values: unknown[]) => Sqlite.RunResult
    statement.run = (...values: unknown[]) => {
      mayFail(this, sql)
      const result = run(...values)
      if (commits.test(sql)) countCommit(this)
      return result
    }
    return statement
  } as typeof prepare
}
