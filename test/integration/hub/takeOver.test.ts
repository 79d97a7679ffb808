/** The hub's computer is lost, and the deputy takes over: real hubs with their own servers, tills and an authority. */
import { renameSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { plainCode } from '../../../core/contract/hubLink.ts'
import { openFolder } from '../../support/postgres.ts'
import { salePaths, startAuthority, stockPaths } from '../../support/shop.ts'
import { quickLink, sameItem } from './branch.ts'
import { openOwnHub } from './ownHub.ts'
import {
  answers,
  expectTold,
  heard,
  link,
  lose,
  openBranch,
  pin,
  settled,
  signs,
  stockOf,
  takeOver,
  waitFor,
} from './takingOver.ts'

const refused = "select kind, last_text from submission where state = 'refused'"

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
  const { authority, first, second, third } = await openBranch('strict', { hasServer: true })
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
  const { authority, first, second, third } = await openBranch('strict', { hasServer: true })
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

test('a computer with a hub of its own does not take over in its folder, and its own hub still starts', async () => {
  const { first, second } = await openBranch('strict')
  await second.shop.call('hub.thisComputer.start')
  await second.isOn()
  const { words } = await second.shop.call('hub.thisComputer.state')
  await second.shop.call('hub.thisComputer.stop')
  await lose(first)
  await answers(second.shop, 'unreachable')
  const folder = join(second.shop.dataDir, 'branchHub/sandbox/hub')
  expect(await second.shop.reply('hub.takeOver', { pin })).toMatchObject({
    error: { reason: 'hub.otherHubHere', params: { folder } },
  })
  expect(await second.shop.call('hub.thisComputer.state')).toMatchObject({ state: 'off' })
  await second.shop.call('hub.thisComputer.start')
  await second.isOn()
  expect(await second.shop.call('hub.thisComputer.state')).toMatchObject({ words, replaced: null })
  await second.shop.call('hub.thisComputer.stop')
  // The owner does what the words say.
  renameSync(folder, `${folder}-of-before`)
  await takeOver(second)
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

test('what a till had before it was put back and paired anew comes to the hub that takes over, and ends', async () => {
  const { authority, first, second, third } = await openBranch('strict')
  await first.shop.goods({ name: 'Soap', stock: 100 })
  const soap = await sameItem(third, 'Soap')
  await settled(first.shop, second.shop, third)
  await third.sell(soap)
  await settled(third)
  await heard(authority, first.shop, second.shop, third)
  const sent = () =>
    waitFor(async () => expect((await third.call('hub.state')).link).toMatchObject({ waiting: 0 }))
  // The hub has these, and cannot send them.
  await authority.offline(true)
  await third.sell(soap, 2)
  await third.call('stock.adjust', { kind: 'found', lines: [{ itemId: soap.id, quantity: 5_00 }] })
  await sent()
  await third.close()
  third.copyAside()
  await third.open()
  await third.call('customer.save', { name: 'Mama Njeri', requestId: 'mama-njeri' })
  await sent()
  // Its computer is replaced, and put back from a backup.
  await third.close()
  third.copyBack({ withJournal: false })
  await third.open()
  await answers(third, 'forked')
  const escrow = () => second.shop.read<{ escrow: string }>('select escrow from hub_link')[0]?.escrow
  const before = escrow()
  await link(third, first)
  await answers(third, null)
  await signs(third)
  await sent()
  // The deputy hears of the till.
  await waitFor(() => expect(escrow()).not.toBe(before))
  await lose(first)
  await authority.offline(false)
  const address = await takeOver(second)
  await third.call('hub.setAddress', { address })
  await answers(third, null)
  await third.sell(soap)
  await settled(second.shop, third)
  const atHub = await second.hub().db.selectFrom('invoice').select('number').execute()
  const numbers = third.read<{ number: string }>('select number from invoice').map(({ number }) => number)
  expect(atHub.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted())
  await expectTold(authority, [first.shop, second.shop, third])
})
