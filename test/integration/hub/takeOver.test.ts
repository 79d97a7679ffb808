/** The hub's computer is lost, and the deputy takes over: real hubs with their own servers, tills and an authority. */
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { plainCode } from '../../../core/contract/hubLink.ts'
import { openFolder } from '../../support/postgres.ts'
import {
  openShop,
  type Shop,
  type ShopOptions,
  salePaths,
  startAuthority,
  stockPaths,
  type TestAuthority,
} from '../../support/shop.ts'
import { quickLink, sameItem } from './branch.ts'
import { type OwnHub, openOwnHub } from './ownHub.ts'

const pin = '471362'
const refused = "select kind, last_text from submission where state = 'refused'"
const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 50 })

const link = async (till: Shop, { shop }: OwnHub) => {
  const { own, code } = await shop.call('hub.thisComputer.newCode')
  await till.call('hub.pair', { address: own ?? '', code: plainCode(code ?? '') })
}
const signs = (...tills: Shop[]) =>
  waitFor(async () => {
    for (const till of tills) expect((await till.call('hub.state')).link).toMatchObject({ signs: true })
  })
const answers = (till: Shop, problem: string | null) =>
  waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ problem }))
const open = (till: Shop) =>
  till.rows("state <> 'accepted'").map(({ title, kind, state }) => [title, kind, state])
const settled = (...tills: Shop[]) => waitFor(() => expect(tills.flatMap(open)).toEqual([]))
const stockOf = async (authority: TestAuthority) =>
  Object.fromEntries((await authority.ledger()).stock.map(({ itemCd, onHand }) => [itemCd, onHand]))
/** Each till heard what the authority has of all goods. The records of one that did not may count as sent. */
const heard = (authority: TestAuthority, ...tills: Shop[]) =>
  waitFor(async () => {
    const stock = await stockOf(authority)
    for (const till of tills) {
      const levels = till.read<{ code: string; units: number }>(
        'select authority_code as code, authority_on_hand / 100 as units from hub_level where authority_code is not null',
      )
      expect(Object.fromEntries(levels.map(({ code, units }) => [code, units]))).toEqual(stock)
    }
  })

/**
 * The authority has each document of these tills once, and numbers without gaps. `untold`: stock records that may have been
 * sent, and count as sent because this authority does not compare goods.
 */
const expectTold = async (authority: TestAuthority, tills: Shop[], untold = 0) => {
  const { sales, stockRecords } = await authority.ledger()
  const numbers = tills.flatMap((till) =>
    till.read<{ number: string }>('select number from invoice').map(({ number }) => number),
  )
  expect(sales.map(({ request }) => String(request['trdInvcNo'])).toSorted()).toEqual(numbers.toSorted())
  expect(sales.map(({ number }) => number)).toEqual(sales.map((_, index) => index + 1))
  const records = tills.flatMap((till) => till.read('select 1 from stock_record'))
  expect(stockRecords).toHaveLength(records.length - untold)
}

interface Branch {
  authority: TestAuthority
  /** Its computer is the hub. */
  first: OwnHub
  /** The deputy. */
  second: OwnHub
  third: Shop
}

const openBranch = async (checks: 'strict' | 'loose'): Promise<Branch> => {
  const authority = await startAuthority({ dialect: 'legacy', checks })
  const options = (deviceSerial: string): ShopOptions => ({
    authority,
    deviceSerial,
    timing: { link: quickLink },
  })
  const first = await openOwnHub(options('KAU-1'))
  await first.shop.call('hub.thisComputer.start')
  await first.isOn()
  await link(first.shop, first)
  await signs(first.shop)
  const second = await openOwnHub(options('KAU-2'))
  await link(second.shop, first)
  const third = await openShop(options('KAU-3'))
  await link(third, first)
  await signs(second.shop, third)
  const { tills } = await first.shop.call('hub.tills')
  const { tillName } = (await second.shop.call('hub.state')).link!
  const uid = tills.find(({ name }) => name === tillName)?.uid ?? ''
  await waitFor(() => first.shop.call('hub.nameDeputy', { uid }))
  await waitFor(async () =>
    expect((await second.shop.call('hub.state')).link).toMatchObject({ deputy: true }),
  )
  return { authority, first, second, third }
}

