/** One signer for a branch: what it tells the hub, kills, and hand-overs with the old one alive. */
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openHubDb } from '../../../db/hub/postgres.ts'
import { type OurStock, ourStock, unequalStock } from '../../support/equalStock.ts'
import { ownPrograms } from '../../support/postgres.ts'
import { salePaths, startAuthority, stockPaths, type TestAuthority } from '../../support/shop.ts'
import { openTill, type TestTill, uidOf } from './branch.ts'
import { openTestHub, openTestSigner, type TestHub, type TestSigner } from './hub.ts'

const strict = () => startAuthority({ dialect: 'legacy', checks: 'strict' })

const soldAs = async (authority: TestAuthority) =>
  (await authority.ledger()).sales.map(({ request }) => String(request['trdInvcNo'])).toSorted()

/** Every document of the tills ended with this outcome. */
const expectAll = async (hub: TestHub, tills: TestTill[], state: string) => {
  for (const till of tills) {
    const owed = till.facts().filter(({ rows }) => rows?.submissions?.length)
    const outcomes = await hub.outcomes(till)
    const ends = owed.map(({ seq, subject }) => [subject, outcomes.get(seq)?.state])
    expect(ends).toEqual(owed.map(({ subject }) => [subject, state]))
  }
}
const allAccepted = (hub: TestHub, tills: TestTill[]) =>
  vi.waitFor(() => expectAll(hub, tills, 'accepted'), { timeout: 60_000, interval: 50 })

const expectedOf = async (tills: TestTill[]) =>
  tills
    .flatMap((till) =>
      till.read<{ number: string }>('select number from invoice').map(({ number }) => number),
    )
    .toSorted()

/** The goods that left at the authority are those that the tills sold. */
const expectEachRecordOnce = async (authority: TestAuthority, tills: TestTill[]) => {
  const { stockRecords } = await authority.ledger()
  const records = tills.flatMap((till) => till.read('select 1 from stock_record'))
  expect(stockRecords).toHaveLength(records.length)
}

const expectEqual = async (signer: TestSigner, authority: TestAuthority) =>
  vi.waitFor(
    async () =>
      expect(unequalStock(signer.read<OurStock>(ourStock), (await authority.ledger()).stock)).toEqual([]),
    { timeout: 30_000, interval: 50 },
  )

/** Two tills with goods of one branch. */
const openBranch = async () => {
  const tills = [await openTill('T1'), await openTill('T2')] as const
  const [one, two] = tills
  const goods = [await one.goods(), await two.goods({ stock: 0 })] as const
  return {
    one,
    two,
    tills: [...tills],
    sell: async (n: number) => {
      for (let sale = 0; sale < n; sale += 1)
        for (const [index, till] of tills.entries()) await till.sell(goods[index]!)
    },
  }
}

