/** What the tests of the hub stand on: one server of each version in a process, and a new database for each test. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hubMigrations } from '../../../db/hub/migrations/index.ts'
import { openHubDb } from '../../../db/hub/postgres.ts'
import { bothPrograms, freshDatabase, sharedServer } from '../../support/postgres.ts'

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  test('each test gets an empty database in the present form', async () => {
    const made = await Promise.all([freshDatabase(programs), freshDatabase(programs)])
    for (const { url, drop } of made) {
      const db = openHubDb(url, () => undefined)
      const applied = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
      expect(applied.map(({ name }) => name)).toEqual(Object.keys(hubMigrations))
      expect(await db.selectFrom('incarnation').selectAll().execute()).toEqual([])
      await sql`create table of_one_test (id int)`.execute(db)
      // A test that fails leaves its connections open.
      await drop()
      await db.destroy()
    }
    const server = await sharedServer(programs)
    expect(server.version).toBe(programs.version)
  })
})
