/** What the hub tells: nothing is missed, whatever order transactions commit in, and a place of another history is none. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { FeedRow } from '../../../core/contract/hub/wire.ts'
import { readFeed } from '../../../core/hub/feed.ts'
import { ingest } from '../../../core/hub/ingest.ts'
import { pairTill } from '../../../db/hub/door.ts'
import { beginIncarnation, noteDecided } from '../../../db/hub/incarnations.ts'
import type { HubTx } from '../../../db/hub/postgres.ts'
import { storeOutcomes } from '../../../db/hub/signers.ts'
import { endOldWriters, oldestWriter } from '../../../db/hub/writers.ts'
import { openTestHubDb } from '../../support/hubDatabase.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { makeGoods, makeTrail } from '../../support/trail.ts'
import { stressFeed } from '../../torture/feedStress.ts'
import { feeding, hold, levelsIn, put, readerOf } from './reading.ts'

describe.each(bothPrograms())('PostgreSQL $version', (programs) => {
  const open = async () => {
    const hub = await openTestHubDb(programs)
    await beginIncarnation(hub.db, randomUUID())
    const branch = await hub.addBranch()
    const till = await hub.addOrigin(branch)
    return { hub, branch, till }
  }
  test('a transaction that begins first and commits last is not missed, as a naive reader does', async () => {
    const { hub, branch, till } = await open()
    const { db } = hub
    await sql`create table naive (id bigint generated always as identity, at timestamptz default clock_timestamp(), item uuid)`.execute(
      db,
    )
    const [a, b] = [randomUUID(), randomUUID()]
    const naive: Record<'id' | 'at', { last: string; seen: string[] }> = {
      id: { last: '0', seen: [] },
      at: { last: '-infinity', seen: [] },
    }
    const readNaively = async () => {
      for (const column of ['id', 'at'] as const) {
        const type = sql.raw(column === 'id' ? 'bigint' : 'timestamptz')
        const { rows } = await sql<{ item: string; mark: string }>`
          select item, ${sql.ref(column)}::text as mark from naive
          where ${sql.ref(column)} > ${naive[column].last}::${type} order by ${sql.ref(column)}`.execute(db)
        for (const { item, mark } of rows) {
          naive[column].seen.push(item)
          naive[column].last = mark
        }
      }
    }
    const add = (item: string, onHand: number) => async (tx: HubTx) => {
      await sql`insert into naive (item) values (${item})`.execute(tx)
      await put(branch, item, onHand)(tx)
    }
    const tillReads = readerOf(() => hub.db, till)
    await tillReads.read()
    const one = await hold(hub.another())
    const two = await hold(hub.another())
    await one.run(add(a, 1))
    await two.run(add(b, 2))
    await two.end('commit')
    await readNaively()
    // The first is still open, so nothing above it is told yet.
    expect(levelsIn((await tillReads.read()).rows)).toEqual({})
    await one.end('commit')
    await readNaively()
    expect(levelsIn((await tillReads.read()).rows)).toEqual({ [a]: 1, [b]: 2 })
    expect(naive).toMatchObject({ id: { seen: [b] }, at: { seen: [b] } })
    // A row that changes again comes again, once, in its newest form; a rolled back change does not.
    const three = await hold(hub.another())
    await three.run(put(branch, a, 9))
    await three.end('rollback')
    await put(branch, b, 3)(db)
    await put(branch, b, 4)(db)
    const { rows } = await tillReads.read()
    expect(rows).toEqual([{ kind: 'level', uid: b, onHand: 4, authorityOnHand: 0, heard: {} }])
  })

  test('many writers at once hide nothing from a till, and much from a naive reader', async () => {
    const { url } = await openTestHubDb(programs)
    const report = await stressFeed({ url, rows: 500, writers: 8, openMs: 10, seed: programs.version })
    expect(report).toMatchObject({ missed: 0, stale: 0, wrong: [] })
  })

  test('a change in a savepoint bears the stamp of its whole transaction', async () => {
    const { hub, branch, till } = await open()
    const tillReads = readerOf(() => hub.db, till)
    const [a, b] = [randomUUID(), randomUUID()]
    const slow = await hold(hub.another())
    await slow.run((tx) => sql`savepoint s`.execute(tx))
    await slow.run(put(branch, a, 1))
    await put(branch, b, 2)(hub.db)
    expect(levelsIn((await tillReads.read()).rows)).toEqual({})
    await slow.end('commit')
    await tillReads.read()
    expect(tillReads.known).toEqual({ [a]: 1, [b]: 2 })
  })

  test('a page says up to which own fact its levels go, also while another writer is slow', async () => {
    const { hub, branch, till } = await open()
    const trail = makeTrail('T1')
    const goods = makeGoods(1)
    const uid = goods[0]!.uid
    trail.move(goods, 10_00)
    const send = async () => ingest(hub, till, { protocol: 1, facts: trail.facts })
    await send()
    const tillReads = readerOf(() => hub.db, till)
    expect((await tillReads.read()).applied).toBe(1)
    const slow = await hold(hub.another())
    await slow.run(put(branch, randomUUID(), 1))
    trail.sell(goods)
    await send()
    // The hub has the sale. The level that the till knows does not.
    const page = await tillReads.read()
    expect([page.applied, tillReads.known[uid]]).toEqual([1, 10_00])
    await slow.end('rollback')
    const next = await tillReads.read()
    expect([next.applied, tillReads.known[uid]]).toEqual([3, 9_00])
  })

  test('more rows than a page come in several, and a till sees its own branch only', async () => {
    const { hub, branch, till } = await open()
    const other = await hub.addBranch('01')
    await sql`insert into stock_level (branch, item, on_hand)
      select b, gen_random_uuid(), n from generate_series(1, 4500) n, unnest(array[${branch}, ${other}]::int[]) b`.execute(
      hub.db,
    )
    await hub.addOrigin(other, { name: 'Another branch' })
    const tillReads = readerOf(() => hub.db, till)
    const { page: first } = await readFeed(feeding(hub.db), till, null)
    expect([first.more, first.rows.length]).toEqual([true, 2_000])
    await tillReads.read()
    expect(Object.keys(tillReads.known)).toHaveLength(4_500)
    expect(first.rows.filter(({ kind }) => kind === 'till')).toEqual([
      { kind: 'till', uid: till.uid, name: 'T1', seenAt: null, revoked: false },
    ])
    expect(await tillReads.read()).toMatchObject({ rows: [], more: false, fromStart: false })
  })

  test.each([
    { of: 'stock_level', columns: 'branch, item, on_hand', values: '$branch, gen_random_uuid(), n' },
    { of: 'outcome', columns: 'origin, seq, body, epoch', values: "$origin, n, '{}', 1" },
  ])(
    'rows of $of of transaction 9 are told before those of transaction 10, in several pages',
    async ({ of, columns, values }) => {
      const { hub, branch, till } = await open()
      const made = values.replace('$branch', String(branch)).replace('$origin', String(till.id))
      await sql
        .raw(`alter table ${of} disable trigger stamped;
          insert into ${of} (${columns}, changed)
            select ${made}, (case when n <= 2100 then '9' else '10' end)::xid8 from generate_series(1, 4200) n`)
        .execute(hub.db)
      const rows: FeedRow[] = []
      for (let place: string | null = null, more = true; more; ) {
        const { page } = await readFeed(feeding(hub.db), till, place)
        rows.push(...page.rows)
        ;({ place, more } = page)
      }
      expect(rows.filter(({ kind }) => kind !== 'till')).toHaveLength(4_200)
    },
  )

  test('siblings hear of a till once a minute, and at once when it is ended', async () => {
    const { hub, branch, till } = await open()
    const other = await hub.addOrigin(branch)
    const tillReads = readerOf(() => hub.db, other)
    await tillReads.read()
    const trail = makeTrail('T1')
    const seen: boolean[] = []
    for (let n = 0; n < 3; n += 1) {
      trail.sell(makeGoods(1))
      await ingest(hub, till, { protocol: 1, facts: trail.facts })
      seen.push((await tillReads.read()).rows.some((row) => row.kind === 'till' && row.seenAt !== null))
    }
    expect(seen).toEqual([true, false, false])
    await hub.db.updateTable('origin').set({ revoked_at: 5 }).where('id', '=', till.id).execute()
    expect((await tillReads.read()).rows).toEqual([
      { kind: 'till', uid: till.uid, name: 'T1', seenAt: expect.any(Number), revoked: true },
    ])
  })

  test.each(['', 'nonsense', Buffer.from('{"i":"x"}').toString('base64url')])(
    'the place "%s" is none, and the till reads from the start',
    async (place) => {
      const { hub, branch, till } = await open()
      await put(branch, randomUUID(), 1)(hub.db)
      const { page } = await readFeed(feeding(hub.db), till, place)
      expect([page.fromStart, page.rows.length]).toEqual([true, 2])
    },
  )

  test('a place of a hub whose order could miss rows is none', async () => {
    const { hub, branch, till } = await open()
    await put(branch, randomUUID(), 1)(hub.db)
    const { page } = await readFeed(feeding(hub.db), till, null)
    const { v, ...earlier } = JSON.parse(Buffer.from(page.place, 'base64url').toString())
    expect(v).toBe(2)
    const read = async (place: object) => {
      const text = Buffer.from(JSON.stringify(place)).toString('base64url')
      return (await readFeed(feeding(hub.db), till, text)).page.fromStart
    }
    expect([await read(earlier), await read({ v, ...earlier })]).toEqual([true, false])
  })

  test('a start after an orderly end, or after a kill, makes no till read anew', async () => {
    const { hub, branch, till } = await open()
    const tillReads = readerOf(() => hub.db, till)
    await put(branch, randomUUID(), 1)(hub.db)
    await tillReads.read()
    await beginIncarnation(hub.db, randomUUID())
    await put(branch, randomUUID(), 2)(hub.db)
    expect(await tillReads.read()).toMatchObject({ fromStart: false, rows: [{ onHand: 2 }] })
    // What was rolled back while the hub ran is far enough below what it noted.
    const undone = await hold(hub.another())
    await undone.run(put(branch, randomUUID(), 3))
    await undone.end('rollback')
    await put(branch, randomUUID(), 4)(hub.db)
    await tillReads.read()
    await noteDecided(hub.db)
    await beginIncarnation(hub.db, randomUUID())
    expect(await tillReads.read()).toMatchObject({ fromStart: false, rows: [] })
  })

  test('a slow writer holds back what is told, not what comes in, until the hub ends it', async () => {
    const { hub, branch, till } = await open()
    const other = await hub.addOrigin(branch)
    const tillReads = readerOf(() => hub.db, other)
    await tillReads.read()
    const slow = await hold(hub.another())
    await slow.run(put(branch, randomUUID(), 1))
    const trail = makeTrail('T1')
    const goods = makeGoods(1)
    for (let n = 1; n <= 3; n += 1) {
      trail.sell(goods)
      const taken = await ingest(hub, till, { protocol: 1, facts: trail.facts })
      expect(taken).toMatchObject({ status: 200, body: { seq: n * 2 } })
    }
    expect((await tillReads.read()).rows).toEqual([])
    const holder = await oldestWriter(hub.db)
    expect(holder).toMatchObject({ application: 'kaunta-hub', openMs: expect.any(Number) })
    expect(await endOldWriters(hub.db, 60_000)).toBe(0)
    expect(await endOldWriters(hub.db, 0)).toBeGreaterThan(0)
    const known = async () => {
      await tillReads.read()
      return tillReads.known
    }
    await expect.poll(known).toEqual({ [goods[0]!.uid]: -3_00 })
    await expect(slow.end('commit')).rejects.toThrow()
  })

  test('a till reads on after each kind of row', async () => {
    const { hub, branch, till } = await open()
    const tillReads = readerOf(() => hub.db, till)
    await hub.db.insertInto('outcome').values({ origin: till.id, seq: 5, body: '{}', epoch: 1 }).execute()
    await put(branch, randomUUID(), 1)(hub.db)
    expect((await tillReads.read()).rows.map(({ kind }) => kind)).toEqual(['till', 'outcome', 'level'])
    expect(await tillReads.read()).toMatchObject({ fromStart: false, rows: [] })
  })

  test('a till that continues the trail of another is told what became of the rows and wishes that both have', async () => {
    const { hub, branch, till } = await open()
    const { db } = hub
    const trail = makeTrail('T1')
    for (let sale = 0; sale < 3; sale += 1) trail.sell(makeGoods(1))
    await ingest(hub, till, { protocol: 1, facts: trail.facts })
    const tell = (seq: number, state: string) => {
      const outcome = {
        ...{ origin: till.uid, name: 'T1', seq },
        body: JSON.stringify({ state }),
        hash: null,
        settled: true,
        invoice: null,
      }
      return storeOutcomes(db, { branch, epoch: 1 }, [outcome], new Map())
    }
    await tell(1, 'before')
    await tell(5, 'ofTheOther')
    const fork = trail.facts[3]!
    const common = {
      publicKey: 'k',
      taxpayerPin: 'P051000001K',
      branch: '00',
      confirmed: true,
      letInBy: null,
      at: 1,
    }
    const again = async (origin: string) =>
      (await pairTill(db, {
        ...{ ...common, uid: randomUUID(), app: randomUUID(), publicKey: randomUUID(), name: 'T1' },
        forkedAt: { origin, seq: fork.seq, hash: fork.hash },
        earlier: null,
      }))!
    const heir = await again((await again(till.uid)).uid)
    await tell(2, 'after')
    await tell(6, 'ofTheOther')
    const soap = {
      uid: randomUUID(),
      kind: 'item',
      scope: 0,
      versions: '{}',
      authors: '{}',
      body: '{}',
    } as const
    await db
      .insertInto('shared')
      .values({ ...soap, active: true })
      .execute()
    const wish = { uid: randomUUID(), origin: till.id, of_uid: soap.uid, who: 'Amina', at: 1, set: '{}' }
    await db
      .insertInto('wish')
      .values({ ...wish, outcome: 'applied', answer: '{}' })
      .execute()
    const told = (await readerOf(() => db, { id: heir.id, branch }).read()).rows
    expect(told.flatMap((row) => (row.kind === 'outcome' ? [[row.seq, row.body['state']]] : []))).toEqual([
      [1, 'before'],
      [2, 'after'],
    ])
    expect(told).toContainEqual({ kind: 'wishEnd', uid: wish.uid, outcome: 'applied', body: {} })
  })

  test('a signer tells what the authority has of goods of which no document ended', async () => {
    const { hub, branch, till } = await open()
    const item = randomUUID()
    const levels = new Map([[item, { onHand: 5_00, code: 'A1', settled: null, contained: {} }]])
    await storeOutcomes(hub.db, { branch, epoch: 1 }, [], levels)
    const { rows } = await readerOf(() => hub.db, till).read()
    const level = { kind: 'level', uid: item, authorityOnHand: 5_00, code: 'A1' }
    expect(rows).toContainEqual(expect.objectContaining(level))
  })

  test('a dump in another server is read from the start, and no stamp from there hides a row', async () => {
    const { hub, branch, till } = await open()
    const [a, b] = [randomUUID(), randomUUID()]
    const trail = makeTrail('T1')
    const goods = makeGoods(1)
    trail.sell(goods)
    await ingest(hub, till, { protocol: 1, facts: trail.facts })
    await put(branch, a, 1)(hub.db)
    const tillReads = readerOf(() => hub.db, till)
    await tillReads.read()
    // What such a dump looks like: stamps of a server that was used for longer.
    const later = sql`'99999999999'::xid8`
    await sql`alter table stock_level disable trigger stamped`.execute(hub.db)
    await sql`update stock_level set changed = ${later}`.execute(hub.db)
    await sql`alter table stock_level enable trigger stamped`.execute(hub.db)
    await sql`update fact set taken = ${later}`.execute(hub.db)
    await sql`update incarnation set server = 'another', decided = ${later}, floor = ${later}`.execute(hub.db)
    expect((await readerOf(() => hub.db, till).read()).rows.some(({ kind }) => kind === 'level')).toBe(false)
    await beginIncarnation(hub.db, randomUUID())
    expect(await tillReads.read()).toMatchObject({ fromStart: true, applied: 2 })
    expect(tillReads.known).toEqual({ [a]: 1, [goods[0]!.uid]: -1_00 })
    await put(branch, b, 2)(hub.db)
    expect(await tillReads.read()).toMatchObject({ fromStart: false, rows: [{ uid: b, onHand: 2 }] })
  })
})