describe.each([ownPrograms()])('PostgreSQL $version', (programs) => {
  test('while a till may come that knows a later time of the hub, sales are sent and goods are not moved', async () => {
    const [authority, hub, { tills, sell }] = [
      await startAuthority({ dialect: 'legacy', checks: 'loose' }),
      await openTestHub(programs),
      await openBranch(),
    ]
    await sell(1)
    await hub.heard(...tills)
    const before = await openTestSigner({ hub, authority })
    await allAccepted(hub, tills)
    await before.close()
    const { stockRecords } = await authority.ledger()
    await sell(1)
    await hub.heard(...tills)
    let isAwaited = true
    let asked = 0
    await openTestSigner({
      ...{ hub, authority, folder: before.folder },
      awaitsTills: () => {
        asked += 1
        return isAwaited
      },
    })
    const expected = await expectedOf(tills)
    await vi.waitFor(async () => expect(await soldAs(authority)).toEqual(expected), { timeout: 30_000 })
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 30_000 })
    expect((await authority.ledger()).stockRecords).toEqual(stockRecords)
    isAwaited = false
    await allAccepted(hub, tills)
    await expectEachRecordOnce(authority, tills)
  })

  test('the hub is told how each document ended, once', async () => {
    const [authority, hub, { one, tills, sell }] = [
      await strict(),
      await openTestHub(programs),
      await openBranch(),
    ]
    await sell(2)
    await hub.heard(...tills)
    const signer = await openTestSigner({ hub, authority })
    await allAccepted(hub, tills)
    const { sales } = await authority.ledger()
    const told = [...(await hub.outcomes(one)).values()].filter(({ signature }) => signature)
    expect(told.map(({ number, signature }) => [number, signature?.signature])).toEqual(
      sales
        .filter(({ request }) => String(request['trdInvcNo']).startsWith('T1-'))
        .map(({ number, receipt }) => [number, receipt['rcptSign']]),
    )
    const stamps = () =>
      hub.db
        .selectFrom('outcome')
        .select(['origin', 'seq', 'changed'])
        .orderBy('origin')
        .orderBy('seq')
        .execute()
    const before = await stamps()
    signer.profile.db.run({
      sql: 'insert into outcome_due select submission_id, 1 from taken where true',
      parameters: [],
    } as never)
    await signer.catchUp()
    expect(await stamps()).toEqual(before)
    expect(await hub.db.selectFrom('sending').selectAll().execute()).toEqual([])
    const levels = await hub.db.selectFrom('stock_level').select('authority_on_hand').execute()
    expect(levels).toEqual([{ authority_on_hand: (100_000 - 4) * 100 }])
  })

  test('a signer that was killed continues where it was: nothing twice, every till is told', async () => {
    const [authority, hub, { tills, sell }] = [
      await strict(),
      await openTestHub(programs),
      await openBranch(),
    ]
    await hub.heard(...tills)
    let folder: string | undefined
    for (let kill = 0; kill < 4; kill += 1) {
      await sell(3)
      await hub.heard(...tills)
      // The pool of a killed process tells nothing more. A request that waited for a connection would wait on.
      const db = openHubDb(hub.url, () => undefined)
      const signer = await openTestSigner({ hub, authority, db, ...(folder ? { folder } : {}) })
      folder = signer.folder
      await expect.poll(async () => (await soldAs(authority)).length).toBeGreaterThan(kill * 6 + 1)
      await db.destroy()
      await signer.profile.stop()
      await signer.profile.close()
    }
    const last = await openTestSigner({ hub, authority, folder: folder as string })
    await allAccepted(hub, tills)
    expect(await soldAs(authority)).toEqual(await expectedOf(tills))
    await expectEqual(last, authority)
  })

  test.each(['strict', 'loose'] as const)(
    'two signers, the old one alive: no sale and no stock record twice (%s authority)',
    async (checks) => {
      const authority = await startAuthority({ dialect: 'legacy', checks })
      const [hub, { tills, sell }] = [await openTestHub(programs), await openBranch()]
      await sell(20)
      await hub.heard(...tills)
      const old = await openTestSigner({ hub, authority })
      await expect.poll(async () => (await soldAs(authority)).length, { timeout: 20_000 }).toBeGreaterThan(4)
      await authority.faults({ kind: 'cutAfter', paths: [...salePaths, ...stockPaths], probability: 0.2 })
      const taker = await openTestSigner({ hub, authority, deviceOf: old })
      await authority.faults()
      await allAccepted(hub, tills)
      expect(old.isLost()).toBe(true)
      expect(await soldAs(authority)).toEqual(await expectedOf(tills))
      await expectEachRecordOnce(authority, tills)
      if (checks === 'strict') await expectEqual(taker, authority)
    },
  )

  test.each(['strict', 'loose'] as const)(
    'a signer takes its seat back: it sends nothing that another one sent, told or not (%s authority)',
    async (checks) => {
      const authority = await startAuthority({ dialect: 'legacy', checks })
      const [hub, { tills, sell }] = [await openTestHub(programs), await openBranch()]
      const first = await openTestSigner({ hub, authority })
      await authority.offline(true)
      await sell(6)
      await hub.heard(...tills)
      await first.catchUp()
      await first.close()
      await authority.offline(false)
      const other = await openTestSigner({ hub, authority, deviceOf: first })
      await allAccepted(hub, tills)
      await other.close()
      // It died before the hub was told of every second sale.
      const untold = tills.flatMap(({ origin, facts }) => {
        const sales = facts().filter(({ kind, seq }) => kind === 'sale' && seq % 2 === 0)
        return sales.map(({ seq }) => ({ uid: origin.uid, seq }))
      })
      for (const { uid, seq } of untold)
        await sql`delete from outcome where seq = ${seq} and origin = (select id from origin where uid = ${uid})`.execute(
          hub.db,
        )
      expect(untold.length).toBeGreaterThan(2)
      await openTestSigner({ hub, authority, folder: first.folder })
      await allAccepted(hub, tills)
      expect(await soldAs(authority)).toEqual(await expectedOf(tills))
      await expectEachRecordOnce(authority, tills)
    },
  )

  test('a signer whose hub is gone sends nothing after a while, and another continues', async () => {
    const [authority, hub, { tills, sell }] = [
      await strict(),
      await openTestHub(programs),
      await openBranch(),
    ]
    await sell(3)
    await hub.heard(...tills)
    const db = openHubDb(hub.url, () => undefined)
    const old = await openTestSigner({ hub, authority, db })
    await allAccepted(hub, tills)
    await db.destroy()
    await sell(2)
    await hub.heard(...tills)
    const taker = await openTestSigner({ hub, authority, deviceOf: old })
    await allAccepted(hub, tills)
    expect(await soldAs(authority)).toEqual(await expectedOf(tills))
    await expectEqual(taker, authority)
    expect(taker.read("select 1 from attempt where outcome = 'refused'")).toEqual([])
  })

  test.each([
    'a new signer',
    'a signer that takes its seat back',
    'a signer that gave codes and sent nothing, and takes its seat back,',
  ])('%s knows the code of each item, though two tills gave one code to different goods', async (which) => {
    const [authority, hub] = [await strict(), await openTestHub(programs)]
    const earlier = which === 'a new signer' ? undefined : await openTestSigner({ hub, authority })
    await earlier?.close()
    const tills = [await openTill('T1'), await openTill('T2')] as const
    const [one, two] = tills
    const soap = await one.goods({ name: 'Soap', stock: 10 })
    const sugar = await two.goods({ name: 'Sugar', stock: 20 })
    await hub.heard(...tills)
    const columns =
      'name, type, tax_type, price, item_class, origin_country, package_unit, quantity_unit, class_chosen, active, favourite, code'
    for (const till of tills)
      for (const { name, ...body } of till.read<{ name: string }>(`select ${columns} from item`))
        await hub.db
          .insertInto('shared')
          .values({
            ...{ uid: uidOf(name), kind: 'item', scope: 0, versions: '{}', authors: '{}', active: true },
            body: JSON.stringify({ name, ...body }),
          })
          .execute()
    if (earlier && which.includes('gave')) {
      await authority.offline(true)
      const giving = await openTestSigner({ hub, authority, folder: earlier.folder })
      await giving.catchUp()
      await giving.close()
      await authority.offline(false)
    }
    // The first signer hears of the second till first.
    const { acked_seq } = await hub.db
      .selectFrom('origin')
      .select('acked_seq')
      .where('uid', '=', one.origin.uid)
      .executeTakeFirstOrThrow()
    const setPlace = (seq: number) =>
      hub.db.updateTable('origin').set({ acked_seq: seq }).where('uid', '=', one.origin.uid).execute()
    await setPlace(0)
    const old = await openTestSigner({ hub, authority, ...(earlier && { deviceOf: earlier }) })
    await vi.waitFor(() => expectAll(hub, [two], 'accepted'), { timeout: 30_000, interval: 50 })
    await setPlace(acked_seq)
    old.wake()
    await allAccepted(hub, [...tills])
    await old.close()
    const file = earlier ? { folder: earlier.folder } : { deviceOf: old }
    const anew = await openTestSigner({ hub, authority, ...file })
    await one.sell(soap)
    await two.sell(sugar)
    await hub.heard(...tills)
    anew.wake()
    await allAccepted(hub, [...tills])
    const { stock } = await authority.ledger()
    expect(stock.map(({ onHand }) => onHand).toSorted((a, b) => a - b)).toEqual([9, 19])
    await expectEqual(anew, authority)
  })

  test('nothing of an item is sent before the hub knows its code', async () => {
    const [authority, hub] = [await strict(), await openTestHub(programs)]
    const till = await openTill('T1')
    await till.sell(await till.goods({ stock: 10 }))
    await hub.heard(till)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    onTestFinished(() => release())
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const lock = hub.db.transaction().execute(async (tx) => {
      await sql`lock table stock_level in share row exclusive mode`.execute(tx)
      locked()
      await released
    })
    await isLocked
    await openTestSigner({ hub, authority, seatTiming: { silenceMs: 60_000 } })
    const { ledger } = authority
    await expect.poll(async () => (await ledger()).items).toHaveLength(1)
    const waiting = () =>
      sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(hub.db)
    await expect.poll(async () => (await waiting()).rows[0]?.count).toBeGreaterThan(0)
    // The signer asks whether it may send, again and again.
    const asked = new Set<number | null>()
    await expect
      .poll(async () => {
        const { asked_at } = await hub.db.selectFrom('signer').select('asked_at').executeTakeFirstOrThrow()
        return asked.add(asked_at).size
      })
      .toBeGreaterThan(5)
    expect(await ledger()).toMatchObject({ sales: [], stockRecords: [] })
    release()
    await lock
    await allAccepted(hub, [till])
    expect((await ledger()).sales).toHaveLength(1)
  })

  test('a hub that is put back lacks outcomes, and its signer tells them again', async () => {
    const [authority, hub, { tills, sell }] = [
      await strict(),
      await openTestHub(programs),
      await openBranch(),
    ]
    await sell(2)
    await hub.heard(...tills)
    const db = openHubDb(hub.url, () => undefined)
    const killed = await openTestSigner({ hub, authority, db })
    await allAccepted(hub, tills)
    await killed.catchUp()
    await db.destroy()
    await killed.profile.stop()
    await killed.profile.close()
    // The backup is of this epoch.
    const last = Math.max(...tills.map((till) => till.facts().length))
    await hub.db
      .deleteFrom('outcome')
      .where('seq', '>', Math.floor(last / 2))
      .execute()
    await openTestSigner({ hub, authority, folder: killed.folder })
    await allAccepted(hub, tills)
    expect(await soldAs(authority)).toEqual(await expectedOf(tills))
  })

  test('a signer that starts again while it waits for the one before waits anew', async () => {
    const [authority, hub] = [await strict(), await openTestHub(programs)]
    const till = await openTill('T1')
    const db = openHubDb(hub.url, () => undefined)
    const killed = await openTestSigner({ hub, authority, db })
    await db.destroy()
    await killed.profile.stop()
    await killed.profile.close()
    await till.sell(await till.goods({ stock: 10 }))
    await hub.heard(till)
    const long = { hub, authority, seatTiming: { requestMs: 3_600_000 } }
    const second = await openTestSigner({ ...long, deviceOf: killed })
    await second.close()
    const again = await openTestSigner({ ...long, folder: second.folder })
    await again.catchUp()
    expect(again.read('select 1 from taken')).toEqual([])
    await again.close()
    await openTestSigner({ hub, authority, folder: second.folder })
    await allAccepted(hub, [till])
  })

  test('a stock record that a lost hub had sent takes no number that the next one needs', async () => {
    const [authority, hub] = [await strict(), await openTestHub(programs)]
    const [one, two] = [await openTill('T1'), await openTill('T2')]
    const sugar = await two.goods({ name: 'Sugar', stock: 0 })
    await one.goods({ stock: 10 })
    await two.call('stock.adjust', { kind: 'found', lines: [{ itemId: sugar.id, quantity: 2_000 }] })
    await hub.heard(two)
    const lost = await openTestSigner({ hub, authority })
    await allAccepted(hub, [two])
    await lost.close()
    for (const table of ['outcome', 'sending'] as const) await hub.db.deleteFrom(table).execute()
    await hub.heard(one)
    await hub.db.updateTable('delegation').set({ before: 1_000 }).execute()
    const asked = await authority.asked('saveStockMaster')
    await authority.faults({ kind: 'timeoutBefore', paths: ['saveStockMaster'] })
    const anew = await openTestSigner({ hub, authority, deviceOf: lost })
    await vi.waitFor(async () => expect(await authority.asked('saveStockMaster')).toBeGreaterThan(asked), {
      timeout: 30_000,
      interval: 20,
    })
    expect(anew.read("select next from counter where name = 'authority.stock'")).toEqual([])
    await authority.faults()
    await allAccepted(hub, [one, two])
    await expectEachRecordOnce(authority, [one, two])
    const numbers = "select authority_number as number from submission where kind = 'stockRecord' order by 1"
    expect(anew.read(numbers)).toEqual([{ number: null }, { number: 2 }])
  })

  test('a signer whose disk is full pauses before it asks the hub again', async () => {
    const [authority, hub] = [await strict(), await openTestHub(programs)]
    const till = await openTill('T1')
    await till.sell(await till.goods({ stock: 10 }))
    const signer = await openTestSigner({ hub, authority })
    const run = (sql: string) => signer.profile.db.run({ sql, parameters: [] } as never)
    run(`create trigger full before delete on outcome_due
      begin select raise(abort, 'database or disk is full'); end`)
    const startedAt = performance.now()
    await hub.heard(till)
    signer.wake()
    const tries = () =>
      signer.log.lines.filter(({ fields }) =>
        String((fields as { err?: unknown }).err).includes('disk is full'),
      )
    await expect.poll(() => tries().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(20)
    // The queue looks every 50 ms.
    expect((performance.now() - startedAt) / tries().length).toBeGreaterThan(25)
    run('drop trigger full')
    signer.wake()
    await allAccepted(hub, [till])
  })

  test('another signer sends nothing again of a till that the hub did not know when it was sent', async () => {
    const authority = await startAuthority({ dialect: 'legacy', checks: 'loose' })
    const [hub, { two, tills, sell }] = [await openTestHub(programs), await openBranch()]
    const first = await openTestSigner({ hub, authority })
    await authority.offline(true)
    await sell(3)
    await hub.heard(...tills)
    await first.catchUp()
    await hub.lose(two)
    await authority.offline(false)
    await expect.poll(() => first.waiting(null), { timeout: 30_000 }).toBe(0)
    await first.close()
    expect(await hub.outcomes(two)).toHaveLength(
      two.facts().filter(({ rows }) => rows?.submissions?.length).length,
    )
    await hub.heard(...tills)
    await openTestSigner({ hub, authority, deviceOf: first })
    await allAccepted(hub, tills)
    expect(await soldAs(authority)).toEqual(await expectedOf(tills))
    await expectEachRecordOnce(authority, tills)
  })

  test('a signer whose file is lost is made anew from what the hub has', async () => {
    const [authority, hub, { tills, sell }] = [
      await strict(),
      await openTestHub(programs),
      await openBranch(),
    ]
    await sell(3)
    await hub.heard(...tills)
    const db = openHubDb(hub.url, () => undefined)
    const old = await openTestSigner({ hub, authority, db })
    await allAccepted(hub, tills)
    // These reach the authority, and the hub never hears of it.
    await sell(2)
    await hub.heard(...tills)
    old.wake()
    await expect.poll(async () => (await soldAs(authority)).length, { timeout: 20_000 }).toBe(10)
    await db.destroy()
    await old.profile.stop()
    await sell(1)
    await hub.heard(...tills)
    await hub.db.deleteFrom('outcome').where('seq', '>', 30).execute()
    const anew = await openTestSigner({ hub, authority, deviceOf: old })
    await allAccepted(hub, tills)
    expect(await soldAs(authority)).toEqual(await expectedOf(tills))
    await expectEachRecordOnce(authority, tills)
    await expectEqual(anew, authority)
  })

  test('a signer that takes its seat back sends nothing again that a person sent again and another one sent', async () => {
    // It cannot be asked whether it has a record.
    const authority = await startAuthority({ dialect: 'legacy', checks: 'loose' })
    const hub = await openTestHub(programs)
    const till = await openTill('T1', { delegated: true })
    const soap = await till.goods()
    const open = () => till.rows("state <> 'accepted'").map(({ kind, state }) => `${kind} ${state}`)
    const until = (signer: TestSigner, check: () => void) =>
      vi.waitFor(
        async () => {
          await hub.heard(till)
          signer.wake()
          await hub.tell(till)
          check()
        },
        { timeout: 30_000, interval: 50 },
      )
    const becomes = (signer: TestSigner, rows: string[]) => until(signer, () => expect(open()).toEqual(rows))
    const first = await openTestSigner({ hub, authority })
    await becomes(first, [])
    await authority.faults({ kind: 'refuse', code: '910', text: 'Rejected', times: 1, paths: stockPaths })
    await till.call('stock.adjust', { kind: 'found', lines: [{ itemId: soap.id, quantity: 5_00 }] })
    await becomes(first, ['stockRecord refused'])
    // It dies before it sends the record again.
    await first.profile.submitter.stop()
    await till.call('queue.resend', { id: till.rows("state = 'refused'")[0]!.id })
    const queued = "select 1 from submission where kind = 'stockRecord' and state = 'queued'"
    await until(first, () => expect(first.read(queued)).toHaveLength(1))
    await first.close()
    const other = await openTestSigner({ hub, authority, deviceOf: first })
    await becomes(other, [])
    await other.close()
    const back = await openTestSigner({ hub, authority, folder: first.folder })
    await till.sell(soap)
    await becomes(back, [])
    await expectEachRecordOnce(authority, [till])
  })
})
