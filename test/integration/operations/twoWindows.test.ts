/** Two windows on one core: what one shows is never done in the profile that the other has switched to. */
import { expect, test } from 'vitest'
import { connectionTo, newRequest, startAuthority, startShop, type Window } from './shop.ts'

const soap = { name: 'Soap', taxType: 'B' as const, price: 116_00 }

/** A shop's Sandbox and its Production, with the same goods under the same id; the cashier's window shows Production. */
const startTwoProfiles = async () => {
  const shop = await startShop()
  const sandbox = shop.appId
  const item = await shop.stocked({ ...soap, onHand: 1_000 })
  const real = await startAuthority()
  const { id: production } = await shop.ok(
    'profile.create',
    connectionTo(real, { name: 'Real', environment: 'production' }),
  )
  await shop.ok('profile.switch', { id: production })
  await shop.ok('device.initialize')
  expect((await shop.stocked({ ...soap, onHand: 1_000 })).id).toBe(item.id)
  await shop.settled(production)

  const owner = shop.window('window-2')
  const { people } = await owner.ok('workspace.state')
  await owner.ok('session.unlock', { userId: people[0]!.id, pin: '471362' })
  const sold = (appId: string) => shop.read<{ number: string }>(appId, 'select number from invoice')
  return { shop, real, sandbox, production, item, owner, sold }
}

const saleOf = (itemId: number, requestId = newRequest()) => ({
  lines: [{ itemId, quantity: 100 }],
  tenders: [{ method: '01' as const, amount: 116_00 }],
  requestId,
})

/** Sees, as a window does when it hears of the switch, what is so now. */
const lookAgain = (window: Window) => window.ok('workspace.state')

test('a sale is not kept in the Sandbox when another window has switched to it', async () => {
  const { shop, sandbox, production, item, owner, sold } = await startTwoProfiles()
  await owner.ok('profile.switch', { id: sandbox })
  expect(await shop.fails('sale.complete', saleOf(item.id))).toMatchObject({
    code: '003',
    reason: 'app.switched',
    params: { name: 'Mfano Traders' },
  })
  expect([sold(sandbox), sold(production)]).toEqual([[], []])
})

test('a trial sale is not filed as a real one when another window has switched to Production', async () => {
  const { shop, real, sandbox, production, item, owner, sold } = await startTwoProfiles()
  await shop.ok('profile.switch', { id: sandbox })
  await lookAgain(owner)
  await owner.ok('profile.switch', { id: production })
  expect(await shop.fails('sale.complete', saleOf(item.id))).toMatchObject({ reason: 'app.switched' })
  await shop.settled(production)
  expect([sold(sandbox), sold(production)]).toEqual([[], []])
  expect((await real.ledger()).sales).toEqual([])
})

test('a sale that is asked for again after a switch stays the one sale of its own profile', async () => {
  const { shop, sandbox, production, item, owner, sold } = await startTwoProfiles()
  const sale = saleOf(item.id)
  const done = await shop.ok('sale.complete', sale)
  await owner.ok('profile.switch', { id: sandbox })
  expect(await shop.fails('sale.complete', sale)).toMatchObject({ reason: 'app.switched' })
  await owner.ok('profile.switch', { id: production })
  expect(await shop.ok('sale.complete', sale)).toEqual(done)
  expect([sold(sandbox), sold(production)]).toEqual([[], [{ number: done.number }]])
})

test('a window that has seen the switch works in the new profile', async () => {
  const { shop, sandbox, item, owner, sold } = await startTwoProfiles()
  await owner.ok('profile.switch', { id: sandbox })
  expect(await shop.fails('item.list')).toMatchObject({ reason: 'app.switched' })
  expect((await lookAgain(shop)).currentProfile).toMatchObject({ id: sandbox, environment: 'sandbox' })
  const { number } = await shop.ok('sale.complete', saleOf(item.id))
  expect(sold(sandbox)).toEqual([{ number }])
})

test('a window that does not say which profile it shows neither reads nor writes in any', async () => {
  const { shop, item, sandbox, production, sold } = await startTwoProfiles()
  const before = shop.version()
  for (const [name, input] of [
    ['item.list', {}],
    ['sale.complete', saleOf(item.id)],
  ] as const) {
    const reply = await shop.host().call('window-1', name, input)
    expect(reply).toMatchObject({ ok: false, error: { code: '002', reason: 'app.unnamed' } })
  }
  expect(shop.version()).toBe(before)
  expect([sold(sandbox), sold(production)]).toEqual([[], []])
})
