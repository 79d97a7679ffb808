/** Tills leave their documents to the signer of their hub: the hand-over, kills, and that nothing is sent twice. */
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { bothPrograms } from '../../support/postgres.ts'
import {
  openShop,
  type Shop,
  type ShopOptions,
  salePaths,
  startAuthority,
  type TestAuthority,
} from '../../support/shop.ts'
import { hubAnswers, sameItem } from './branch.ts'
import { cuttingProxy, startHub, type TestHub } from './openDoor.ts'

const link = { beatMs: 100, retryMs: 20, retryCapMs: 100, waitMs: 1_000 }
const strict = () => startAuthority({ dialect: 'legacy', checks: 'strict' })
const open = (authority: TestAuthority, more: ShopOptions = {}) =>
  openShop({ authority, timing: { link }, ...more })

const join = async (hub: TestHub, shop: Shop) => {
  await shop.call('hub.pair', { address: hub.address, code: hub.code() })
}
const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 30_000, interval: 20 })
const signedByHub = (...shops: Shop[]) =>
  waitFor(async () => {
    for (const shop of shops) expect((await shop.call('hub.state')).link?.signs).toBe(true)
  })
/** An owner ends the till at the hub. */
const endedByHub = async (hub: TestHub, shop: Shop) => {
  const { origin } = shop.read<{ origin: string }>('select origin from hub_link')[0]!
  await hub.admin('revoke', { uid: origin, who: 'Amina' })
  await hubAnswers(shop, 'revoked')
}
/** Nothing is open at the tills, and the authority has what they sold, each once, in order. */
const expectSigned = async (authority: TestAuthority, ...shops: Shop[]) => {
  await waitFor(() => {
    for (const shop of shops)
      expect(
        shop
          .rows("state <> 'accepted'")
          .map(({ title, kind, state, last_text }) => [title, kind, state, last_text]),
      ).toEqual([])
  })
  const { sales, stockRecords } = await authority.ledger()
  const numbers = shops.flatMap((shop) =>
    shop.read<{ number: string }>('select number from invoice').map(({ number }) => number),
  )
  expect(sales.map(({ request }) => String(request['trdInvcNo'])).toSorted()).toEqual(numbers.toSorted())
  expect(sales.map(({ number }) => number)).toEqual(sales.map((_, index) => index + 1))
  const records = shops.flatMap((shop) => shop.read('select 1 from stock_record'))
  expect(stockRecords).toHaveLength(records.length)
  const receipts = new Map(sales.map(({ number, receipt }) => [number, receipt['rcptSign']]))
  for (const shop of shops)
    for (const { authority_number, signature } of shop.read<{ authority_number: number; signature: string }>(
      'select * from signature',
    ))
      expect(signature).toBe(receipts.get(authority_number))
}
/** The hub shows one code at a time. */
const oneAtATime = () => {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    run: (work: () => Promise<unknown>) => {
      turn = turn.then(work)
      return turn
    },
  }
}
const stockOf = async (authority: TestAuthority) =>
  Object.fromEntries((await authority.ledger()).stock.map(({ itemCd, onHand }) => [itemCd, onHand]))
const refusals = async (hub: TestHub) => {
  const { id } = await hub.hub.db.selectFrom('branch').select('id').executeTakeFirstOrThrow()
  return hub.hub.signers.signer(id)?.profile.db.all({
    sql: "select code, text from attempt where outcome = 'refused'",
    parameters: [],
  } as never)
}

