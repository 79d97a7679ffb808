/** Facts come in: once, in order, whatever they hold, also if they are sent twice. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { OutcomeBody } from '../../../core/contract/hub/outcome.ts'
import type { Fact, FeedRow } from '../../../core/contract/hub/wire.ts'
import { checkHub } from '../../../core/hub/copies/check.ts'
import { readFeed } from '../../../core/hub/feed.ts'
import { ingest, UnknownOriginError } from '../../../core/hub/ingest.ts'
import { makeLate } from '../../../core/hub/makeLate.ts'
import { projections } from '../../../core/hub/projections/index.ts'
import { stampHub } from '../../../db/hub/door.ts'
import { factsOf } from '../../../db/hub/facts.ts'
import { storeOutcomes } from '../../../db/hub/signers.ts'
import { noHash } from '../../../db/profile/audit.ts'
import { openTestHubDb, type TestHubDb } from '../../support/hubDatabase.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { makeGoods, makeTrail } from '../../support/trail.ts'
import { inTime } from './branch.ts'
import { memoryLog, startHub } from './openDoor.ts'

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

/** Of a till that was updated before its hub. */
const newer = (...facts: (Fact | undefined)[]) => {
  for (const fact of facts) if (fact) fact.v = 2
}
/** The hub was updated, and knows those facts. */
const update = async (hub: TestHubDb, closing = new AbortController().signal) => {
  await hub.db.updateTable('fact').set({ v: 1 }).where('v', '=', 2).execute()
  const log = memoryLog()
  await makeLate(hub, log, closing)
  expect(log.lines).toEqual([])
}

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

  test('what the hub could not read is made after its update, once, and what still fails holds up nothing', async () => {
    const { hub, branch, till } = await open()
    await stampHub(hub.db, { id: till.uid, environment: 'production', made_at: 1 })
    const trail = makeTrail('T1')
    const goods = makeGoods(2)
    trail.move(goods, 10_00)
    trail.sell(goods)
    newer(...trail.facts.slice(-2))
    const broken = trail.add({ kind: 'report', hash: 'f'.repeat(64) })
    const later = trail.add({ kind: 'sale', v: 7, content: 'of a later version' })
    newer(trail.sell(goods.slice(0, 1)), trail.add({ kind: 'parked', content: 'no parked sale' }))
    const nameless = structuredClone(trail.move(goods, 100))
    nameless.uids.items = {}
    trail.facts[trail.facts.length - 1] = nameless
    newer(nameless)
    trail.sell(goods)
    await ingest(hub, till, request(trail.facts, { seq: 0, hash: noHash }))
    const left = async () => {
      const { levels } = await madeOf(hub)
      return goods.map(({ uid }) => levels.find(({ item }) => item === uid)?.on_hand)
    }
    expect((await madeOf(hub)).invoices).toEqual(['T1-3'])
    expect(await left()).toEqual([8_00, 9_00])
    const closed = AbortSignal.abort()
    await update(hub, closed)
    expect((await madeOf(hub)).invoices).toEqual(['T1-3'])
    hub.woke.length = 0
    await update(hub)
    const made = await madeOf(hub)
    expect(made.facts.filter((each) => each.split(' ').length > 2)).toEqual([
      `${till.id} ${broken.seq} chain`,
      `${till.id} ${later.seq} unread`,
      expect.stringMatching(/ unmade: /),
      `${till.id} ${nameless.seq} unmade: The till gave no uid for its item 1`,
    ])
    expect(made.invoices).toEqual(['T1-1', 'T1-2', 'T1-3'])
    expect(made.days).toMatchObject([{ documents: 3, total: 580_00 }])
    expect(await left()).toEqual([7_00, 8_00])
    expect(hub.woke).toEqual([branch])
    // The level has also what moved after the late facts.
    const { heard } = await hub.db.selectFrom('stock_level').select('heard').executeTakeFirstOrThrow()
    expect(heard).toEqual({ [till.uid]: trail.facts.length - 1 })
    expect((await checkHub(hub.db)).wrong).toEqual([])
    const all = async () => [
      await hub.db.selectFrom('invoice').selectAll().orderBy('id').execute(),
      await hub.db.selectFrom('stock_level').selectAll().orderBy('item').execute(),
      await madeOf(hub),
    ]
    const before = await all()
    await update(hub)
    expect(await all()).toEqual(before)
  })

  test('a later fact stays the last word about a document, a shift, a parked sale and an account', async () => {
    const { hub, branch, till } = await open()
    const trail = makeTrail('T1')
    const [goods, customer, uid] = [makeGoods(1), randomUUID(), randomUUID()]
    const sale = trail.sell(goods, { method: 'credit' })
    const uids = { items: {}, customers: { '9': customer } }
    const rows = (row: object, more: object = {}) => ({ rows: { row, ...more } as Fact['rows'], uids })
    const lent = { invoice_id: 1, customer_id: 9, credit: 116_00 }
    const sold = trail.add({ kind: 'soldOnCredit', rowId: 1, ...rows(lent) })
    const paying = (is: string) =>
      JSON.stringify({ was: [], is: [{ method: is, amount: 116_00, reference: null }] })
    const paid = trail.add({ kind: 'paymentChanged', subject: 'T1-1', content: paying('card') })
    const cart = { lines: [{ item: goods[0]?.uid }] }
    const waits = { uid, label: '', lines: 1, total: 1, cashier: 'Asha', at: 1, cart }
    const parked = trail.add({ kind: 'parked', content: JSON.stringify(waits) })
    const reviewed = (by: string) =>
      trail.add({ kind: 'shiftReviewed', rowId: 3, ...rows({ reviewed_at: 1, author_name: by }) })
    const refused = trail.add({ kind: 'refused', rowId: 1, ...rows({ invoice_id: 1 }) })
    newer(sale, sold, paid, parked, refused, reviewed('Asha'))
    const signed = { invoice_id: 1, authority_number: 5, signature: 'SIGN' }
    trail.add({ kind: 'signed', rowId: 1, ...rows(signed) })
    trail.add({ kind: 'paymentChanged', subject: 'T1-1', content: paying('mobileMoney') })
    trail.add({ kind: 'resumed', content: JSON.stringify({ uid }) })
    reviewed('Juma')
    const parts = [{ invoice_id: 1, amount: 100_00 }]
    const row = { customer_id: 9, day: '20260131', method: 'cash', amount: 100_00 }
    trail.add({ kind: 'accountPaid', rowId: 1, ...rows(row, { parts }) })
    await ingest(hub, till, request(trail.facts))
    for (let n = 0; n < 2; n += 1) {
      await update(hub)
      const where = { branch, origin: till.id }
      const found = (table: 'invoice' | 'tender' | 'shift') => hub.db.selectFrom(table).selectAll().execute()
      expect(await found('invoice')).toMatchObject([
        { ...where, state: 'accepted', authority_number: 5, signature: 'SIGN' },
      ])
      expect(await found('tender')).toMatchObject([{ ...where, method: 'mobileMoney' }])
      expect(await found('shift')).toMatchObject([{ ...where, id: 3, reviewed_by: 'Juma' }])
      expect(await hub.db.selectFrom('parked').select(['uid', 'open']).execute()).toEqual([
        { uid, open: false },
      ])
      expect(await hub.db.selectFrom('account').select(['customer', 'owed']).execute()).toEqual([
        { customer, owed: 16_00 },
      ])
    }
  })

  test('a late document is as the signer told it meanwhile', async () => {
    const { hub, branch, till } = await open()
    const trail = makeTrail('T1')
    const sale = trail.sell(makeGoods(1))
    newer(sale)
    trail.add({ kind: 'refused', rowId: 1, rows: { row: { invoice_id: 1 } } })
    const resent = trail.add({ kind: 'resent', rowId: 1, rows: { row: { invoice_id: 1 } } })
    await ingest(hub, till, request(trail.facts))
    const signature = {
      receiptNumber: 1,
      totalReceiptNumber: 1,
      internalData: 'I',
      signature: 'SIGN',
      signedAt: '',
    }
    const none = {
      code: null,
      text: null,
      remedy: null,
      by: null,
      original: null,
      scuId: 'S',
      mrcNo: 'M',
      at: 1,
    }
    const body: OutcomeBody = {
      ...{ submission: 1, answers: resent.seq, hash: sale.hash, state: 'accepted', number: 8, signature },
      ...none,
    }
    const { hash, seq } = sale
    const invoice = { id: 1, state: 'accepted', number: 8, signed: null } as const
    const told = {
      origin: till.uid,
      name: 'T1',
      seq,
      hash,
      settled: true,
      body: JSON.stringify(body),
      invoice,
    }
    await storeOutcomes(hub.db, { branch, epoch: 1 }, [told], new Map())
    await update(hub)
    const made = hub.db.selectFrom('invoice').select(['state', 'authority_number', 'signature'])
    expect(await made.execute()).toEqual([{ state: 'accepted', authority_number: 8, signature: 'SIGN' }])
  })

  test('goods that a count found while the hub could not read a record are not moved once more', async () => {
    const { hub, branch, till } = await open()
    await stampHub(hub.db, { id: till.uid, environment: 'production', made_at: 1 })
    const other = await hub.addOrigin(branch)
    const trail = makeTrail('T1')
    const goods = makeGoods(2)
    const [counted, rest] = goods.map(({ uid }) => uid) as [string, string]
    trail.move(goods, 10_00)
    newer(trail.move(goods, -3_00))
    trail.move(goods, -1_00)
    await ingest(hub, till, request(trail.facts))
    const counting = makeTrail('T2')
    // It found six, and knew the newest fact of the till. The hub had nine.
    counting.move(goods.slice(0, 1), -3_00)
    const lines = [{ item: counted, at: 1_790_000_000_000, heard: { [till.uid]: 3 } }]
    counting.add({ kind: 'counted', content: JSON.stringify({ lines }) })
    await ingest(hub, other, request(counting.facts))
    await update(hub)
    const levels = new Map((await madeOf(hub)).levels.map(({ item, on_hand }) => [item, on_hand]))
    expect([levels.get(counted), levels.get(rest)]).toEqual([6_00, 6_00])
    expect((await madeOf(hub)).facts).toContain(`${till.id} 2 counted: ${counted}`)
    expect((await checkHub(hub.db)).wrong).toEqual([])
  })

  test('a late wish does not replace a later one of its till, nor an offer of it', async () => {
    const { hub, branch, till } = await open()
    const other = await hub.addOrigin(branch)
    const [one, two] = [makeTrail('T1'), makeTrail('T2')]
    const of = { kind: 'customer', uid: randomUUID() }
    let at = 0
    const wish = (trail: typeof one, set: object, base: object = {}) => {
      at += 1
      const content = JSON.stringify({ uid: randomUUID(), of, base, set, who: 'Asha', at })
      return trail.add({ kind: 'wish', content })
    }
    const first = { '*': 1 }
    wish(one, { name: 'Njoroge', phone: '1', remark: '1', active: 1 })
    newer(wish(one, { name: 'Njoroge Ltd', phone: '2', remark: '2', credit_limit: 5 }, first))
    wish(one, { phone: '3' }, first)
    await ingest(hub, till, request(one.facts))
    wish(two, { remark: '4' }, first)
    await ingest(hub, other, request(two.facts))
    wish(one, { remark: '5' }, first)
    await ingest(hub, till, request(one.facts))
    await update(hub)
    const { body } = await hub.db.selectFrom('shared').select('body').executeTakeFirstOrThrow()
    expect(body).toMatchObject({ name: 'Njoroge Ltd', phone: '3', remark: '4', credit_limit: 5 })
    const offers = await hub.db
      .selectFrom('wish')
      .select(['set', 'offered'])
      .where(sql<boolean>`offered <> '{}'`)
      .execute()
    expect(offers.map(({ set }) => JSON.parse(set).remark)).toContain('5')
    expect(hub.woke.at(-1)).toBe(0)
  })

  test('a hub makes by itself what it could not read before, at its next start', async () => {
    const hub = await startHub(programs)
    const branch = await hub.hub.db
      .insertInto('branch')
      .values({ pin: 'P051000001K', code: '00' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { uid: randomUUID(), kind: 'till', name: 'T1', branch: branch.id, made_at: 1 } as const
    const { id } = await hub.hub.db.insertInto('origin').values(row).returning('id').executeTakeFirstOrThrow()
    const trail = makeTrail('T1')
    const goods = makeGoods(1)
    trail.sell(goods)
    newer(...trail.facts)
    await ingest(hub.hub, { id, branch: branch.id }, request(trail.facts))
    await hub.hub.db.updateTable('fact').set({ v: 1 }).execute()
    const other = await hub.hub.db
      .insertInto('origin')
      .values({ ...row, uid: randomUUID(), name: 'T2' })
      .returning(['id', 'branch'])
      .executeTakeFirstOrThrow()
    let { place } = (await readFeed(hub.hub, other, null)).page
    await hub.restart()
    const told: FeedRow[] = []
    await vi.waitFor(async () => {
      const { db } = hub.hub
      expect(await db.selectFrom('invoice').select('number').execute()).toEqual([{ number: 'T1-1' }])
      expect(await db.selectFrom('fact').select('seq').where('problem', 'is not', null).execute()).toEqual([])
      // Also a till that has read on meanwhile.
      const { page } = await readFeed(hub.hub, other, place)
      place = page.place
      told.push(...page.rows)
      expect(told).toContainEqual(
        expect.objectContaining({ kind: 'level', uid: goods[0]?.uid, onHand: -1_00 }),
      )
    }, inTime)
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
