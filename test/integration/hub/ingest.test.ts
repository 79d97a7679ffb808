/** Facts come in: once, in order, whatever they hold, also if they are sent twice. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Fact } from '../../../core/contract/hub/wire.ts'
import { ingest, UnknownOriginError } from '../../../core/hub/ingest.ts'
import { projections } from '../../../core/hub/projections/index.ts'
import { factsOf } from '../../../db/hub/facts.ts'
import { noHash } from '../../../db/profile/audit.ts'
import { openTestHubDb, type TestHubDb } from '../../support/hubDatabase.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { makeGoods, makeTrail } from '../../support/trail.ts'

const request = (facts: Fact[], after?: { seq: number; hash: string }) => ({
  protocol: 1,
  facts,
  ...(after ? { after } : {}),
})
const headOf = (facts: Fact[]) => {
  const { seq, hash } = facts.at(-1) as Fact
  return { seq, hash }
}
/** As they left the till. */
const asSent = (facts: Fact[]) =>
  facts.map(({ rows, uids, ...fact }) => ({
    ...fact,
    rows: rows && JSON.stringify(rows),
    uids: JSON.stringify(uids),
  }))

/** All that the hub has made, in words that tests compare. */
const madeOf = async ({ db }: TestHubDb) => ({
  facts: (
    await db
      .selectFrom('fact')
      .select(['origin', 'seq', 'problem'])
      .orderBy('origin')
      .orderBy('seq')
      .execute()
  ).map(({ origin, seq, problem }) => `${origin} ${seq} ${problem ?? ''}`.trim()),
  invoices: (await db.selectFrom('invoice').select('number').orderBy('origin').orderBy('id').execute()).map(
    ({ number }) => number,
  ),
  lines: Number(
    (await db.selectFrom('invoice_line').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n,
  ),
  days: await db
    .selectFrom('day_till')
    .select(['kind', 'method', 'documents', 'total', 'tax'])
    .orderBy('origin')
    .orderBy('method')
    .execute(),
  levels: await db.selectFrom('stock_level').select(['item', 'on_hand']).orderBy('item').execute(),
})

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  const open = async () => {
    const hub = await openTestHubDb(programs)
    const branch = await hub.addBranch()
    return { hub, branch, till: await hub.addOrigin(branch) }
  }

  test('sales become documents, sums and stock, and can be given back as they came', async () => {
    const { hub, branch, till } = await open()
    const trail = makeTrail('T1')
    const goods = makeGoods(3)
    trail.add({ kind: 'begun', content: '{}' })
    trail.move(goods, 100_00)
    trail.sell(goods)
    trail.sell(goods.slice(0, 1), { method: 'mobileMoney' })
    expect(await ingest(hub, till, request(trail.facts))).toEqual({ status: 200, body: headOf(trail.facts) })
    expect(await factsOf(hub.db, till.id, 0, 100)).toEqual(asSent(trail.facts))
    const made = await madeOf(hub)
    expect(made.facts.filter((each) => each.split(' ').length > 2)).toEqual([])
    expect(made.invoices).toEqual(['T1-1', 'T1-2'])
    expect(made.lines).toBe(4)
    expect(made.days).toEqual([
      { kind: 'sale', method: 'cash', documents: 1, total: 348_00, tax: 48_00 },
      { kind: 'sale', method: 'mobileMoney', documents: 1, total: 116_00, tax: 16_00 },
    ])
    const left = new Map(made.levels.map(({ item, on_hand }) => [item, on_hand]))
    expect(goods.map(({ uid }) => left.get(uid))).toEqual([98_00, 99_00, 99_00])
    const letters = await hub.db
      .selectFrom('invoice_line')
      .select(['tax_type', sql<number>`sum(tax)::bigint`.as('tax')])
      .where('branch', '=', branch)
      .where('day', '=', '2026-01-31')
      .groupBy('tax_type')
      .execute()
    expect(letters).toEqual([{ tax_type: 'B', tax: 64_00 }])
    expect(hub.woke).toEqual([branch])
  })

  test('what comes again is dropped, in whole or in part, and the answer is the same', async () => {
    const { hub, till } = await open()
    const trail = makeTrail('T1')
    const goods = makeGoods(2)
    for (let n = 0; n < 4; n += 1) trail.sell(goods)
    const first = trail.facts.slice(0, 5)
    expect((await ingest(hub, till, request(first))).body).toEqual(headOf(first))
    // Its answer was lost.
    expect((await ingest(hub, till, request(first))).body).toEqual(headOf(first))
    const made = await madeOf(hub)
    expect((await ingest(hub, till, request(trail.facts.slice(2, 4)))).body).toEqual(headOf(first))
    expect(await madeOf(hub)).toEqual(made)
    expect(await ingest(hub, till, request(trail.facts.slice(3)))).toEqual({
      status: 200,
      body: headOf(trail.facts),
    })
    expect((await madeOf(hub)).invoices).toEqual(['T1-1', 'T1-2', 'T1-3', 'T1-4'])
  })

  test('two links of one till at once, and two tills with the same goods, wait for each other', async () => {
    const { hub, branch, till } = await open()
    const other = await hub.addOrigin(branch)
    const goods = makeGoods(20)
    const [one, two] = [makeTrail('T1'), makeTrail('T2')]
    for (let n = 0; n < 30; n += 1) {
      one.sell(goods)
      two.sell(goods.toReversed())
    }
    const process2 = { ...hub, db: hub.another() }
    const sends = [hub, process2].flatMap((at) => [
      ...Array.from({ length: 6 }, (_, part) =>
        ingest(at, till, request(one.facts.slice(part * 10, part * 10 + 10))),
      ),
      ...Array.from({ length: 6 }, (_, part) =>
        ingest(at, other, request(two.facts.slice(part * 10, part * 10 + 10))),
      ),
    ])
    const statuses = (await Promise.all(sends)).map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    // Parts that overtook each other were refused. The tills send again from the hub's place.
    await ingest(hub, till, request(one.facts))
    await ingest(hub, other, request(two.facts))
    const made = await madeOf(hub)
    expect(made.invoices).toHaveLength(60)
    expect(made.levels.map(({ on_hand }) => on_hand)).toEqual(goods.map(() => -60_00))
    expect(made.days.map(({ documents }) => documents)).toEqual([30, 30])
  })

  test('a gap, another trail and an unknown origin are not taken', async () => {
    const { hub, till } = await open()
    const trail = makeTrail('T1')
    const goods = makeGoods(1)
    for (let n = 0; n < 3; n += 1) trail.sell(goods)
    const start = { seq: 0, hash: noHash }
    expect(await ingest(hub, till, request(trail.facts.slice(1)))).toEqual({ status: 409, body: start })
    await ingest(hub, till, request(trail.facts.slice(0, 2)))
    const place = headOf(trail.facts.slice(0, 2))
    // The till was put back, and went on differently: from the hub's place, and from before it.
    const fork = makeTrail('T1')
    fork.sell(goods, { at: 5 })
    fork.sell(goods, { at: 6 })
    for (const from of [0, 2])
      expect(await ingest(hub, till, request(fork.facts.slice(from)))).toEqual({ status: 409, body: place })
    expect(await ingest(hub, till, request(fork.facts.slice(2), headOf(fork.facts.slice(0, 2))))).toEqual({
      status: 409,
      body: place,
    })
    // The end of a dense part is taken, what comes after the gap is not.
    const gap = [...trail.facts.slice(2, 4), ...trail.facts.slice(5)]
    expect((await ingest(hub, till, request(gap))).body).toEqual(headOf(trail.facts.slice(0, 4)))
    await expect(ingest(hub, { id: 999, branch: 1 }, request(trail.facts))).rejects.toThrow(
      UnknownOriginError,
    )
    await hub.db.updateTable('origin').set({ revoked_at: 1 }).where('id', '=', till.id).execute()
    await expect(ingest(hub, till, request(trail.facts))).rejects.toThrow(UnknownOriginError)
  })

  test('what is unknown, changed, poisonous or odd is kept as it came, named, and blocks nothing', async () => {
    const { hub, till } = await open()
    const trail = makeTrail('T1')
    const goods = makeGoods(2)
    trail.sell(goods)
    trail.add({ kind: 'hologramSold', content: 'later', rows: { row: { a: 1 }, holograms: [[1, null]] } })
    trail.add({ kind: 'sale', v: 7, content: 'of a later version' })
    const changed = trail.sell(goods)
    if (changed.rows) changed.rows.row['total'] = 1
    const poison = structuredClone(trail.sell(goods))
    if (poison.rows) poison.rows.row['day'] = 'yesterday'
    trail.facts[trail.facts.length - 1] = poison
    const nameless = structuredClone(trail.move(goods, 100))
    nameless.uids.items = {}
    trail.facts[trail.facts.length - 1] = nameless
    const odd = 'NUL \0, half \ud83d, \\u0000 and "quotes"'
    trail.add({ kind: 'report', subject: odd, who: odd, content: odd })
    trail.sell(goods, { name: 'Nul\0ls' })
    trail.add({ kind: 'sale', rowId: 77, content: 'its document was lost' })
    const { seq } = trail.add({ kind: 'report', hash: 'f'.repeat(64) })
    trail.sell(goods)
    // The till names the hub's place, so the broken chain is its own.
    const answer = await ingest(hub, till, request(trail.facts, { seq: 0, hash: noHash }))
    expect(answer).toEqual({ status: 200, body: headOf(trail.facts) })
    const problems = await hub.db
      .selectFrom('fact')
      .select(['kind', 'problem'])
      .where('problem', 'is not', null)
      .orderBy('seq')
      .execute()
    expect(problems).toEqual([
      { kind: 'hologramSold', problem: 'unread' },
      { kind: 'sale', problem: 'unread' },
      { kind: 'sale', problem: 'content' },
      { kind: 'sale', problem: expect.stringMatching(/^content; unmade: .*date/) },
      { kind: 'stockRecord', problem: expect.stringMatching(/^unmade: The till gave no uid for its item 1/) },
      { kind: 'sale', problem: 'content' },
      { kind: 'report', problem: 'chain' },
    ])
    expect(seq).toBeGreaterThan(0)
    const back = await factsOf(hub.db, till.id, 0, 100)
    const sent = JSON.parse(JSON.stringify(asSent(trail.facts)))
    expect(back).toEqual(sent)
    const made = await madeOf(hub)
    expect(made.invoices).toEqual(['T1-1', 'T1-2', 'T1-4', 'T1-5'])
    const { name } = await hub.db
      .selectFrom('invoice_line')
      .select('name')
      .where('name', 'like', 'Nul%')
      .executeTakeFirstOrThrow()
    expect(name).toBe('Nul\uFFFDls')
  })

  test('a chain that breaks right after the place is taken only from a till that names the place', async () => {
    const { hub, till } = await open()
    const trail = makeTrail('T1')
    trail.sell(makeGoods(1))
    await ingest(hub, till, request(trail.facts))
    const place = headOf(trail.facts)
    const broken = [trail.add({ kind: 'report', hash: 'e'.repeat(64) })]
    expect(await ingest(hub, till, request(broken))).toEqual({ status: 409, body: place })
    expect(await ingest(hub, till, request(broken, place))).toEqual({ status: 200, body: headOf(broken) })
    expect((await madeOf(hub)).facts.at(-1)).toBe(`${till.id} 3 chain`)
  })

  test("a signer's trail is kept, and none of its documents counts twice", async () => {
    const { hub, branch } = await open()
    const signer = await hub.addOrigin(branch, { kind: 'signer' })
    const trail = makeTrail('S1')
    trail.sell(makeGoods(2))
    expect((await ingest(hub, signer, request(trail.facts))).status).toBe(200)
    expect(await madeOf(hub)).toMatchObject({ invoices: [], levels: [], days: [] })
    expect(await factsOf(hub.db, signer.id, 0, 9)).toHaveLength(2)
  })

  test('a lost connection or a failing disk takes nothing in and marks nothing', async () => {
    const { hub, till } = await open()
    const trail = makeTrail('T1')
    trail.sell(makeGoods(2))
    const failing = {
      kinds: ['sale'],
      make: async () => {
        throw Object.assign(new Error('could not extend file'), { code: '53100' })
      },
    }
    projections.push(failing)
    await expect(ingest(hub, till, request(trail.facts))).rejects.toThrow('could not extend file')
    projections.splice(projections.indexOf(failing), 1)
    expect((await madeOf(hub)).facts).toEqual([])
    expect((await ingest(hub, till, request(trail.facts))).status).toBe(200)
  })

  test('a server that would answer before it has written is refused', async () => {
    const { hub, till } = await open()
    const trail = makeTrail('T1')
    trail.sell(makeGoods(1))
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(hub.db)
    await sql`alter database ${sql.id(rows[0]!.name)} set synchronous_commit = off`.execute(hub.db)
    await expect(ingest({ ...hub, db: hub.another() }, till, request(trail.facts))).rejects.toThrow(
      'synchronous_commit=off',
    )
  })
})
