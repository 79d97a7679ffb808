/** The second copy: whatever was committed can be had again from it, and nothing that was not. */

import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type OpenDb, openDb } from '../../../db/engine/sqlite.ts'
import { startJournal } from '../../../db/journal/journal.ts'
import { lineOf, segmentFile } from '../../../db/journal/lines.ts'
import { positionOf } from '../../../db/journal/position.ts'
import { lookAhead, rollForward } from '../../../db/journal/rollForward.ts'
import { dumpOf } from '../../support/dump.ts'
import { temporaryFolder } from '../../support/folder.ts'

const statement = (sql: string, ...parameters: unknown[]) =>
  ({ sql, parameters }) as unknown as CompiledQuery<{ n: number; text: string }>

const first = {
  up: async (db: { schema: unknown }) => {
    const { sql } = await import('kysely')
    await sql`create table doc (n integer primary key, text text not null, price real) strict`.execute(
      db as never,
    )
    await sql`create table child (doc integer not null references doc deferrable initially deferred) strict`.execute(
      db as never,
    )
  },
}
const second = {
  up: async (db: { schema: unknown }) => {
    const { sql } = await import('kysely')
    await sql`alter table doc add column colour text`.execute(db as never)
    await sql`update doc set colour = 'grey'`.execute(db as never)
  },
}
const oneMigration = { '1': first as never }
const twoMigrations = { '1': first as never, '2': second as never }

interface Options {
  migrations?: Record<string, never>
  syncFile?: (fd: number, done: (error: Error | null) => void) => void
  broken?: (error: unknown) => void
  now?: () => number
}

const openPlace = () => {
  const folder = temporaryFolder()
  const opened: OpenDb[] = []
  onTestFinished(() => {
    for (const db of opened) if (db.raw.open) db.close()
    folder.remove()
  })
  const file = join(folder.path, 'till.db')
  const journal = join(folder.path, 'journal')
  const openOnly = (name = file) => {
    const db = openDb(name)
    opened.push(db)
    return db
  }
  const roll = (db: OpenDb, migrations: Record<string, never> = oneMigration) =>
    rollForward(db, { folder: journal, migrations })
  const open = async ({ migrations = oneMigration, syncFile, broken, now = Date.now }: Options = {}) => {
    const { migrate } = await import('../../../db/engine/migrate.ts')
    const db = openOnly()
    const rolled = await roll(db, migrations)
    await migrate(db, migrations)
    const kept = {
      folder: journal,
      schema: Object.keys(migrations).at(-1) ?? '',
      now,
      broken: broken ?? ((error) => expect.unreachable(String(error))),
      ...(syncFile ? { syncFile } : {}),
    }
    db.keepJournal((raw, hold) => startJournal(raw, kept, hold))
    return { db, rolled }
  }
  const insert = (db: OpenDb, n: number, text = `document ${n}`) =>
    db.run(statement('insert into doc (n, text) values (?, ?)', n, text))
  const segments = () =>
    readdirSync(journal)
      .sort()
      .map((name) => join(journal, name))
  const checkpoint = (db: OpenDb) => db.raw.pragma('wal_checkpoint(TRUNCATE)')
  return { folder: folder.path, file, journal, open, openOnly, roll, insert, segments, checkpoint }
}

const numbers = (db: OpenDb) => db.all(statement('select n from doc order by n')).map(({ n }) => n)

test('an older copy and the journal are the database as it was at its last commit', async () => {
  const { file, folder, open, openOnly, roll, insert, checkpoint } = openPlace()
  const { db } = await open()
  for (let n = 1; n <= 300; n += 1) insert(db, n, `"document"\n${'x'.repeat(n)} ${n} é \u2028`)
  checkpoint(db)
  copyFileSync(file, join(folder, 'old.db'))
  db.transaction(() => {
    for (let n = 301; n <= 700; n += 1) insert(db, n)
    db.run(statement('update doc set price = ? where n % 3 = ?', 0.1, 0))
  })
  db.run(statement('delete from doc where n = ?', 5))
  db.run(statement('update doc set text = hex(?) where n = ?', Buffer.from([0, 1, 255]), 6))
  // Long ones stand in a line as they are, where they can.
  for (const [index, text] of ['{"a":"b"}', 'two\nlines', 'set\u001fapart', 'é\u2028\ud83d\ude00'].entries())
    db.transaction(() => {
      insert(db, 5000 + index, text.repeat(300))
      insert(db, 6000 + index, text)
    })
  await db.grouped(() => insert(db, 701))
  expect(db.first(statement('update doc set text = ? where n = ? returning n', 'later', 1))).toEqual({ n: 1 })
  db.journal()?.rotate()
  for (let n = 702; n <= 1300; n += 1) insert(db, n)
  const old = openOnly(join(folder, 'old.db'))
  expect(dumpOf(old.raw)).not.toEqual(dumpOf(db.raw))
  const rolled = await roll(old)
  expect(rolled).toMatchObject({ reason: null, behind: false, count: 608 })
  expect(dumpOf(old.raw)).toEqual(dumpOf(db.raw))
  expect(await roll(old)).toMatchObject({ reason: null, count: 0, at: null })
})

