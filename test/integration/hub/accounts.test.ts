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

test('a till that was put back from a copy and paired anew counts each debt once, and takes payments for it', async () => {
  const branch = await openBranch(findPrograms(), 2)
  const [one, two] = branch.tills as [Shop, Shop]
  const soap = await one.goods({ name: 'Soap', price: 100_00 })
  const saved = await one.call('customer.save', {
    name: 'Njoroge',
    creditLimit: 2000_00,
    requestId: 'njoroge-at-one',
  })
  const njoroge = saved.id as number
  const find = async () => (await two.call('customer.list', { text: 'Njoroge' })).customers[0]
  await vi.waitFor(async () => expect(await find()).toMatchObject({ creditLimit: 2000_00 }), inTime)
  const same = (await find())!.id
  const pay = (amount: number) =>
    one.call('account.pay', { customerId: njoroge, amount, method: '01', requestId: `paid-${amount}` })
  const inStep = () =>
    vi.waitFor(
      async () => expect((await one.call('hub.state')).link).toMatchObject({ waiting: 0, problem: null }),
      inTime,
    )
  /** The till sells after the copy, is put back, sells again, and is paired anew. */
  const putBack = async (lost: number, sold: number) => {
    await one.settled()
    await inStep()
    await one.close()
    one.copyAside()
    await one.open()
    expect(await sellOnCredit(one, soap, njoroge, lost)).toMatchObject({ ok: true })
    await pay(lost * 50_00)
    await one.settled()
    await inStep()
    await one.close()
    one.copyBack({ withJournal: false })
    await branch.hub.door.close()
    await one.open()
    expect(await sellOnCredit(one, soap, njoroge, sold)).toMatchObject({ ok: true })
    await branch.hub.restart()
    await hubAnswers(one, 'forked')
    await one.call('hub.pair', { address: branch.hub.address, code: branch.hub.code() })
    await inStep()
  }

  expect(await sellOnCredit(one, soap, njoroge, 6)).toMatchObject({ ok: true })
  await pay(70_00)
  await owes(two, same, 0, 530_00)
  await putBack(1, 2)
  // The lost file had 100.00 more, and a payment of 50.00.
  await owes(two, same, 0, 780_00)
  await owes(one, njoroge, 730_00, 50_00)
  expect((await one.call('customer.list', { owing: true })).customers).toMatchObject([{ owed: 780_00 }])
  // The oldest sale is paid first. Its till is not there any more.
  await pay(500_00)
  await owes(two, same, 0, 280_00)
  await owes(one, njoroge, 230_00, 50_00)

  // Another copy is of a till that was paired anew before.
  await putBack(3, 4)
  await owes(two, same, 0, 830_00)
  await owes(one, njoroge, 630_00, 200_00)
  // This pays the rest of the first sale, the sale of between the copies, and half of the last one.
  await pay(430_00)
  await owes(two, same, 0, 400_00)
  await owes(one, njoroge, 200_00, 200_00)
  await one.restart()
  await owes(one, njoroge, 200_00, 200_00)
})