/** The computer is gone with all that is on it. */
const lose = async ({ shop }: OwnHub) => {
  await shop.close()
  rmSync(join(shop.dataDir, 'branchHub'), { recursive: true, force: true })
}

const takeOver = async ({ shop, isOn }: OwnHub, backups: string | null = null) => {
  await answers(shop, 'unreachable')
  await shop.call('hub.takeOver', { pin, backups })
  await isOn()
  await answers(shop, null)
  return (await shop.call('hub.thisComputer.state')).own ?? ''
}

test.each(['strict', 'loose'] as const)(
  'the disk of the hub is lost without a backup: the deputy takes over, and an authority that is %s is told nothing twice',
  async (checks) => {
    const { authority, first, second, third } = await openBranch(checks)
    const soap = await first.shop.goods({ name: 'Soap', stock: 100 })
    const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
    await first.shop.sell(soap)
    await second.shop.sell(atSecond, 2)
    await third.sell(atThird, 3)
    await settled(first.shop, second.shop, third)
    await heard(authority, first.shop, second.shop, third)
    // The hub has these, and cannot send them.
    await authority.offline(true)
    await second.shop.sell(atSecond)
    await third.sell(atThird)
    await waitFor(async () => {
      for (const till of [second.shop, third])
        expect((await till.call('hub.state')).link).toMatchObject({ waiting: 0 })
    })
    await lose(first)
    await second.shop.sell(atSecond, 2)
    await third.sell(atThird, 2)
    await authority.offline(false)
    const address = await takeOver(second)
    await second.shop.sell(atSecond)
    await settled(second.shop)
    await answers(third, 'unreachable')
    await third.call('hub.setAddress', { address })
    await answers(third, null)
    await settled(second.shop, third)
    await third.sell(atThird)
    await settled(third)
    await expectTold(authority, [first.shop, second.shop, third])
    expect(Object.values(await stockOf(authority))).toEqual([100 - 6 - 2 - 4 - 2])
    expect((await third.call('item.list', { text: 'Soap' })).items).toHaveLength(1)
  },
)

test('with a backup the new hub has all that was in it, and the tills send the rest', async () => {
  const { authority, first, second, third } = await openBranch('strict')
  const folder = openFolder()
  onTestFinished(folder.remove)
  const soap = await first.shop.goods({ name: 'Soap', stock: 100 })
  const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
  await first.shop.sell(soap)
  await third.sell(atThird)
  await settled(first.shop, second.shop, third)
  const backups = join(folder.path, 'backups')
  // The backup has these as waiting.
  await authority.offline(true)
  await second.shop.sell(atSecond, 3)
  await third.sell(atThird, 3)
  await third.call('stock.adjust', { kind: 'found', lines: [{ itemId: atThird.id, quantity: 5_00 }] })
  for (const till of [second.shop, third])
    await waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  await first.hub().copies.make('manual', backups)
  await authority.offline(false)
  await first.shop.sell(soap, 2)
  await second.shop.sell(atSecond, 2)
  await third.sell(atThird, 2)
  await settled(first.shop, second.shop, third)
  await heard(authority, first.shop, second.shop, third)
  await lose(first)
  await third.sell(atThird)
  await answers(second.shop, 'unreachable')
  expect(await second.shop.reply('hub.takeOver', { pin, backups: second.shop.dataDir })).toMatchObject({
    error: { reason: 'hub.noBackup', field: 'backups' },
  })
  const address = await takeOver(second, backups)
  await third.call('hub.setAddress', { address })
  await second.shop.sell(atSecond)
  await settled(second.shop, third)
  await expectTold(authority, [first.shop, second.shop, third])
  expect(Object.values(await stockOf(authority))).toEqual([100 - 2 - 6 + 5 - 6 - 2])
  const { rows } = await sql<{ number: string }>`select number from invoice`.execute(second.hub().db)
  expect(
    second
      .hub()
      .signers.signer(1)
      ?.profile.db.all({ sql: refused, parameters: [] } as never),
  ).toEqual([])
  // What the first till sold after the backup was lost with its computer.
  expect(rows).toHaveLength(8)
})