test('a database that is gone comes back from the journal alone', async () => {
  const { file, open, insert } = openPlace()
  const { db } = await open()
  for (let n = 1; n <= 50; n += 1) insert(db, n)
  const before = dumpOf(db.raw)
  db.close()
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true })
  const again = await open()
  expect(again.rolled).toMatchObject({ reason: null, count: 50 })
  expect(dumpOf(again.db.raw)).toEqual(before)
})

test('a disk that cannot be read for a moment says nothing of the journal', async () => {
  const { file, folder, open, openOnly, roll, insert, checkpoint } = openPlace()
  const { db } = await open()
  insert(db, 1)
  checkpoint(db)
  copyFileSync(file, join(folder, 'old.db'))
  for (let n = 2; n <= 40; n += 1) insert(db, n)
  const old = openOnly(join(folder, 'old.db'))
  // Such an error leaves the transaction open.
  const prepare = old.raw.prepare.bind(old.raw)
  const trouble = vi.spyOn(old.raw, 'prepare').mockImplementation((sql: string) => {
    if (sql.startsWith('insert into doc')) throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
    return prepare(sql)
  })
  await expect(roll(old)).rejects.toMatchObject({ code: 'SQLITE_IOERR_READ' })
  trouble.mockRestore()
  expect(await roll(old)).toMatchObject({ reason: null, count: 39 })
  expect(dumpOf(old.raw)).toEqual(dumpOf(db.raw))
})

test('what was undone is not in it', async () => {
  const { file, open, insert } = openPlace()
  const { db } = await open()
  insert(db, 1)
  expect(() =>
    db.transaction(() => {
      insert(db, 2)
      throw new Error('no')
    }),
  ).toThrow('no')
  const [good, bad] = await Promise.allSettled([
    db.grouped(() => insert(db, 3)),
    db.grouped(() => {
      insert(db, 4)
      throw new Error('not this one')
    }),
    db.grouped(() => insert(db, 5)),
  ])
  expect([good?.status, bad?.status]).toEqual(['fulfilled', 'rejected'])
  // Found wanting only at the commit, when it is in the file already.
  expect(() =>
    db.transaction(() => {
      db.run(statement('update doc set text = ? where n = ?', 'never', 1))
      db.run(statement('insert into child (doc) values (?)', 99))
    }),
  ).toThrow('FOREIGN KEY')
  db.run(statement('update doc set text = ? where n = ?', 'twice', 1))
  expect(numbers(db)).toEqual([1, 3, 5])
  const before = dumpOf(db.raw)
  db.close()
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true })
  const again = await open()
  expect(again.rolled.reason).toBeNull()
  expect(dumpOf(again.db.raw)).toEqual(before)
})

test('a transaction that the journal has and the database has not is done at the next start', async () => {
  const { file, folder, open, insert, checkpoint } = openPlace()
  const { db } = await open()
  insert(db, 1)
  checkpoint(db)
  copyFileSync(file, join(folder, 'before.db'))
  insert(db, 2)
  db.close()
  rmSync(`${file}-wal`, { force: true })
  copyFileSync(join(folder, 'before.db'), file)
  const again = await open()
  expect(again.rolled.count).toBe(1)
  insert(again.db, 3)
  expect(numbers(again.db)).toEqual([1, 2, 3])
})

test('a torn last line does no harm; the database continues in a new segment', async () => {
  const { file, open, insert, segments } = openPlace()
  const { db } = await open()
  insert(db, 1)
  insert(db, 2)
  const before = dumpOf(db.raw)
  db.close()
  const [only] = segments()
  const content = readFileSync(only!)
  truncateSync(only!, content.length - 7)
  const again = await open()
  expect(again.rolled).toMatchObject({ count: 0, reason: null, behind: true })
  insert(again.db, 3)
  expect(dumpOf(again.db.raw)['doc']).toHaveLength(3)
  again.db.close()
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true })
  // Without the database the torn transaction is missing, and that is said.
  const lost = await open()
  expect(lost.rolled).toMatchObject({ count: 1, reason: 'transactions 2 to 2 are missing' })
  expect(before['doc']).toHaveLength(2)
})

