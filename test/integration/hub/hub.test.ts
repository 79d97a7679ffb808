/** The hub's server and database: first start, kills, upgrades, and servers that it refuses. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Server, type ServerOptions, startServer } from '../../../db/hub/engine.ts'
import { beginIncarnation } from '../../../db/hub/incarnations.ts'
import { migrateHub } from '../../../db/hub/migrate.ts'
import { hubMigrations } from '../../../db/hub/migrations/index.ts'
import { demandServer, type HubDb, makeDatabase, objectionTo, openHubDb } from '../../../db/hub/postgres.ts'
import { serverUser } from '../../../db/hub/programs.ts'
import { bothPrograms, openFolder } from '../../support/postgres.ts'
import { runProcess, startProcess } from '../../support/process.ts'

const password = 'canary-of-the-database'
const entry = 'core/hub/main.ts'
const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string]
const ignore = () => undefined
const postmaster = (folder: string) =>
  Number(readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const using = async <T>(url: string, work: (db: HubDb) => Promise<T>, connections = 10): Promise<T> => {
  const db = openHubDb(url, ignore, connections)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  const parent = openFolder()
  const options: ServerOptions = { folder: join(parent.path, 'server'), password, programs }
  let server: Server
  /** A new database of the server. */
  const fresh = async (name: string): Promise<string> => {
    await makeDatabase(server.url('postgres'), name)
    return server.url(name)
  }

  beforeAll(async () => {
    // What a killed `initdb` leaves.
    mkdirSync(join(options.folder, 'new'), { recursive: true })
    writeFileSync(join(options.folder, 'new/PG_VERSION'), 'half')
    server = await startServer(options)
  })
  afterAll(async () => {
    await server.stop()
    parent.remove()
  })

  test('the server listens on this computer only, keeps commits and asks for the password', async () => {
    const shown = await using(server.url('postgres'), async (db) => {
      expect(await demandServer(db)).toBe(programs.version)
      const { rows } = await sql`
        select current_setting('listen_addresses') as "on", current_setting('unix_socket_directories') as sockets,
          current_setting('data_checksums') as checksums, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
        db,
      )
      return rows
    })
    expect(shown).toEqual([{ on: '127.0.0.1', sockets: '', checksums: 'on', idle: '10s' }])
    const wrong = server.url('postgres').replace(password, 'another')
    await expect(using(wrong, demandServer)).rejects.toThrow('password authentication failed')
  })

  test('a server that outlived its hub is taken over, and no password of its first start stays', async () => {
    const pid = postmaster(options.folder)
    // A hub that was killed in its first start leaves it.
    writeFileSync(join(options.folder, 'password'), password)
    const again = await startServer(options)
    expect(again.url('postgres')).toBe(server.url('postgres'))
    expect(postmaster(options.folder)).toBe(pid)
    expect(existsSync(join(options.folder, 'password'))).toBe(false)
  })

  test('what was committed is there after the server is killed', async () => {
    const url = await fresh('killed')
    await using(url, async (db) => {
      await migrateHub(db)
      await beginIncarnation(db, ids[0])
    })
    const pid = postmaster(options.folder)
    // It computes on after its server was killed, and holds the server's memory for a while.
    const busy = openHubDb(url, () => undefined, 1)
    const computed = sql`select count(*) from generate_series(1, 8000000)`
      .execute(busy)
      .catch(() => undefined)
    await using(url, (db) =>
      expect
        .poll(async () => {
          const query = sql`select 1 from pg_stat_activity where state = 'active' and query like '%8000000%'
            and pid <> pg_backend_pid()`
          return (await query.execute(db)).rows.length
        })
        .toBe(1),
    )
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    server = await startServer(options)
    await computed
    await busy.destroy()
    const kept = await using(server.url('killed'), (db) => db.selectFrom('incarnation').selectAll().execute())
    expect(kept).toMatchObject([{ id: ids[0], ord: 1, began: expect.stringMatching(/^\d+$/) }])
  })

  test.each([
    ['a role', sql`select set_config('role', ${'lost_role'}, true)`, 'role "lost_role" does not exist'],
    ['a savepoint', sql`release savepoint lost`, 'savepoint "lost" does not exist'],
  ])(
    'the answer of %s is not waited for, and a failure there fails what follows',
    async (_, silent, problem) => {
      const create = sql`create table written (n int)`
      const work = async (db: HubDb) => {
        const pid = async () =>
          (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
        const before = await pid()
        const write = (...statements: RawBuilder<unknown>[]) =>
          db.transaction().execute(async (tx) => {
            for (const statement of statements) await statement.execute(tx)
          })
        await expect(write(create, silent, create)).rejects.toThrow(problem)
        await expect(write(create, silent)).rejects.toThrow(problem)
        // The pool discards such a connection.
        expect(await pid()).not.toBe(before)
        await write(create)
      }
      await using(await fresh(problem.replace(/\W/g, '_')), work, 1)
    },
  )

  test('a reading changes nothing, and on the same connection the next transaction may write', async () => {
    const create = sql`create table written (n int)`
    const work = async (db: HubDb) => {
      const read = (statement: RawBuilder<unknown>) =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((tx) => statement.execute(tx))
      await expect(read(create)).rejects.toThrow('read-only transaction')
      const { rows } = await read(sql`select current_setting('transaction_isolation') as level`)
      expect(rows).toEqual([{ level: 'repeatable read' }])
      await db.transaction().execute((tx) => create.execute(tx))
    }
    await using(await fresh('reading'), work, 1)
  })

  test('plans a statement that repeats a few times for each connection, and keeps so many plans at most', async () => {
    const repeat = async (db: HubDb, times: number, text: number) => {
      for (let n = 0; n < times; n += 1)
        await sql`select ${n}::int as ${sql.ref(`n${text}`)} from hub`.execute(db)
    }
    await using(await fresh('planned'), async (pool) => {
      await migrateHub(pool)
      await pool.connection().execute(async (db) => {
        const kept = async () =>
          (
            await sql<{ own: boolean; generic: number }>`
              select statement like '%"n0"%' as own, generic_plans as generic
              from pg_prepared_statements`.execute(db)
          ).rows
        await repeat(db, 2, 0)
        expect((await kept()).filter(({ own }) => own)).toEqual([])
        await repeat(db, 20, 0)
        expect((await kept()).filter(({ own, generic }) => own && generic > 0)).toHaveLength(1)
        for (let text = 1; text <= 300; text += 1) await repeat(db, 3, text)
        expect(await kept()).toHaveLength(200)
        await repeat(db, 1, 300)
      })
    })
  })

  test('a note from before the last start of the computer does not hold up a server', async () => {
    await server.stop()
    const note = join(options.folder, 'pg/postmaster.pid')
    // Another program of the server's user has the process id now, and another server the port.
    const other = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)'], { ...serverUser, cwd: '/' })
    await once(other, 'spawn')
    onTestFinished(() => void other.kill('SIGKILL'))
    const lines = [other.pid, join(options.folder, 'pg'), 1_000_000, 9, '', '127.0.0.1', '', 'ready']
    writeFileSync(note, `${lines.join('\n')}\n`)
    server = await startServer(options)
    expect(postmaster(options.folder)).not.toBe(other.pid)
    await using(server.url('postgres'), demandServer)
  })

  test('an empty note, which a power failure leaves, holds up a server only while it may still be written', async () => {
    await server.stop()
    const note = join(options.folder, 'pg/postmaster.pid')
    writeFileSync(note, '')
    const oldAt = Date.now() + 1_000
    utimesSync(note, (oldAt - 10_000) / 1000, (oldAt - 10_000) / 1000)
    server = await startServer(options)
    expect(Date.now()).toBeGreaterThanOrEqual(oldAt)
    await using(server.url('postgres'), demandServer)
  })

  test('two hubs that start at once on an empty database both get the present form', async () => {
    const url = await fresh('both')
    const began = await Promise.all(
      [ids[0], ids[1]].map((id) =>
        using(url, async (db) => {
          await migrateHub(db)
          return beginIncarnation(db, id)
        }),
      ),
    )
    expect(began.map(({ ord }) => ord).toSorted()).toEqual([1, 2])
    expect(new Set(began.map(({ began }) => began)).size).toBe(2)
  })

  test('a step that fails leaves the database as it was', async () => {
    const url = await fresh('failing')
    const failing = {
      ...hubMigrations,
      '9999Failing': {
        up: async (db: never) => {
          await sql`create table half_made (id int)`.execute(db)
          await sql`select 1 / 0`.execute(db)
        },
      },
    }
    await using(url, async (db) => {
      await expect(migrateHub(db, failing)).rejects.toThrow('9999Failing): division by zero')
      const { rows } = await sql`select to_regclass('half_made') as half`.execute(db)
      expect(rows).toEqual([{ half: null }])
      await migrateHub(db)
      await beginIncarnation(db, ids[2])
    })
  })

  test('a step on years of facts takes as long as it needs', async () => {
    const url = await fresh('slow')
    await using(url, async (db) => {
      await migrateHub(db)
      const asked: unknown[] = []
      const up = async (db: Kysely<unknown>) => {
        asked.push(...(await sql`select current_setting('statement_timeout') as within`.execute(db)).rows)
      }
      await migrateHub(db, { ...hubMigrations, '9999Asks': { up } })
      expect(asked).toEqual([{ within: '0' }])
      expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statement_timeout: '15s' }])
    })
  })

  test('debts that an earlier version left under an alias move to their customer', async () => {
    const url = await fresh('aliases')
    await using(url, async (db) => {
      const { '0022Aliases': _, ...earlier } = hubMigrations
      await migrateHub(db, earlier)
      const [own, of, other] = ids
      await sql`insert into branch (pin, code) values ('P051000001K', '00')`.execute(db)
      await sql`insert into origin (uid, kind, name, branch, made_at) values (${other}, 'till', 'T1', 1, 1)`.execute(
        db,
      )
      await sql`insert into shared (uid, kind, scope, versions, authors, body, active)
        values (${of}, 'customer', 0, '{}', '{}', '{}', true)`.execute(db)
      await sql`insert into alias (uid, of_uid) values (${own}, ${of})`.execute(db)
      await sql`insert into account_move (origin, kind, id, customer, change, invoice)
        values (1, 'sale', 1, ${own}, 500, 1), (1, 'sale', 2, ${of}, 100, 2)`.execute(db)
      await sql`insert into account (customer, origin, owed) values (${own}, 1, 500), (${of}, 1, 100)`.execute(
        db,
      )
      await migrateHub(db)
      const { rows } = await sql`select customer, owed::int from account order by owed`.execute(db)
      expect(rows).toEqual([
        { customer: own, owed: 0 },
        { customer: of, owed: 600 },
      ])
      expect((await sql`select distinct customer from account_move`.execute(db)).rows).toEqual([
        { customer: of },
      ])
    })
  })

  test('the database of a newer hub is refused and not changed', async () => {
    const url = await fresh('newer')
    await using(url, async (db) => {
      await migrateHub(db, { ...hubMigrations, '9999Later': { up: async () => undefined } })
      await expect(migrateHub(db)).rejects.toThrow(
        /newer Kaunta \(it knows "9999Later"\).*Install that version/,
      )
      expect(await db.selectFrom('kysely_migration').select('name').execute()).toHaveLength(
        Object.keys(hubMigrations).length + 1,
      )
    })
  })

  test('a server that may lose commits, or a user without rights, is refused', async () => {
    const url = await fresh('refused')
    await using(url, (db) => sql`alter database refused set synchronous_commit = off`.execute(db))
    await expect(using(url, demandServer)).rejects.toThrow(
      /synchronous_commit=off.*Set synchronous_commit=on/,
    )
    await using(url, async (db) => {
      await sql`alter database refused reset synchronous_commit`.execute(db)
      await sql`create role plain login password 'plain'`.execute(db)
    })
    const plain = url.replace(`kaunta:${password}`, 'plain:plain')
    await expect(using(plain, demandServer)).rejects.toThrow(/may not make tables.*Grant CREATE/)
  })

  test('npm run hub uses a given server, and says why it cannot', async () => {
    const data = openFolder()
    const url = await fresh('given')
    const hub = await startProcess(entry, ['--data', data.path, '--database', url, '--port', '0'])
    expect(hub.ready).toEqual({
      ready: true,
      postgres: { version: programs.version, own: false },
      incarnation: expect.stringMatching(/^[0-9a-f-]{36}$/),
      hub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      environment: 'production',
      addresses: expect.arrayContaining([expect.stringMatching(/:\d+$/)]),
      // Empty where they were not built.
      screens: expect.any(Array),
      code: expect.stringMatching(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/),
      codeUntil: expect.any(Number),
    })
    expect(await hub.stop()).toBe(0)
    const log = readFileSync(join(data.path, 'logs/kaunta.log'), 'utf8')
    expect(log).not.toContain((hub.ready as { code: string }).code)
    expect(await hub.errors).not.toContain(password)
    const missing = await runProcess(entry, ['--data', data.path, '--database', server.url('missing')])
    expect(missing).toMatchObject({ code: 1, output: '' })
    expect(missing.errors).toMatch(
      /cannot use PostgreSQL at 127\.0\.0\.1:\d+: database "missing" does not exist/,
    )
    expect(missing.errors).not.toContain(password)
    data.remove()
  })
})

test.each([
  [{ version: 140_011 }, 'it is PostgreSQL 14. Use 15 or newer'],
  [{ fsync: 'off' }, 'fsync=off'],
  [{ full_page_writes: 'off' }, 'full_page_writes=off'],
  [{ synchronous_commit: 'off' }, 'synchronous_commit=off'],
  [{ standby: true }, 'Name the primary server'],
  [{ may_create: false }, 'Grant CREATE'],
  [{}, null],
])('a server with %j is judged', (found, objection) => {
  const good = {
    version: 150_018,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    standby: false,
    may_create: true,
  }
  const said = objectionTo({ ...good, ...found })
  if (objection === null) expect(said).toBeNull()
  else expect(said).toContain(objection)
})

test('npm run hub starts a server of its own, once for a folder, and again on what is there', async () => {
  const data = openFolder()
  const folder = join(data.path, 'shop')
  const hub = await startProcess<{ postgres: object }>(entry, ['--data', folder, '--port', '0'])
  expect(hub.ready.postgres).toEqual({ version: expect.any(Number), own: true })
  const pid = postmaster(join(folder, 'hub/server'))
  const second = await runProcess(entry, ['--data', folder, '--port', '0'])
  expect(second).toMatchObject({ code: 1, output: '' })
  expect(second.errors).toContain('Kaunta is already running with the data')
  // A server that was killed is started again at its address.
  process.kill(pid, 'SIGKILL')
  const revived = async () => {
    const { output } = await runProcess(entry, ['check', '--data', folder])
    return output.includes('"wrong":[]')
  }
  await expect.poll(revived, { timeout: 60_000 }).toBe(true)
  const revivedPid = postmaster(join(folder, 'hub/server'))
  expect(revivedPid).not.toBe(pid)
  // The server outlives a killed hub, and the next hub ends it.
  await hub.kill()
  expect(isAlive(revivedPid)).toBe(true)
  const again = await startProcess(entry, ['--data', folder, '--port', '0'])
  expect(postmaster(join(folder, 'hub/server'))).toBe(revivedPid)
  expect(await again.stop()).toBe(0)
  await expect.poll(() => isAlive(revivedPid)).toBe(false)
  data.remove()
})

test('npm run hub explains a wrong command line and keeps a password to itself', async () => {
  const wrong = await runProcess(entry, ['--database', `mysql://shop:${password}@server/kaunta`])
  expect(wrong).toMatchObject({ code: 2, output: '' })
  expect(wrong.errors).toContain('--database: an address such as postgres://')
  expect(wrong.errors).not.toContain(password)
})