test.each(['strict', 'loose'] as const)(
  'the old hub comes back: it signs nothing, stops when it hears of the new one, and an authority that is %s is told nothing twice',
  async (checks) => {
    const { authority, first, second, third } = await openBranch(checks)
    const soap = await first.shop.goods({ name: 'Soap', stock: 100 })
    const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
    await settled(first.shop, second.shop, third)
    await heard(authority, first.shop, second.shop, third)
    await authority.offline(true)
    await first.shop.sell(soap)
    await second.shop.sell(atSecond)
    await third.sell(atThird)
    await second.shop.call('stock.adjust', { kind: 'found', lines: [{ itemId: atSecond.id, quantity: 500 }] })
    for (const till of [first.shop, second.shop, third])
      await waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ waiting: 0 }))
    await first.shop.close()
    await authority.offline(false)
    const address = await takeOver(second)
    await third.call('hub.setAddress', { address })
    await settled(second.shop, third)

    await first.shop.open()
    await first.isOn()
    // Its own till still takes it for its hub, until the deputy tells it.
    await waitFor(async () =>
      expect(await first.shop.call('hub.thisComputer.state')).toMatchObject({
        replaced: { by: hostname(), at: expect.any(Number) },
      }),
    )
    await answers(first.shop, 'replaced')
    expect(first.hub().signers.signer(1)).toBeUndefined()
    expect(first.said.filter((line) => line.startsWith('Another computer took over'))).toHaveLength(1)
    // Also after another start.
    await first.shop.restart()
    await first.isOn()
    expect(await first.shop.call('hub.thisComputer.state')).toMatchObject({ replaced: { by: hostname() } })
    await first.shop.call('hub.setAddress', { address })
    await answers(first.shop, null)
    await first.shop.call('hub.thisComputer.stop')
    await settled(first.shop, second.shop, third)
    const untold = checks === 'strict' ? 0 : 1
    await expectTold(authority, [first.shop, second.shop, third], untold)
    expect(Object.values(await stockOf(authority))).toEqual([100 - 3 + 5 * (1 - untold)])
  },
)