test('a line that was changed ends what can be trusted', async () => {
  const { file, journal, open, insert, segments } = openPlace()
  const { db } = await open()
  for (const n of [1, 2, 3]) insert(db, n)
  db.close()
  const [only] = segments()
  writeFileSync(only!, readFileSync(only!, 'utf8').replace('document 2', 'document X'))
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true })
  const start = { sequence: 0, chain: 0 }
  expect(lookAhead(journal, start)).toMatchObject({
    count: 1,
    reason: 'what follows transaction 1 is damaged',
  })
  const content = readFileSync(only!, 'latin1')
  const third = content.split('\n')[4]!
  const [further] = JSON.parse(third.slice(9)) as [number]
  const chain = Number.parseInt(third.slice(0, 8), 16)
  // A database that has it needs it no more; older copies do.
  expect(lookAhead(journal, { sequence: further, chain })).toMatchObject({
    count: 0,
    reason: null,
    behind: false,
    holed: true,
  })
  // A torn end is none: the disk has zeros there.
  const second = content.indexOf('document X')
  writeFileSync(only!, content.slice(0, second).padEnd(content.length, '\0'), 'latin1')
  expect(lookAhead(journal, start)).toMatchObject({ count: 1, reason: null })
})

test('a copy that ends after the till was closed touches no file that was opened since', async () => {
  const { folder, open, insert, segments } = openPlace()
  const { db } = await open()
  db.transaction(() => insert(db, 1, 'bread'))
  const journal = db.journal()
  db.close()
  await db.durable()
  // It takes the number that the journal's file had.
  const others = Array.from({ length: 8 }, (_, n) => openSync(join(folder, `other ${n}`), 'w'))
  const before = segments()
  journal?.rotate()
  await new Promise(setImmediate)
  expect(segments()).toEqual(before)
  for (const fd of others) closeSync(fd)
})

test('whichever byte of a journal is damaged, all that follows on the database is used, or its loss is reported', async () => {
  const { file, folder, journal, open, openOnly, roll, insert, segments, checkpoint } = openPlace()
  const { db } = await open()
  const sell = (n: number) =>
    db.transaction(() => {
      insert(db, n, `document ${n} ${'x'.repeat(n % 2 === 0 ? 600 : 3)}`)
      db.run(statement('update doc set price = ? where n = ?', n / 10, n))
    })
  for (let n = 1; n <= 20; n += 1) sell(n)
  db.journal()?.rotate()
  for (let n = 21; n <= 56; n += 1) sell(n)
  checkpoint(db)
  copyFileSync(file, join(folder, 'old.db'))
  for (let n = 57; n <= 60; n += 1) sell(n)
  db.close()
  const before = dumpOf(openOnly(file).raw)
  const old = openOnly(join(folder, 'old.db'))
  const from = positionOf(old.raw)
  old.close()
  const all = { count: 4, reason: null, behind: false }
  expect(lookAhead(journal, from)).toMatchObject(all)
  let used = 0
  for (const [index, segment] of segments().entries()) {
    const whole = readFileSync(segment)
    const needed = index === 0 ? whole.length : whole.indexOf(`[${from.sequence + 1},`) - 9
    for (let at = 0; at < whole.length; at += 11) {
      const spoilt = Buffer.from(whole)
      // A bit, a newline where there was none, and none where there was one.
      spoilt[at] = at % 3 === 0 && whole[at] !== 10 ? 10 : whole[at]! ^ 0x08
      writeFileSync(segment, spoilt)
      const ahead = lookAhead(journal, from)
      if (ahead.reason === null) expect(ahead, `byte ${at} of ${segment}`).toMatchObject(all)
      else if (at < needed) expect.unreachable(`byte ${at} of ${segment}: ${ahead.reason}`)
      if (ahead.count === 4) used += 1
    }
    writeFileSync(segment, whole)
  }
  expect(used).toBeGreaterThan(800)
  // The used lines are those that were written, also where the line with their statements is damaged.
  const [, second] = segments()
  const whole = readFileSync(second!)
  whole[whole.indexOf('update doc')] = 0x78
  writeFileSync(second!, whole)
  const again = openOnly(join(folder, 'old.db'))
  expect(await roll(again)).toMatchObject(all)
  expect(dumpOf(again.raw)).toEqual(before)
})