describe.each(bothPrograms().slice(-1))('on PostgreSQL $version', (programs) => {
  /** A branch that is signed by the hub, with the device of its first till. */
  const openSigned = async () => {
    const authority = await strict()
    const hub = await startHub(programs, { environment: 'sandbox' })
    const one = await open(authority)
    await join(hub, one)
    await signedByHub(one)
    return { authority, hub, one }
  }
  test('a till hands its device over once nothing waits, and the hub signs what it sells then', async () => {
    const authority = await strict()
    const hub = await startHub(programs, { environment: 'sandbox' })
    // No later greeting of the hub sends what the till forgot.
    const shop = await open(authority, { timing: { link: { ...link, beatMs: 3_600_000 } } })
    const soap = await shop.goods({ name: 'Soap', stock: 100 })
    const sold = await shop.sell(soap)
    await shop.settled()
    await join(hub, shop)
    await signedByHub(shop)
    await waitFor(async () => expect((await shop.call('hub.state')).link?.waiting).toBe(0))
    // A stock master right after, a sale, and a credit note of a sale from before.
    await shop.call('stock.adjust', { kind: 'found', lines: [{ itemId: soap.id, quantity: 500 }] })
    await shop.sell(soap, 2)
    await shop.call('invoice.credit', { id: sold.invoiceId, reason: '06' })
    await expectSigned(authority, shop)
    expect(await refusals(hub)).toEqual([])
    expect(Object.values(await stockOf(authority))).toEqual([103])
  })

  test('an answer that is lost, a killed till and a killed hub between any two steps change nothing', async () => {
    const hub = await startHub(programs, { environment: 'sandbox' })
    const pairing = oneAtATime()
    const killed = Array.from({ length: 8 }, async (_, lose) => {
      const authority = await strict()
      const shop = await open(authority, { branchId: String(lose).padStart(2, '0') })
      const soap = await shop.goods({ name: `Soap ${lose}`, stock: 100 })
      await shop.sell(soap)
      await shop.settled()
      const cut = await cuttingProxy(hub)
      await pairing.run(() => shop.call('hub.pair', { address: cut.address, code: hub.code() }))
      // The hub is behind the proxy for some answers, and then one is lost with the till.
      cut.loseAfter = lose * 3
      await waitFor(() => expect(cut.lost).toBeGreaterThan(0))
      await shop.restart()
      cut.loseAfter = Number.POSITIVE_INFINITY
      await shop.sell(soap, 2)
      return { authority, shop }
    })
    const tills = await Promise.all(killed)
    await hub.restart()
    await signedByHub(...tills.map(({ shop }) => shop))
    for (const { authority, shop } of tills) {
      await expectSigned(authority, shop)
      expect(Object.values(await stockOf(authority))).toEqual([97])
    }
    expect(await refusals(hub)).toEqual([])
    expect(hub.log.lines.filter((line) => /cmcKey|CMC/.test(line))).toEqual([])
  })

  test('a sale whose goods another till brought in is signed once the hub hears of them', async () => {
    const authority = await strict()
    const hub = await startHub(programs, { environment: 'sandbox' })
    const one = await open(authority)
    const soap = await one.goods({ name: 'Soap', stock: 1 })
    await join(hub, one)
    await signedByHub(one)
    const two = await open(authority, { deviceSerial: 'KAU-SECOND' })
    await two.call('settings.save', { tillName: 'T2' })
    const way = await cuttingProxy(hub)
    await two.call('hub.pair', { address: way.address, code: hub.code() })
    await signedByHub(two)
    const there = await sameItem(two, 'Soap')
    way.away()
    await hubAnswers(two, 'unreachable')
    await two.call('stock.adjust', { kind: 'received', lines: [{ itemId: there.id, quantity: 5_00 }] })
    await one.sell(soap, 3)
    await waitFor(() => expect(one.rows("kind = 'sale'")).toMatchObject([{ state: 'refused' }]))
    await one.sell(soap, 1)
    await waitFor(() => expect(one.rows("kind = 'sale'")).toMatchObject([{}, { state: 'accepted' }]))
    way.answers = true
    await waitFor(() => expect(one.rows("state <> 'accepted'")).toEqual([]))
    const { sales } = await authority.ledger()
    expect(sales.map(({ request }) => request['trdInvcNo'])).toEqual(['T1-2', 'T1-1'])
    expect(Object.values(await stockOf(authority))).toEqual([2])
  })

  test('a second till leaves its device unused, and what waits for a manager is sent by the signer', async () => {
    const authority = await strict()
    const hub = await startHub(programs, { environment: 'sandbox' })
    const one = await open(authority)
    const soap = await one.goods({ name: 'Soap', stock: 100 })
    await one.sell(soap)
    await one.settled()
    await join(hub, one)
    await signedByHub(one)
    const two = await open(authority, { deviceSerial: 'KAU-SECOND' })
    await two.call('settings.save', { tillName: 'T2' })
    const advice = await two.goods({ name: 'Advice', type: '3', itemClass: '8014160000' })
    await two.settled()
    await authority.faults({
      kind: 'refuse',
      code: '910',
      text: 'Rejected for the test',
      paths: salePaths,
      times: 1,
    })
    const early = await two.sell(advice)
    await two.becomes(early.invoiceId, 'refused')
    await authority.faults()
    await join(hub, two)
    await signedByHub(two)
    await one.sell(soap, 3)
    const { id } = two.rowOf(early.invoiceId)
    await two.call('queue.resend', { id })
    await two.sell(advice)
    await expectSigned(authority, one, two)
    expect(Object.values(await stockOf(authority))).toEqual([96])
    expect(two.read('select serial from device')).toEqual([{ serial: 'KAU-SECOND' }])
    // As the last one it has the branch's device, also if it is killed once the hub has forgotten it.
    const ofBranch = one.read('select serial from device')
    const leaves = async (shop: Shop) => {
      await shop.call('hub.leave')
      await waitFor(async () => expect((await shop.call('hub.state')).role).toBe('alone'))
    }
    await leaves(one)
    const cut = await cuttingProxy(hub)
    await two.call('hub.setAddress', { address: cut.address })
    const { remove } = hub.secrets
    hub.secrets.remove = async (name) => {
      cut.answers = false
      await remove(name)
    }
    await two.call('hub.leave')
    await waitFor(() => expect(cut.answers || cut.lost === 0).toBe(false))
    await two.restart()
    cut.answers = true
    await waitFor(async () => expect((await two.call('hub.state')).role).toBe('alone'))
    expect(two.read('select serial from device')).toEqual(ofBranch)
    await two.sell(advice)
    await two.settled()
    expect(two.rows("state <> 'accepted'")).toEqual([])
  })

  test('a till that left its hub registers goods that only another branch sold, before it sells or counts them', async () => {
    const { hub, one } = await openSigned()
    const two = await open(await strict(), { branchId: '01' })
    await join(hub, two)
    await signedByHub(two)
    await one.goods({ name: 'Soap', stock: 0 })
    await one.goods({ name: 'Pen', stock: 0 })
    const [soap, pen] = [await sameItem(two, 'Soap'), await sameItem(two, 'Pen')]
    await two.call('hub.leave')
    await waitFor(async () => expect((await two.call('hub.state')).role).toBe('alone'))
    expect(two.rows("kind = 'item'")).toEqual([])
    await two.call('stock.adjust', { kind: 'opening', lines: [{ itemId: soap.id, quantity: 5_00 }] })
    await two.call('settings.save', { blockBelowStock: false })
    const { invoiceId } = await two.sell([soap, pen])
    // The authority has no stock of pens.
    await two.becomes(invoiceId, 'refused')
    await two.call('stock.adjust', { kind: 'opening', lines: [{ itemId: pen.id, quantity: 5_00 }] })
    await expectSigned(two.authority, two)
  })

  test('a till knows which goods of another till are registered, and changes nothing of them that is fixed then', async () => {
    const { authority, hub, one } = await openSigned()
    await one.goods({ name: 'Soap', stock: 10 })
    await waitFor(() => expect(one.rows("state <> 'accepted'")).toEqual([]))
    const two = await open(authority, { deviceSerial: 'KAU-SECOND', initialised: false })
    await join(hub, two)
    await signedByHub(two)
    const pen = await one.goods({ name: 'Pen', stock: 10 })
    const there = await sameItem(two, 'Pen')
    await sameItem(two, 'Soap')
    const codes = (shop: Shop) =>
      shop.read("select name, registration, authority_code from item where registration = 'registered'")
    await waitFor(() => expect(codes(two)).toHaveLength(2))
    expect(codes(two)).toEqual(expect.arrayContaining(codes(one)))
    expect((await two.call('item.list', { filter: 'notRegistered' })).items).toEqual([])
    const fields = { name: 'Pen', taxType: 'B' as const, price: pen.price, itemClass: '5313160900' }
    expect(await two.reply('item.save', { ...fields, id: there.id, type: '3' })).toMatchObject({
      error: { reason: 'item.fixed', field: 'type' },
    })
  })

  test('tills of a branch, one signer: sales, credit notes and goods, with a hub that restarts in between', async () => {
    const authority = await strict()
    const hub = await startHub(programs, { environment: 'sandbox' })
    const one = await open(authority)
    const goods = [
      await one.goods({ name: 'Soap', stock: 200 }),
      await one.goods({ name: 'Sugar', stock: 200 }),
    ]
    await one.settled()
    await join(hub, one)
    await signedByHub(one)
    // The others have no device.
    const others = [
      await open(authority, { initialised: false }),
      await open(authority, { initialised: false }),
    ]
    for (const till of others) await join(hub, till)
    await signedByHub(...others)
    const tills = [one, ...others]
    const itemsOf = async (shop: Shop) =>
      waitFor(() => {
        const items = shop.read<{ id: number; price: number }>(
          'select id, price from item order by name desc',
        )
        expect(items).toHaveLength(2)
        return items
      })
    const shelves = [goods, ...(await Promise.all(others.map(itemsOf)))]
    const sellAll = async (n: number) => {
      for (let sale = 0; sale < n; sale += 1)
        await Promise.all(tills.map((till, index) => till.sell(shelves[index]![sale % 2]!, 1 + (sale % 2))))
    }
    await sellAll(3)
    await hub.restart()
    await sellAll(3)
    const credited = await others[0]!.sell(shelves[1]![0]!, 1)
    await others[0]!.call('invoice.credit', { id: credited.invoiceId, reason: '06' })
    await others[1]!.call('stock.adjust', {
      kind: 'found',
      lines: [{ itemId: shelves[2]![1]!.id, quantity: 1_000 }],
    })
    await expectSigned(authority, ...tills)
    expect(await refusals(hub)).toEqual([])
    const { stock } = await authority.ledger()
    expect(stock.map(({ onHand, soldNotMoved }) => [onHand, soldNotMoved]).toSorted()).toEqual(
      [
        [188, 0],
        [198, 0],
      ].toSorted(),
    )
    for (const till of tills) {
      const trail = till.read<{ seq: number; hash: string }>('select seq, hash from audit order by seq')
      const { origin } = till.read<{ origin: string }>('select origin from hub_link')[0]!
      await waitFor(async () =>
        expect(
          await hub.hub.db
            .selectFrom('fact')
            .innerJoin('origin', 'origin.id', 'fact.origin')
            .where('origin.uid', '=', origin)
            .select(['fact.seq', 'fact.hash'])
            .orderBy('fact.seq')
            .execute(),
        ).toEqual(till.read('select seq, hash from audit order by seq')),
      )
      expect(trail.length).toBeGreaterThan(0)
    }
    const levels = await hub.hub.db
      .selectFrom('stock_level')
      .select(['on_hand', 'authority_on_hand'])
      .execute()
    for (const { on_hand, authority_on_hand } of levels) expect(authority_on_hand).toBe(on_hand)
  })

  test('a till without a device leaves to the signer what it kept before it was linked', async () => {
    const { authority, hub, one } = await openSigned()
    const two = await open(authority, { initialised: false })
    await two.call('settings.save', { tillName: 'T2' })
    const soap = await two.goods({ name: 'Soap', stock: 100 })
    const sold = await two.sell(soap, 3)
    await two.call('invoice.credit', { id: sold.invoiceId, reason: '06' })
    await two.sell(soap, 2)
    await join(hub, two)
    await signedByHub(two)
    await two.sell(soap)
    await expectSigned(authority, one, two)
    expect(Object.values(await stockOf(authority))).toEqual([97])
    // It has no device once it left, and what it sells until it is linked again is the signer's.
    await two.call('hub.leave')
    await waitFor(async () => expect((await two.call('hub.state')).role).toBe('alone'))
    await two.sell(soap)
    await two.restart()
    await join(hub, two)
    await two.sell(soap)
    await expectSigned(authority, one, two)
    expect(Object.values(await stockOf(authority))).toEqual([95])
  })

  test('a copy of a till from before its device, on a computer without the keys, leaves nothing that was sent', async () => {
    const { authority, hub, one } = await openSigned()
    const two = await open(authority, { deviceSerial: 'KAU-SECOND', initialised: false })
    await two.call('settings.save', { tillName: 'T2' })
    const soap = await two.goods({ name: 'Soap', stock: 100 })
    await two.sell(soap)
    await two.close()
    two.copyAside()
    await two.open()
    await two.call('device.initialize', {})
    await two.settled()
    await two.close()
    two.copyBack({ withJournal: false })
    const kept = [...two.secrets].filter(([name]) => /identity|cmcKey/.test(name))
    for (const [name] of kept) two.secrets.delete(name)
    await two.open()
    expect(two.read('select * from device')).toEqual([])
    await join(hub, two)
    await waitFor(() => expect(two.read("select * from hub_base where kind = 'item'")).toHaveLength(1))
    await two.restart()
    await two.sell(soap)
    await waitFor(async () =>
      expect((await two.call('hub.state')).link).toMatchObject({ waiting: 0, signs: false }),
    )
    const cmcKey = kept.find(([name]) => name.includes('cmcKey'))?.[1] ?? ''
    await two.call('device.restore', { cmcKey, sdcId: 'KRACU0100000002', mrcNo: 'WIS01000002' })
    await signedByHub(two)
    await expectSigned(authority, one, two)
    expect(Object.values(await stockOf(authority))).toEqual([98])
  })

  test('the hub sends no rejected stock record of a till that left, although its goods came in', async () => {
    const { authority, hub, one } = await openSigned()
    const soap = await one.goods({ name: 'Soap', stock: 10 })
    await one.settled()
    const two = await open(authority, { initialised: false })
    await join(hub, two)
    await signedByHub(two)
    const [same] = await waitFor(() => {
      const items = two.read<{ id: number }>('select id from item where on_hand > 0')
      expect(items).toHaveLength(1)
      return items
    })
    const text = 'Items [X] do not exist in your stock'
    await authority.faults({ kind: 'refuse', code: '910', text, paths: ['/insertStockIO'] })
    await two.call('stock.adjust', { kind: 'lost', lines: [{ itemId: same!.id, quantity: 2_00 }] })
    await waitFor(() => expect(two.rows("state = 'refused'")).toHaveLength(1))
    await authority.faults()
    await two.call('hub.leave')
    await waitFor(async () => expect((await two.call('hub.state')).role).toBe('alone'))
    await two.call('queue.withdraw', { id: two.rows("state = 'refused'")[0]!.id, reason: 'Found again' })
    for (const quantity of [5_00, 6_00]) {
      await one.call('stock.adjust', { kind: 'found', lines: [{ itemId: soap.id, quantity }] })
      await one.settled()
    }
    expect(Object.values(await stockOf(authority))).toEqual([10 + 11])
  })

  test('tills leave one by one, and the last one has the device again', async () => {
    const authority = await strict()
    const hub = await startHub(programs, { environment: 'sandbox' })
    const one = await open(authority)
    const soap = await one.goods({ name: 'Soap', stock: 100 })
    await one.settled()
    await join(hub, one)
    await signedByHub(one)
    const two = await open(authority, { initialised: false })
    await join(hub, two)
    await signedByHub(two)
    const [same] = await waitFor(() => {
      const items = two.read<{ id: number; price: number }>('select id, price from item')
      expect(items).toHaveLength(1)
      return items
    })
    await Promise.all([one.sell(soap), two.sell(same!)])
    const alone = (shop: Shop) =>
      waitFor(async () => expect((await shop.call('hub.state')).role).toBe('alone'))
    // The device of the branch stays, although this till brought it.
    await one.call('hub.leave')
    await one.sell(soap)
    await one.restart()
    await alone(one)
    expect(one.read('select * from device')).toEqual([])
    expect([...one.secrets.keys()].filter((name) => /identity|cmcKey/.test(name))).toEqual([])
    expect(one.rows("kind = 'sale' and state = 'queued'")).toHaveLength(1)
    const cut = await cuttingProxy(hub)
    await two.call('hub.setAddress', { address: cut.address })
    await two.sell(same!)
    cut.loseAfter = 3
    await two.call('hub.leave')
    await waitFor(() => expect(cut.lost).toBeGreaterThan(0))
    await two.restart()
    cut.loseAfter = Number.POSITIVE_INFINITY
    await hub.restart()
    await alone(two)
    await two.sell(same!)
    await two.settled()
    expect(two.rows("state <> 'accepted'")).toEqual([])
    const { sales } = await authority.ledger()
    expect(sales.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(new Set(sales.map(({ request }) => request['trdInvcNo'])).size).toBe(4)
    expect(Object.values(await stockOf(authority))).toEqual([96])
    expect(await hub.hub.db.selectFrom('device').select('returned_at').execute()).toEqual([
      { returned_at: expect.any(Number) },
    ])
    expect([...hub.secrets.kept.keys()].filter((name) => /identity|cmcKey/.test(name))).toEqual([])
    // It may join again.
    await join(hub, two)
    await signedByHub(two)
    await two.sell(same!)
    await waitFor(() => expect(two.rows("state <> 'accepted'")).toEqual([]))
    expect(Object.values(await stockOf(authority))).toEqual([95])
  })

  test('a till that the hub ended does not leave; linked again, the hub signs what it sold meanwhile', async () => {
    const { authority, hub, one } = await openSigned()
    const soap = await one.goods({ name: 'Soap', stock: 100 })
    await one.sell(soap)
    await endedByHub(hub, one)
    await one.sell(soap)
    const reply = await one.reply('hub.leave')
    expect(!reply.ok && reply.error.reason).toBe('hub.mustLink')
    await join(hub, one)
    await one.sell(soap)
    await expectSigned(authority, one)
    // It may leave now.
    await one.call('hub.leave')
    await waitFor(async () => expect((await one.call('hub.state')).role).toBe('alone'))
  })

  test('a till that the hub ended while it left is linked again, and leaves no more', async () => {
    const { authority, hub, one } = await openSigned()
    const soap = await one.goods({ name: 'Soap', stock: 100 })
    await waitFor(() => expect(one.rows("state <> 'accepted'")).toEqual([]))
    await authority.offline(true)
    await one.sell(soap)
    await one.call('hub.leave')
    const ends = () => hub.hub.db.selectFrom('delegation').select('until').execute()
    await waitFor(async () => expect(await ends()).toEqual([{ until: expect.any(Number) }]))
    await endedByHub(hub, one)
    await one.sell(soap)
    await join(hub, one)
    expect((await one.call('hub.state')).link).toMatchObject({ leaves: false, signs: true })
    await authority.offline(false)
    await one.sell(soap)
    await expectSigned(authority, one)
    expect(await ends()).toEqual([{ until: null }])
  })

  test('a hub whose disk is lost gets the device from the till that has it', async () => {
    const authority = await strict()
    const hub = await startHub(programs, { environment: 'sandbox' })
    const shop = await open(authority)
    const soap = await shop.goods({ name: 'Soap', stock: 100 })
    await shop.settled()
    await join(hub, shop)
    await signedByHub(shop)
    await shop.sell(soap)
    await waitFor(() => expect(shop.rows("state <> 'accepted'")).toEqual([]))
    // The till offers the next sale, and the hub cannot keep it.
    await sql`alter table fact add constraint none check (false) not valid`.execute(hub.hub.db)
    await shop.sell(soap, 2)
    const [head] = shop.read<{ seq: number }>('select max(seq) as seq from audit')
    await waitFor(() => expect(shop.read('select offered_seq as seq from hub_link')).toEqual([head]))
    await hub.close()
    const other = await startHub(programs, { environment: 'sandbox' })
    await join(other, shop)
    await shop.sell(soap, 3)
    await expectSigned(authority, shop)
    expect(Object.values(await stockOf(authority))).toEqual([94])
  })
})
