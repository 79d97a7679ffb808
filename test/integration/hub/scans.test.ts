/** No table that grows with the branch is read completely at a start, or for one thing of it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { beginIncarnation } from '../../../db/hub/incarnations.ts'
import type { HubDb } from '../../../db/hub/postgres.ts'
import { screenAccountNamed, screenAccountSignedIn, sharedShop } from '../../../db/hub/screens.ts'
import { sharedPeople } from '../../../db/hub/shared.ts'
import { openTestHubDb } from '../../support/hubDatabase.ts'
import { bothPrograms } from '../../support/postgres.ts'

/** How often each table was read completely so far. */
const scansOf = async (db: HubDb): Promise<Record<string, number>> => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; scans: string }>`
    select relname as name, seq_scan::text as scans from pg_stat_user_tables
    where relname in ('fact', 'invoice', 'outcome', 'shared', 'stock_level')`.execute(db)
  return Object.fromEntries(rows.map(({ name, scans }) => [name, Number(scans)]))
}

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  test('at a start on the same server', async () => {
    const { db } = await openTestHubDb(programs)
    await beginIncarnation(db, randomUUID())
    const before = await scansOf(db)
    await beginIncarnation(db, randomUUID())
    expect(await scansOf(db)).toEqual(before)
  })

  test('for the people and the shop, beside many items', async () => {
    const { db, addBranch } = await openTestHubDb(programs)
    const branch = await addBranch()
    await sql`insert into shared (uid, kind, scope, versions, authors, body, active)
      select gen_random_uuid(), 'item', 0, '{}', '{}', jsonb_build_object('name', 'Item ' || n), true
      from generate_series(1, 5000) n`.execute(db)
    await sql`insert into shared (uid, kind, scope, versions, authors, body, active) values
      (gen_random_uuid(), 'person', ${branch}, '{}', '{}', '{"name": "Wanjiru", "role": "owner"}', true),
      (gen_random_uuid(), 'setting', ${branch}, '{}', '{}', '{"name": "shop", "value": "Duka"}', true)`.execute(
      db,
    )
    await sql`analyze shared`.execute(db)
    const before = await scansOf(db)
    expect((await sharedPeople(db, branch)).map(({ body }) => body)).toEqual([
      { name: 'Wanjiru', role: 'owner' },
    ])
    expect(await sharedShop(db, branch)).toBe('Duka')
    await screenAccountNamed(db, 'Wanjiru')
    await screenAccountSignedIn(db, 'digest', 0)
    expect(await scansOf(db)).toEqual(before)
  })
})