test('a segment whose header is damaged is used', async () => {
  const { file, journal, open, insert, segments } = openPlace()
  const { db } = await open()
  for (let n = 1; n <= 3; n += 1) {
    insert(db, n)
    db.journal()?.rotate()
  }
  const before = dumpOf(db.raw)
  db.close()
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true })
  const second = readFileSync(segments()[1]!)
  const spoil = (copies: number) => {
    const spoilt = Buffer.from(second)
    for (let copy = 0, at = 12; copy < copies; copy += 1, at = spoilt.indexOf('\n') + 12) spoilt[at] = 0x41
    writeFileSync(segments()[1]!, spoilt)
  }
  for (const copies of [1, 2]) {
    spoil(copies)
    expect(lookAhead(journal, { sequence: 0, chain: 0 })).toMatchObject({ count: 3, reason: null })
  }
  const again = await open()
  expect(dumpOf(again.db.raw)).toEqual(before)
  again.db.journal()?.prune(2)
  expect(segments()).toHaveLength(3)
})

test('a journal of versions before, which counted the texts of statements, is used', () => {
  const { journal } = openPlace()
  mkdirSync(journal)
  const lines: Buffer[] = []
  const add = (content: unknown, from: number): number => {
    const { line, chain } = lineOf(content, from)
    lines.push(line)
    return chain
  }
  add({ segment: 1, after: { sequence: 0, chain: 0 }, schema: '1', at: 0 }, 0)
  const first = add([1, 0, [['insert into doc (n, text) values (?, ?)', [1, 'one'], 1]]], 0)
  const second = add(
    [
      2,
      0,
      [
        [0, [2, 'two'], 1],
        ['delete from doc where n = ?', [1], 1],
      ],
    ],
    first,
  )
  add(
    [
      3,
      0,
      [
        [1, [2], 1],
        [0, [3, 'three'], 1],
      ],
    ],
    second,
  )
  const file = segmentFile(journal, 1)
  const write = () => writeFileSync(file, Buffer.concat(lines))
  write()
  expect(lookAhead(journal, { sequence: 0, chain: 0 })).toMatchObject({ count: 3, reason: null })
  // Damage in the line that has a text leaves nothing that proves it.
  lines[2]!.write('three', lines[2]!.indexOf('two'))
  write()
  const at = { sequence: 2, chain: second }
  expect(lookAhead(journal, at).reason).toBe('a statement of transaction 3 is damaged')
})

test('a journal of another past is not taken', async () => {
  const [here, there] = [openPlace(), openPlace()]
  for (const { open, insert } of [here, there]) {
    const { db } = await open()
    insert(db, 1, here.file)
    if (open === there.open) insert(db, 2)
    insert(db, 3, open === here.open ? 'here' : 'there')
    insert(db, 4)
    db.close()
  }
  for (const file of there.segments()) copyFileSync(file, file.replace(there.journal, here.journal))
  const db = here.openOnly()
  const rolled = await here.roll(db)
  expect(rolled).toMatchObject({ count: 0, reason: 'it continues another history than transaction 3' })
  expect(numbers(db)).toEqual([1, 3, 4])
})

test('after a segment that went too far the next one counts', async () => {
  const { file, open, insert, segments } = openPlace()
  const { db } = await open()
  insert(db, 1)
  const [one] = segments()
  const kept = readFileSync(one!)
  insert(db, 2, 'never acknowledged')
  const tooFar = readFileSync(one!).subarray(kept.length)
  db.close()
  // As if the commit of 2 had failed, and taking it back from the journal too.
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true })
  writeFileSync(one!, kept)
  const again = await open()
  appendFileSync(one!, tooFar)
  insert(again.db, 2, 'the real one')
  const before = dumpOf(again.db.raw)
  again.db.close()
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true })
  const rebuilt = await open()
  expect(rebuilt.rolled).toMatchObject({ count: 2, reason: null })
  expect(dumpOf(rebuilt.db.raw)).toEqual(before)
})

