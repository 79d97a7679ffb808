/** The database files: how they are opened, upgraded, copied and refused. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate, NewerDatabaseError } from '../../../db/engine/migrate.ts'
import {
  builder,
  literally,
  openDb,
  prepare,
  prepareColumns,
  prepareRows,
} from '../../../db/engine/sqlite.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import { workspaceMigrations } from '../../../db/workspace/migrations/index.ts'
import { temporaryFolder } from '../../support/folder.ts'

const newFolder = () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}
const open = (file: string) => {
  const db = openDb(file)
  onTestFinished(() => db.close())
  return db
}
const plain = (text: string) =>
  ({ sql: text, parameters: [] }) as unknown as CompiledQuery<Record<string, unknown>>
const statements = (...texts: string[]) => ({
  up: async (db: Kysely<unknown>) => {
    for (const text of texts) await sql.raw(text).execute(db)
  },
})
const makeNote = statements('create table note (id integer primary key, text text not null) strict')

describe.each([
  ['app', profileMigrations, ['invoice', 'movement', 'submission']],
  ['workspace', workspaceMigrations, ['user', 'api_key']],
])('the %s database', (_name, migrations, tables) => {
  test('is made whole, strict, and only once', async () => {
    const db = open(join(newFolder(), 'x.db'))
    expect(await migrate(db, migrations)).toEqual(Object.keys(migrations))
    expect(await migrate(db, migrations)).toEqual([])
    const list = db.raw.pragma('table_list') as { name: string; type: string; strict: number }[]
    const ours = list.filter(({ name, type }) => type === 'table' && !/^(sqlite|kysely)_/.test(name))
    expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining(tables))
    expect(ours.filter(({ strict }) => strict === 0)).toEqual([])
    expect(db.raw.pragma('foreign_key_check')).toEqual([])
    expect(db.raw.pragma('integrity_check', { simple: true })).toBe('ok')
  })
})

test('a mistyped connection can be corrected in an older database, an environment never', async () => {
  const db = open(join(newFolder(), 'workspace.db'))
  const { '0001_initial': initial } = workspaceMigrations
  await migrate(db, { '0001_initial': initial })
  db.raw.exec(`insert into app values
    ('1', 'Duka', 'sandbox', 0, 'https://a.example', 'legacy', 'P051234567X', '00', 'S1', null, null, 0)`)
  const correct = () => db.raw.exec("update app set taxpayer_pin = 'P051234567Y', branch_id = '01'")
  expect(correct).toThrow('never changes')
  await migrate(db, workspaceMigrations, { backupTo: join(newFolder(), 'before.db') })
  correct()
  expect(db.raw.prepare('select taxpayer_pin, branch_id from app').all()).toEqual([
    { taxpayer_pin: 'P051234567Y', branch_id: '01' },
  ])
  expect(() => db.raw.exec("update app set environment = 'production'")).toThrow('never changes')
})

test('every opening is durable, also of a file that somebody has set otherwise', () => {
  const file = join(newFolder(), 'x.db')
  const first = openDb(file)
  first.raw.exec('create table a (b)')
  first.close()
  const careless = new Sqlite(file)
  careless.pragma('journal_mode = DELETE')
  careless.close()
  const { raw } = open(file)
  const is = (name: string) => raw.pragma(name, { simple: true })
  expect([is('journal_mode'), is('synchronous'), is('foreign_keys'), is('trusted_schema')]).toEqual([
    'wal',
    2,
    1,
    0,
  ])
})

describe('upgrading', () => {
  const older = { '0001_note': makeNote }
  const newer = { ...older, '0002_more': statements('alter table note add column more text') }

  test('copies what was there first, and the copy can be opened', async () => {
    const folder = newFolder()
    const db = open(join(folder, 'x.db'))
    const backupTo = join(folder, 'backups', 'before.db')
    await migrate(db, older, { backupTo })
    expect(existsSync(backupTo)).toBe(false)
    db.raw.exec("insert into note (text) values ('kept')")
    expect(await migrate(db, newer, { backupTo })).toEqual(['0002_more'])
    expect(readdirSync(join(folder, 'backups'))).toEqual(['before.db'])
    const copy = new Sqlite(backupTo, { readonly: true })
    expect(copy.prepare('select * from note').all()).toEqual([{ id: 1, text: 'kept' }])
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
    expect(db.all(plain('select text, more from note'))).toEqual([{ text: 'kept', more: null }])
  })

  test('that fails half-way leaves everything as it was', async () => {
    const folder = newFolder()
    const db = open(join(folder, 'x.db'))
    await migrate(db, older)
    const broken = {
      ...older,
      '0002_broken': statements('create table half (a integer) strict', 'create nonsense'),
    }
    await expect(migrate(db, broken, { backupTo: join(folder, 'before.db') })).rejects.toThrow(
      /could not be brought up to date: .+\. Everything in it is as it was/,
    )
    const names = db.all(plain("select name from sqlite_master where name in ('half', 'note')"))
    expect(names).toEqual([{ name: 'note' }])
    expect(await migrate(db, newer)).toEqual(['0002_more'])
  })

  test('is not done to what a newer version has written: it is refused and left alone', async () => {
    const file = join(newFolder(), 'x.db')
    const db = open(file)
    await migrate(db, newer)
    const before = db.raw.pragma('schema_version', { simple: true })
    await expect(migrate(db, older)).rejects.toThrow(NewerDatabaseError)
    await expect(migrate(db, older)).rejects.toThrow(/newer Kaunta \(it knows "0002_more"\)/)
    expect(db.raw.pragma('schema_version', { simple: true })).toBe(before)
  })
})

describe('a transaction', () => {
  const table = async () => {
    const db = open(join(newFolder(), 'x.db'))
    await migrate(db, { '0001_note': makeNote })
    const add = (text: string) => db.run(plain(`insert into note (text) values ('${text}')`))
    return { db, add, count: () => db.all(plain('select * from note')).length }
  }

  test('is all or nothing, the inner one with the outer one', async () => {
    const { db, add, count } = await table()
    expect(() =>
      db.transaction(() => {
        add('a')
        db.transaction(() => add('b'))
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(count()).toBe(0)
    expect(db.transaction(() => db.transaction(() => add('c').id))).toBe(1)
    expect(count()).toBe(1)
  })

  test('continues after one that failed in its statement', async () => {
    const { db, add, count } = await table()
    expect(() => db.transaction(() => db.run(plain('insert into note (text) values (null)')))).toThrow(
      /NOT NULL/,
    )
    db.transaction(() => add('a'))
    expect(count()).toBe(1)
  })
})

describe('a prepared query', () => {
  interface Schema {
    note: { id: number; text: string }
  }
  const notes = builder<Schema>()
  const byText = prepare((p: { text: string; least: number }) =>
    notes.selectFrom('note').selectAll().where('text', '=', p.text).where('id', '>=', p.least),
  )

  test('is built once and takes other values each time', async () => {
    const db = open(join(newFolder(), 'x.db'))
    await migrate(db, { '0001_note': makeNote })
    for (const text of ["it's", '%', 'c']) db.raw.prepare('insert into note (text) values (?)').run(text)
    expect(byText({ text: 'c', least: 0 }).sql).toBe(byText({ text: '%', least: 2 }).sql)
    expect(db.all(byText({ text: "it's", least: 0 }))).toHaveLength(1)
    expect(db.all(byText({ text: "it's", least: 9 }))).toEqual([])
  })

  test('inserts any number of rows, in their order, with few statements', async () => {
    const db = open(join(newFolder(), 'x.db'))
    await migrate(db, { '0001_note': makeNote })
    const insert = prepareRows((rows: { text: string }[]) =>
      notes.insertInto('note').values(rows.map(({ text }) => ({ id: null as unknown as number, text }))),
    )
    const texts = Array.from({ length: 23 }, (_, index) => `note ${index}`)
    const queries = insert(texts.map((text) => ({ text })))
    expect(new Set(queries.map((query) => query.sql)).size).toBe(2)
    for (const query of queries) db.run(query)
    expect(db.all(plain('select text from note order by id')).map(({ text }) => text)).toEqual(texts)
    expect(insert([])).toEqual([])
  })

  test('names only the columns that a row has', async () => {
    const db = open(join(newFolder(), 'x.db'))
    await migrate(db, { '0001_note': makeNote })
    const update = prepareColumns(({ id, ...change }: { id: number; text?: string | undefined }) =>
      notes.updateTable('note').set(change).where('id', '=', id),
    )
    const { id } = db.run(plain("insert into note (text) values ('as it was')"))
    const [first, second] = ['one', 'two'].map((text) => update({ text, id }))
    expect(second?.sql).toBe(first?.sql)
    for (const query of [first!, second!]) db.run(query)
    expect(update({ id, text: undefined }).sql).not.toContain('"text"')
    expect(db.all(plain('select id, text from note'))).toEqual([{ id, text: 'two' }])
  })

  test('more statements than are kept at hand still run', () => {
    const db = open(join(newFolder(), 'x.db'))
    for (let index = 0; index < 1000; index += 1) {
      expect(db.first(plain(`select ${index} as n`))).toEqual({ n: index })
    }
  })
})

test.each([
  ['100%', '100\\%'],
  ['a_b', 'a\\_b'],
  ['back\\slash', 'back\\\\slash'],
])('%s in a search is %s in a pattern', (typed, pattern) => {
  expect(literally(typed)).toBe(pattern)
})

test('a copy is whole, and replaces an older one only when it is', async () => {
  const folder = newFolder()
  const db = open(join(folder, 'x.db'))
  await migrate(db, { '0001_note': makeNote })
  const copyTo = join(folder, 'copies', 'x.db')
  await db.backup(copyTo)
  db.raw.exec("insert into note (text) values ('later')")
  await db.backup(copyTo)
  expect(readdirSync(join(folder, 'copies'))).toEqual(['x.db'])
  const copy = new Sqlite(copyTo, { readonly: true })
  expect(copy.prepare('select count(*) from note').pluck().get()).toBe(1)
  copy.close()
})