test('an old hub that nobody tells signs nothing, although its own till takes it for its hub', async () => {
  const { authority, first, second, third } = await openBranch('loose')
  const soap = await first.shop.goods({ name: 'Soap', stock: 100 })
  const atThird = await sameItem(third, 'Soap')
  await settled(first.shop, second.shop, third)
  await heard(authority, first.shop, second.shop, third)
  await authority.offline(true)
  await first.shop.sell(soap)
  await third.sell(atThird)
  for (const till of [first.shop, third])
    await waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  await first.shop.close()
  const address = await takeOver(second)
  await third.call('hub.setAddress', { address })
  await authority.offline(false)
  await settled(third)
  const { sales, stockRecords } = await authority.ledger()
  // Nobody reaches the old one.
  await second.shop.close()
  await third.close()
  await first.shop.open()
  await first.isOn()
  await answers(first.shop, null)
  await first.shop.sell(soap)
  await waitFor(async () => expect((await first.shop.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  expect(first.hub().signers.signer(1)).toBeUndefined()
  const after = await authority.ledger()
  expect([after.sales.length, after.stockRecords.length]).toEqual([sales.length, stockRecords.length])
})

test('a till whose Kaunta ends right after the press continues with its next start', async () => {
  const { authority, first, second, third } = await openBranch('strict')
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const atSecond = await sameItem(second.shop, 'Soap')
  await settled(first.shop)
  await lose(first)
  await answers(second.shop, 'unreachable')
  await second.shop.call('hub.takeOver', { pin })
  await second.shop.restart()
  await second.isOn()
  await answers(second.shop, null)
  await second.shop.sell(atSecond)
  await settled(second.shop)
  await expectTold(authority, [first.shop, second.shop, third])
})

test('only the deputy takes over, with the PIN, while the hub is silent and no hub is on there', async () => {
  const { first, second, third } = await openBranch('strict')
  expect(await second.shop.reply('hub.takeOver', { pin })).toMatchObject({ error: { reason: 'hub.answers' } })
  await lose(first)
  await answers(second.shop, 'unreachable')
  await answers(third, 'unreachable')
  expect(await third.reply('hub.takeOver', { pin })).toMatchObject({ error: { reason: 'hub.noEscrow' } })
  expect(await second.shop.reply('hub.takeOver', { pin: '000000' })).toMatchObject({
    error: { reason: 'session.wrongPin', field: 'pin' },
  })
  await second.shop.call('hub.thisComputer.start')
  await second.isOn()
  expect(await second.shop.reply('hub.takeOver', { pin })).toMatchObject({
    error: { reason: 'hub.isOnHere' },
  })
})

test('a hub that is killed in the middle of a submission loses nothing, and sends nothing twice', async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const { shop, children, isOn } = await openOwnHub({
    ...{ authority, asProcess: true, timing: { link: quickLink } },
  })
  await shop.call('hub.thisComputer.start')
  await isOn()
  const soap = await shop.goods({ name: 'Soap', stock: 100 })
  await shop.settled()
  const { own, code } = await shop.call('hub.thisComputer.newCode')
  await shop.call('hub.pair', { address: own ?? '', code: plainCode(code ?? '') })
  await signs(shop)
  for (const paths of [salePaths, stockPaths]) {
    const asked = await authority.asked(paths[0]!)
    // The authority takes it, and never answers.
    await authority.faults({ kind: 'timeoutAfter', paths, times: 1 })
    const before = children.length
    await shop.sell(soap)
    await waitFor(async () => expect(await authority.asked(paths[0]!)).toBeGreaterThan(asked))
    children.at(-1)!.kill()
    await waitFor(() => expect(children.length).toBeGreaterThan(before))
    await isOn()
    await settled(shop)
  }
  await shop.sell(soap)
  await settled(shop)
  await expectTold(authority, [shop])
  expect(Object.values(await stockOf(authority))).toEqual([97])
})

test('a sale that was sent while its till was off is not sent again, although the deputy knows a later number', async () => {
  const { authority, first, second, third } = await openBranch('strict')
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
  await settled(first.shop)
  await authority.offline(true)
  await third.sell(atThird)
  await waitFor(async () => expect((await third.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  await third.close()
  await authority.offline(false)
  await waitFor(async () => expect((await authority.ledger()).sales).toHaveLength(1))
  await second.shop.sell(atSecond)
  await settled(second.shop)
  await lose(first)
  const address = await takeOver(second)
  await third.open()
  await third.call('hub.setAddress', { address })
  await settled(second.shop, third)
  const { sales } = await authority.ledger()
  expect(sales.map(({ request }) => request['trdInvcNo'])).toEqual(['T3-1', 'T2-1'])
})

test.each(['of goods that the till knows', 'of a new item', 'that a till of an earlier version heard of'])(
  'a stock record %s that was sent while its till was off is not sent again by the new hub',
  async (which) => {
    const isNew = which === 'of a new item'
    const isEarlier = which === 'that a till of an earlier version heard of'
    const { authority, first, second, third } = await openBranch('strict')
    await first.shop.goods({ name: 'Soap', stock: 100 })
    const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
    await settled(first.shop)
    await second.shop.sell(atSecond)
    await settled(second.shop)
    await authority.offline(true)
    if (isNew) await third.goods({ name: 'Tea', stock: 5 })
    else await third.call('stock.adjust', { kind: 'found', lines: [{ itemId: atThird.id, quantity: 500 }] })
    await waitFor(async () => expect((await third.call('hub.state')).link).toMatchObject({ waiting: 0 }))
    await third.close()
    await authority.offline(false)
    const stock = (soap: number) => (isNew ? [soap, 5] : [soap + 5])
    await waitFor(async () => expect(Object.values(await stockOf(authority))).toEqual(stock(99)))
    // The deputy hears of it, and the till of the record does not.
    await waitFor(() =>
      expect(
        second.shop.read<{ there: number }>(
          'select authority_on_hand / 100 as there from hub_level order by authority_code',
        ),
      ).toEqual(stock(99).map((there) => ({ there }))),
    )
    if (isEarlier) {
      await sql`update stock_level set contained = null`.execute(first.hub().db)
      first.hub().woken(0)
      const known = 'select 1 from hub_level where contained is not null'
      await waitFor(() => expect(second.shop.read(known)).toEqual([]))
    }
    await lose(first)
    const address = await takeOver(second)
    await third.open()
    await third.call('hub.setAddress', { address })
    await settled(second.shop, third)
    await second.shop.sell(atSecond)
    await settled(second.shop)
    await expectTold(authority, [first.shop, second.shop, third])
    expect(Object.values(await stockOf(authority))).toEqual(stock(98))
  },
)

test('a stock record that waits is sent after the take-over, although its till heard less of the goods than another', async () => {
  const { authority, first, second, third } = await openBranch('strict')
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
  await settled(first.shop)
  const find = (till: Shop, { id }: { id: number }, units: number) =>
    till.call('stock.adjust', { kind: 'found', lines: [{ itemId: id, quantity: units * 100 }] })
  const sent = (till: Shop) =>
    waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  await authority.offline(true)
  for (const units of [5, 7, 7]) await find(third, atThird, units)
  await sent(third)
  await third.close()
  // The authority goes away again once it has the first one.
  await authority.faults({ kind: 'slow', ms: 600, paths: stockPaths })
  await authority.offline(false)
  await waitFor(() =>
    expect(
      second.shop.read<{ there: number }>('select authority_on_hand / 100 as there from hub_level'),
    ).toEqual([{ there: 105 }]),
  )
  await authority.offline(true)
  await find(second.shop, atSecond, 3)
  await sent(second.shop)
  await lose(first)
  const address = await takeOver(second)
  await third.open()
  await third.call('hub.setAddress', { address })
  await answers(third, null)
  await authority.offline(false)
  await settled(second.shop, third)
  await expectTold(authority, [first.shop, second.shop, third])
  expect(Object.values(await stockOf(authority))).toEqual([100 + 5 + 7 + 7 + 3])
})

test.each([
  ['the record of another till waits for the late till', true],
  ['Kaunta takes over the stock of the authority', false],
])(
  'a till comes late with a stock record that the lost hub had sent untold: until then %s',
  async (_, waits) => {
    const { authority, first, second, third } = await openBranch('strict')
    await first.shop.goods({ name: 'Soap', stock: 100 })
    const [atSecond, atThird] = [await sameItem(second.shop, 'Soap'), await sameItem(third, 'Soap')]
    await settled(first.shop)
    await heard(authority, second.shop, third)
    const find = (till: Shop, { id }: { id: number }, units: number) =>
      till.call('stock.adjust', { kind: 'found', lines: [{ itemId: id, quantity: units * 100 }] })
    const sent = (till: Shop) =>
      waitFor(async () => expect((await till.call('hub.state')).link).toMatchObject({ waiting: 0 }))
    await authority.offline(true)
    await find(third, atThird, 5)
    await sent(third)
    await third.close()
    if (waits) {
      await find(second.shop, atSecond, 3)
      await sent(second.shop)
    }
    await authority.faults({ kind: 'timeoutAfter', paths: stockPaths, times: 1 })
    await authority.offline(false)
    await waitFor(async () => expect(Object.values(await stockOf(authority))).toEqual([105]))
    await lose(first)
    const asked = await authority.asked('saveStockMaster')
    const address = await takeOver(second)
    if (waits) {
      await waitFor(async () => expect(await authority.asked('saveStockMaster')).toBeGreaterThan(asked))
      expect(open(second.shop)).toMatchObject([[expect.any(String), 'stockRecord', 'queued']])
    } else {
      await second.shop.sell(atSecond)
      await settled(second.shop)
      await heard(authority, second.shop)
    }
    await third.open()
    await third.call('hub.setAddress', { address })
    await answers(third, null)
    await settled(second.shop, third)
    await expectTold(authority, [first.shop, second.shop, third])
    expect(Object.values(await stockOf(authority))).toEqual([waits ? 100 + 5 + 3 : 100 + 5 - 1])
  },
)