test('a copy from before a migration is migrated on the way', async () => {
  const { file, folder, open, openOnly, roll, insert, checkpoint } = openPlace()
  const { db } = await open()
  insert(db, 1)
  checkpoint(db)
  copyFileSync(file, join(folder, 'old.db'))
  insert(db, 2)
  db.close()
  const later = await open({ migrations: twoMigrations })
  later.db.run(statement('insert into doc (n, text, colour) values (?, ?, ?)', 3, 'three', 'blue'))
  const old = openOnly(join(folder, 'old.db'))
  expect(await roll(old, twoMigrations)).toMatchObject({ count: 2, reason: null })
  expect(dumpOf(old.raw)).toEqual(dumpOf(later.db.raw))
  const older = openOnly(join(folder, 'older.db'))
  await expect(roll(older, oneMigration)).rejects.toThrow('newer Kaunta')
})

test('a copy bears its name once the journal has for good what the copy has', async () => {
  const running: ((error: Error | null) => void)[] = []
  const { open, journal } = openPlace()
  const { db } = await open({ syncFile: (_, done) => running.push(done) })
  const copies = join(journal, '..', 'copies')
  db.run(statement('insert into doc (text) values (?)', 'a'))
  expect(running).toHaveLength(1)
  const made = db.backup(join(copies, 'copy.db'))
  await expect.poll(() => readdirSync(copies).length).toBeGreaterThan(0)
  // The copy itself is done once nothing is written to it any more; then it waits.
  const early = await Promise.race([made.then(() => true), new Promise((go) => setTimeout(go, 300, false))])
  expect(early).toBe(false)
  expect(readdirSync(copies)).not.toContain('copy.db')
  running[0]?.(null)
  await made
  expect(readdirSync(copies)).toEqual(['copy.db'])
})

test('nothing counts as kept before the journal is synced, and one sync serves many', async () => {
  const { open, insert } = openPlace()
  const running: ((error: Error | null) => void)[] = []
  const { db } = await open({ syncFile: (_, done) => running.push(done) })
  const kept: number[] = []
  const keep = (n: number) => {
    insert(db, n)
    return db.durable().then(() => void kept.push(n))
  }
  const one = keep(1)
  const two = keep(2)
  const three = keep(3)
  await new Promise(setImmediate)
  expect([running.length, kept]).toEqual([1, []])
  running.shift()?.(null)
  await one
  // The sync that covered 1 had begun before 2 was written.
  expect([running.length, kept]).toEqual([1, [1]])
  running.shift()?.(null)
  await Promise.all([two, three])
  expect([running.length, kept]).toEqual([0, [1, 2, 3]])
  await db.durable()
})

test('room is made between transactions, so that the file does not grow with a line', async () => {
  const { open, insert, segments } = openPlace()
  const { db } = await open()
  const length = () => statSync(segments()[0] ?? '').size
  insert(db, 1)
  const bare = length()
  await expect.poll(length).toBeGreaterThan(bare)
  const roomy = length()
  for (let n = 2; n < 50; n++) insert(db, n)
  expect(length()).toBe(roomy)
  db.close()
  expect(length()).toBeLessThan(roomy)
})

test('a failed sync is reported, and a new segment begins', async () => {
  const { open, insert, segments } = openPlace()
  const failures: unknown[] = []
  let fails = true
  const { db } = await open({
    syncFile: (_, done) => setImmediate(done, fails ? new Error('EIO') : null),
    broken: (error) => failures.push(error),
  })
  insert(db, 1)
  await db.durable()
  expect(failures).toHaveLength(1)
  fails = false
  insert(db, 2)
  await db.durable()
  expect(segments()).toHaveLength(2)
  expect(failures).toHaveLength(1)
})

test('when the journal cannot be written nothing is committed', async () => {
  const { open, insert, journal } = openPlace()
  const { db } = await open()
  insert(db, 1)
  const at = positionOf(db.raw)
  // SQLite takes it, a line of the journal does not.
  const unwritable = 1n
  expect(() =>
    db.transaction(() => {
      insert(db, 2)
      db.run(statement('update doc set price = ? where n = 1', unwritable))
    }),
  ).toThrow('BigInt')
  expect(positionOf(db.raw)).toEqual(at)
  expect(numbers(db)).toEqual([1])
  expect(readdirSync(journal)).toHaveLength(1)
})

test('segments that no backup needs any more go', async () => {
  const { open, insert, segments } = openPlace()
  const { db } = await open()
  for (let n = 1; n <= 3; n += 1) {
    insert(db, n)
    db.journal()?.rotate()
  }
  expect(segments()).toHaveLength(4)
  db.journal()?.prune(2)
  expect(segments()).toHaveLength(2)
  db.journal()?.prune(99)
  expect(segments()).toHaveLength(1)
})
