/** Customers' accounts at the tills of a branch: debts of all tills sum, and a till alone sells within its allowance. */
import { expect, test, vi } from 'vitest'
import { findPrograms } from '../../../db/hub/programs.ts'
import { takeOwnServers } from '../../support/postgres.ts'
import type { Goods, Shop } from '../../support/shop.ts'
import { hubAnswers, inTime, openBranch, sameItem } from './branch.ts'
import { reopen } from './openDoor.ts'

takeOwnServers('accounts')

let requests = 0
const sellOnCredit = (shop: Shop, { id, price }: Goods, customerId: number, pieces = 1) => {
  requests += 1
  return shop.reply('sale.complete', {
    lines: [{ itemId: id, quantity: pieces * 100 }],
    tenders: [{ method: '02', amount: price * pieces }],
    buyer: { customerId },
    requestId: `on-credit-${requests}`,
  })
}
const account = (shop: Shop, customerId: number) => shop.call('account.get', { customerId })
const owes = (shop: Shop, customerId: number, owed: number, elsewhere: number) =>
  vi.waitFor(async () => expect(await account(shop, customerId)).toMatchObject({ owed, elsewhere }), inTime)

test('debts, credit notes and payments of all tills sum, and the limit is of them all', async () => {
  const branch = await openBranch(findPrograms(), 2)
  const [one, two] = branch.tills as [Shop, Shop]
  await one.call('settings.save', {
    acts: {
      ...(await one.call('settings.get')).acts,
      creditAboveLimit: { cashier: 'no', manager: 'no', owner: 'no' },
    },
  })
  const soap = await one.goods({ name: 'Soap', price: 100_00 })
  const saved = await one.call('customer.save', {
    name: 'Njoroge',
    creditLimit: 1000_00,
    requestId: 'njoroge-at-one',
  })
  const njoroge = saved.id as number
  const there = await sameItem(two, 'Soap')
  const find = async () => (await two.call('customer.list', { text: 'Njoroge' })).customers[0]
  await vi.waitFor(async () => expect(await find()).toMatchObject({ creditLimit: 1000_00 }), inTime)
  const same = (await find())!.id
  await vi.waitFor(
    async () => expect((await two.call('settings.get')).acts.creditAboveLimit.owner).toBe('no'),
    inTime,
  )

  const first = await sellOnCredit(one, soap, njoroge, 6)
  expect(first).toMatchObject({ ok: true })
  await owes(two, same, 0, 600_00)
  expect(await sellOnCredit(two, there, same, 5)).toMatchObject({
    error: { reason: 'customer.aboveLimit', params: { after: '1,100.00' } },
  })
  expect(await sellOnCredit(two, there, same, 3)).toMatchObject({ ok: true })
  await owes(one, njoroge, 600_00, 300_00)
  expect((await one.call('customer.list', { owing: true })).customers).toMatchObject([{ owed: 900_00 }])
  // It is paid where it was sold.
  expect(
    await two.reply('account.pay', {
      customerId: same,
      amount: 400_00,
      method: '01',
      requestId: 'too-much-here',
    }),
  ).toMatchObject({ error: { reason: 'account.aboveDebt', params: { owed: '300.00' } } })
  await one.call('account.pay', {
    customerId: njoroge,
    amount: 200_00,
    method: '01',
    requestId: 'two-hundred',
  })
  await owes(two, same, 300_00, 400_00)
  if (!first.ok) throw new Error('not sold')
  await one.call('invoice.credit', {
    id: first.data.invoiceId,
    reason: '06',
    returnStock: true,
    items: [{ position: 1, quantity: 1_00 }],
    requestId: 'one-comes-back',
  })
  await owes(two, same, 300_00, 300_00)

  // Two tills without their hub sell within their allowance: a fifth of the limit.
  const { port } = branch.hub.door
  await branch.hub.door.close()
  await hubAnswers(one, 'unreachable')
  await hubAnswers(two, 'unreachable')
  expect(await sellOnCredit(one, soap, njoroge, 3)).toMatchObject({
    error: { reason: 'customer.aboveAllowance', params: { left: '200.00' } },
  })
  expect(await sellOnCredit(one, soap, njoroge, 2)).toMatchObject({ ok: true })
  expect(await sellOnCredit(one, soap, njoroge)).toMatchObject({
    error: { reason: 'customer.aboveAllowance', params: { left: '0.00' } },
  })
  await one.call('settings.save', { creditWithoutHub: 25 })
  expect(await sellOnCredit(one, soap, njoroge)).toMatchObject({
    error: { reason: 'customer.aboveAllowance', params: { left: '50.00' } },
  })
  await two.restart()
  await hubAnswers(two, 'unreachable')
  for (let n = 0; n < 2; n += 1) expect(await sellOnCredit(two, there, same)).toMatchObject({ ok: true })
  expect(await sellOnCredit(two, there, same)).toMatchObject({ ok: false })
  branch.hub.door = await reopen(branch.hub, port)
  await owes(two, same, 500_00, 500_00)
  await owes(one, njoroge, 500_00, 500_00)
  expect((await one.call('customer.list', { above: true })).customers).toEqual([])

  // The sales stand that together were too much. The account stops, and the owner finds it.
  await one.call('customer.save', {
    id: njoroge,
    name: 'Njoroge',
    creditLimit: 900_00,
  })
  expect((await one.call('customer.list', { above: true })).customers).toMatchObject([
    { name: 'Njoroge', owed: 1000_00 },
  ])
  expect(await sellOnCredit(one, soap, njoroge)).toMatchObject({ error: { reason: 'customer.aboveLimit' } })
})
