/** Several callers' writes in one commit: durable before any caller is answered, and no failure affects another caller. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '../../../db/engine/sqlite.ts'
import { temporaryFolder } from '../../support/folder.ts'

const statement = (sql: string, ...parameters: unknown[]) =>
  ({ sql, parameters }) as unknown as CompiledQuery<{ n: number }>

const openPair = () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'group.db')
  const db = openDb(file)
  db.raw.exec('create table doc (n integer primary key, text text not null)')
  const other = new Sqlite(file, { readonly: true })
  onTestFinished(() => {
    other.close()
    if (db.raw.open) db.close()
    folder.remove()
  })
  const insert = (n: number) => db.run(statement('insert into doc values (?, ?)', n, `document ${n}`)).id
  /** The rows that another process would find in the file now. */
  const onDisk = () => other.prepare('select n from doc order by n').pluck().all()
  const commits = () => db.raw.pragma('data_version', { simple: true }) as number
  return { db, insert, onDisk, commits, other }
}

test('an answer comes after the commit, never before', async () => {
  const { db, insert, onDisk } = openPair()
  const seen: unknown[] = []
  const answers = [1, 2, 3].map((n) =>
    db.grouped(() => {
      insert(n)
      seen.push([n, onDisk()])
      return n
    }),
  )
  expect(onDisk()).toEqual([])
  expect(db.raw.inTransaction).toBe(false)
  const found = await Promise.all(answers.map(async (answer) => [await answer, onDisk()]))
  // None was on disk while any body ran: one commit, behind the last.
  expect(seen).toEqual([
    [1, []],
    [2, []],
    [3, []],
  ])
  expect(found).toEqual([
    [1, [1, 2, 3]],
    [2, [1, 2, 3]],
    [3, [1, 2, 3]],
  ])
})

test('one commit serves all that was asked for in a turn', async () => {
  const { db, insert, other } = openPair()
  const version = () => other.pragma('data_version', { simple: true })
  const before = version()
  const frames = () => (db.raw.pragma('wal_checkpoint(PASSIVE)') as { log: number }[])[0]!.log
  frames()
  await Promise.all(Array.from({ length: 50 }, (_, n) => db.grouped(() => insert(n))))
  expect(version()).not.toBe(before)
  // Fifty commits of one small row would be fifty frames at least.
  expect(frames()).toBeLessThan(10)
})

test('a body that throws takes back its own writes, first, last or in the middle', async () => {
  const { db, insert, onDisk } = openPair()
  const failing = [1, 4, 6]
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5, 6].map((n) =>
      db.grouped(() => {
        insert(n)
        if (failing.includes(n)) throw new Error(`no ${n}`)
        return n
      }),
    ),
  )
  expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)))).toEqual([
    'Error: no 1',
    2,
    3,
    'Error: no 4',
    5,
    'Error: no 6',
  ])
  expect(onDisk()).toEqual([2, 3, 5])
})

test('a body sees what those before it have written: two of the same number cannot both be kept', async () => {
  const { db, insert, onDisk } = openPair()
  const keep = (n: number) =>
    db.grouped(() => {
      if (db.first(statement('select n from doc where n = ?', n))) return 'there already'
      insert(n)
      return 'kept'
    })
  expect(await Promise.all([keep(7), keep(7), keep(8)])).toEqual(['kept', 'there already', 'kept'])
  expect(onDisk()).toEqual([7, 8])
})

test('what is written in between has a commit of its own', async () => {
  const { db, insert, onDisk } = openPair()
  const later = db.grouped(() => insert(1))
  db.transaction(() => insert(2))
  expect(onDisk()).toEqual([2])
  await later
  expect(onDisk()).toEqual([1, 2])
})

test('nested transactions belong to their body', async () => {
  const { db, insert, onDisk } = openPair()
  const outcomes = await Promise.allSettled([
    db.grouped(() => {
      db.transaction(() => insert(1))
      throw new Error('no')
    }),
    db.grouped(() => db.transaction(() => insert(2))),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(onDisk()).toEqual([2])
})

test('when the commit itself fails no caller gets a success', async () => {
  const { db, insert, onDisk } = openPair()
  db.raw.exec(`create table kept_promise (
    id integer primary key, doc integer references doc (n) deferrable initially deferred)`)
  const outcomes = await Promise.allSettled([
    db.grouped(() => insert(1)),
    // Found out at the commit, not before.
    db.grouped(() => db.run(statement('insert into kept_promise (doc) values (?)', 99))),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(onDisk()).toEqual([])
  expect(await db.grouped(() => insert(3))).toBe(3)
  expect(onDisk()).toEqual([3])
})

test('a transaction that SQLite has ended takes all members with it', async () => {
  const { db, insert, onDisk } = openPair()
  const outcomes = await Promise.allSettled([
    db.grouped(() => insert(1)),
    db.grouped(() => db.raw.exec('rollback')),
    db.grouped(() => insert(3)),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(onDisk()).toEqual([])
})

test('a single one that fails is reported', async () => {
  const { db, onDisk } = openPair()
  await expect(
    db.grouped(() => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(db.raw.inTransaction).toBe(false)
  expect(onDisk()).toEqual([])
})
