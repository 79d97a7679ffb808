/** Row-level security: each part of the hub sees the rows of one branch, whatever its queries say. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateHub } from '../../../db/hub/migrate.ts'
import { type HubDb, type HubTx, openHubDb } from '../../../db/hub/postgres.ts'
import { actAs, asReport, type HubRole, hubRoles, tableAccess } from '../../../db/hub/roles.ts'
import { bothPrograms, freshDatabase, sharedServer } from '../../support/postgres.ts'
import { type Branch, fillBranch } from './branchRows.ts'

const denied = { code: '42501' }

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  let db: HubDb
  let drop: () => Promise<void>
  let here: Branch
  let there: Branch
  beforeAll(async () => {
    const fresh = await freshDatabase(programs)
    drop = fresh.drop
    db = openHubDb(fresh.url, () => undefined, 2)
    here = await fillBranch(db, '00')
    there = await fillBranch(db, '01')
  })
  afterAll(async () => {
    await db.destroy()
    await drop()
  })
  /** Runs in a transaction that is rolled back. */
  const as = async <T>(role: HubRole, of: Branch, work: (tx: HubTx) => Promise<T>): Promise<T> => {
    const tx = await db.startTransaction().execute()
    try {
      await actAs(tx, role, of)
      return await work(tx)
    } finally {
      await tx.rollback().execute()
    }
  }
  const rowsIn = async (tx: HubTx, table: string): Promise<Record<string, unknown>[]> =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(tx)).rows
  const isOf = ({ branch, origin }: Branch, row: Record<string, unknown>): boolean =>
    row['branch'] === branch ||
    row['origin'] === origin ||
    row['holder'] === origin ||
    row['scope'] === branch

  test('every table of the database is in the list', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name::text as name from information_schema.tables
      where table_schema = current_schema() and table_name not like 'kysely%' order by 1`.execute(db)
    expect(Object.keys(tableAccess).toSorted()).toEqual(rows.map(({ name }) => name))
  })

  test('indexes of the feed serve below row-level security: what they compare with tells nothing', async () => {
    const names = ['uuid_gt', 'xid8gt', 'xid8lt', 'int8gt', 'int4eq', 'int8eq', 'uuid_eq', 'texteq']
    const { rows } = await sql<{ name: string }>`
      select proname::text as name from pg_proc where proname = any(${names}::text[]) and proleakproof`.execute(
      db,
    )
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(names))
  })

  const all = Object.entries(tableAccess).flatMap(([table, access]) =>
    hubRoles.map((role) => ({ table, role, ...access, privileges: access.may[role] ?? '' })),
  )

  test('a role sees rows of its own branch, none of another, and no table that it does not need', async () => {
    for (const { table, role, rows, privileges } of all) {
      if (privileges === '') {
        await expect(
          as(role, here, (tx) => rowsIn(tx, table)),
          `${role} ${table}`,
        ).rejects.toMatchObject(denied)
        continue
      }
      const [own, foreign] = [
        await as(role, here, (tx) => rowsIn(tx, table)),
        await as(role, there, (tx) => rowsIn(tx, table)),
      ]
      if (rows === null) continue
      expect(own.length, `${role} ${table}`).toBeGreaterThan(0)
      expect(foreign, `${role} ${table}`).toHaveLength(own.length)
      const key = JSON.stringify
      expect(
        foreign.filter((row) => own.some((each) => key(each) === key(row))),
        `${role} ${table}`,
      ).toEqual([])
      expect(
        foreign.filter((row) => isOf(here, row)),
        `${role} ${table}`,
      ).toEqual([])
    }
  })

  test('a role changes nothing of another branch', async () => {
    for (const { table, role, rows, privileges } of all) {
      if (rows === null || !privileges.includes('update')) continue
      const column = Object.keys((await rowsIn(db as never, table))[0] ?? {}).find((each) => each !== 'id')
      const name = sql.ref(column ?? '')
      const before = await as(
        role,
        here,
        async (tx) =>
          (await sql`update ${sql.table(table)} set ${name} = ${name}`.execute(tx)).numAffectedRows,
      )
      const ownRows = await as(role, here, (tx) => rowsIn(tx, table))
      expect(Number(before), `${role} ${table}`).toBe(ownRows.length)
    }
    await expect(
      as('hub_ingest', here, (tx) =>
        tx
          .insertInto('stock_level')
          .values({ branch: there.branch, item: randomUUID(), on_hand: 1 })
          .execute(),
      ),
    ).rejects.toMatchObject(denied)
    await expect(
      as('hub_ingest', here, (tx) => tx.updateTable('stock_level').set({ branch: there.branch }).execute()),
    ).rejects.toMatchObject(denied)
    for (const role of ['hub_feed', 'hub_report'] as const)
      await expect(
        as(role, here, (tx) => tx.updateTable('stock_level').set({ on_hand: 1 }).execute()),
      ).rejects.toMatchObject(denied)
  })

  test('without a branch a role sees nothing, and a report of people is of one branch', async () => {
    const nowhere = { ...here, branch: 0, origin: 0 }
    for (const { table, role, rows, privileges } of all)
      if (rows !== null && privileges !== '')
        expect(await as(role, nowhere, (tx) => rowsIn(tx, table)), `${role} ${table}`).toEqual([])
    const sales = await asReport(db, there.branch, (tx) =>
      tx.selectFrom('invoice').select('branch').execute(),
    )
    expect(sales).toEqual([{ branch: there.branch }])
    expect(await db.selectFrom('invoice').select('branch').execute()).toHaveLength(2)
  })

  test('a user that may not make roles is told what an administrator can do, and that is enough', async () => {
    const server = await sharedServer(programs)
    const name = `user_${randomUUID().slice(0, 8)}`
    const admin = openHubDb(server.url('postgres'), () => undefined, 1)
    const url = new URL(server.url(name))
    Object.assign(url, { username: name, password: 'plain' })
    const plain = openHubDb(url.href, () => undefined, 1)
    try {
      await sql.raw(`create role ${name} login password 'plain'`).execute(admin)
      await sql.raw(`create database ${name} owner ${name}`).execute(admin)
      const refused = await migrateHub(plain).then(
        () => '',
        (error: Error) => error.message,
      )
      expect(refused).toContain(`its user "${name}" may not make or take the roles`)
      const [, said = ''] = /let an administrator run: (.*)$/.exec(refused) ?? []
      // The roles are there already: other hubs of this server made them.
      for (const statement of said.split('; ').filter((each) => each.startsWith('grant')))
        await sql.raw(statement).execute(admin)
      await migrateHub(plain)
      await plain.transaction().execute(async (tx) => {
        await actAs(tx, 'hub_feed', { branch: 1, origin: 1 })
        expect(await rowsIn(tx, 'shared')).toEqual([])
      })
    } finally {
      await plain.destroy()
      await sql.raw(`drop database if exists ${name} with (force)`).execute(admin)
      await sql.raw(`drop owned by ${name}`).execute(admin)
      await sql.raw(`drop role if exists ${name}`).execute(admin)
      await admin.destroy()
    }
  })
})
