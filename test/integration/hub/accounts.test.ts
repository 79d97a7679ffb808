/** Customers' accounts at the tills of a branch: debts of all tills sum, and a till alone sells within its allowance. */

import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDb } from '../../../db/engine/sqlite.ts'
import { owedBy } from '../../../db/profile/accounts.ts'
import { listCustomers } from '../../../db/profile/customers.ts'
import { owedElsewhere } from '../../../db/profile/hubAccounts.ts'
import { ownPrograms } from '../../support/postgres.ts'
import type { Goods, Shop } from '../../support/shop.ts'
import { hubAnswers, inTime, joinBranch, openBranch, sameItem } from './branch.ts'
import { reopen } from './openDoor.ts'

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
  const branch = await openBranch(ownPrograms(), 2)
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
  // It is paid at any till, but not twice.
  expect(
    await two.reply('account.pay', {
      customerId: same,
      amount: 900_01,
      method: '01',
      requestId: 'too-much-here',
    }),
  ).toMatchObject({ error: { reason: 'account.aboveDebt', field: 'amount', params: { owed: '900.00' } } })
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
  const branch = await openBranch(ownPrograms(), 2)
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

  // A lost hub may have told this sale under the uid that the till had before. The other till must forget that.
  const wanjiru = await one.call('customer.save', {
    name: 'Wanjiru',
    creditLimit: 2000_00,
    requestId: 'wanjiru-at-one',
  })
  expect(await sellOnCredit(one, soap, wanjiru.id as number)).toMatchObject({ ok: true })
  await vi.waitFor(
    () =>
      expect(
        two.read(`select owed from hub_account join customer on customer.uid = hub_account.customer
          where name = 'Wanjiru' order by owed`),
      ).toEqual([{ owed: 0 }, { owed: 100_00 }]),
    inTime,
  )
})

test('a debt is paid at any till, once, also if the till of the sale is off or was ended', async () => {
  const branch = await openBranch(ownPrograms(), 2)
  const [one, two] = branch.tills as [Shop, Shop]
  const soap = await one.goods({ name: 'Soap', price: 100_00 })
  const meet = async (name: string) => {
    const made = { name, creditLimit: 1000_00, requestId: `meeting-${name}` }
    return (await one.call('customer.save', made)).id as number
  }
  const same = async (at: Shop, name: string): Promise<number> => {
    const find = async () => (await at.call('customer.list', { text: name })).customers[0]
    await vi.waitFor(async () => expect(await find()).toMatchObject({ creditLimit: 1000_00 }), inTime)
    return (await find())?.id as number
  }
  const pay = (at: Shop, customerId: number, amount: number, requestId = `payment-${++requests}`) =>
    at.reply('account.pay', { customerId, amount, method: '01', requestId })
  const hubSum = async () =>
    (await branch.hub.hub.db.selectFrom('account').select('owed').execute()).reduce(
      (sum, { owed }) => sum + owed,
      0,
    )
  const njoroge = await meet('Njoroge')
  const there = await same(two, 'Njoroge')
  const sold = await sellOnCredit(one, soap, njoroge, 6)
  if (!sold.ok) throw new Error('not sold')
  await owes(two, there, 0, 600_00)
  await one.close()

  expect(await pay(two, there, 600_01)).toMatchObject({
    error: { reason: 'account.aboveDebt', field: 'amount', params: { owed: '600.00' } },
  })
  const paid = await pay(two, there, 400_00, 'four-hundred')
  expect(paid).toMatchObject({ data: { amount: 400_00, owed: 200_00, otherTills: 400_00, sales: [] } })
  expect(await pay(two, there, 400_00, 'four-hundred')).toEqual(paid)
  expect(await account(two, there)).toMatchObject({ owed: 0, elsewhere: 200_00, open: [] })
  if (!paid.ok) throw new Error('not paid')
  const slip = await two.call('account.printPayment', { id: paid.data.id, target: 'window' })
  expect(slip.html).toMatch(/For sales at other tills[\s\S]*400\.00[\s\S]*STILL OWED[\s\S]*200\.00/)
  const time = { from: '20200101', to: '20991231', customerId: there }
  const { html, statement } = await two.call('account.statement', time)
  expect(statement).toMatchObject({ owed: -400_00, elsewhere: 600_00 })
  expect(html).toMatch(/At other tills[\s\S]*600\.00[\s\S]*OWED[\s\S]*200\.00/)
  await vi.waitFor(async () => expect(await hubSum()).toBe(200_00), inTime)

  await one.open()
  await owes(one, njoroge, 200_00, 0)
  expect(await account(one, njoroge)).toMatchObject({
    ageing: [200_00, 0, 0, 0],
    open: [{ number: sold.data.number, credit: 600_00, owed: 200_00 }],
  })
  expect(await pay(one, njoroge, 200_01)).toMatchObject({ error: { reason: 'account.aboveDebt' } })
  expect(await pay(one, njoroge, 200_00)).toMatchObject({
    data: { owed: 0, otherTills: 0, sales: [{ number: sold.data.number, amount: 200_00 }] },
  })
  await owes(two, there, 0, 0)
  for (const [at, id] of [
    [one, njoroge],
    [two, there],
  ] as const) {
    expect(await pay(at, id, 1)).toMatchObject({ error: { reason: 'account.nothingOwed' } })
    expect((await at.call('customer.list', { owing: true })).customers).toEqual([])
  }

  // The sale of before is paid, so the whole new one is open.
  const later = await sellOnCredit(one, soap, njoroge)
  if (!later.ok) throw new Error('not sold')
  expect(await account(one, njoroge)).toMatchObject({
    owed: 100_00,
    open: [{ number: later.data.number, owed: 100_00 }],
  })
  const third = await joinBranch(branch)
  const atThird = await same(third, 'Njoroge')
  await owes(third, atThird, 0, 100_00)
  expect(await sellOnCredit(third, await sameItem(third, 'Soap'), atThird, 3)).toMatchObject({ ok: true })
  await owes(two, there, 0, 400_00)
  const { tillName } = (await third.call('hub.state')).link!
  await third.settled()
  await third.close()
  const listed = (await one.call('hub.tills')).tills.find(({ name }) => name === tillName)
  await vi.waitFor(() => one.call('hub.revoke', { uid: listed?.uid as string }), inTime)
  expect(await pay(two, there, 350_00)).toMatchObject({ data: { owed: 50_00, otherTills: 350_00 } })
  await owes(one, njoroge, 50_00, 0)
  expect(await pay(one, njoroge, 50_00)).toMatchObject({ data: { owed: 0 } })
  await owes(two, there, 0, 0)

  // Two customers were one. A payment of the other one counts.
  const peter = await meet('Peter')
  expect(await sellOnCredit(one, soap, peter, 3)).toMatchObject({ ok: true })
  const peterThere = await same(two, 'Peter')
  await owes(two, peterThere, 0, 300_00)
  expect(await pay(two, peterThere, 100_00)).toMatchObject({ data: { owed: 200_00 } })
  await owes(one, peter, 200_00, 0)
  await two.call('account.merge', { from: peterThere, into: there })
  await owes(two, there, 0, 200_00)
  await owes(one, njoroge, 200_00, 0)

  // Without the hub a till takes what the hub told last.
  const { port } = branch.hub.door
  await branch.hub.door.close()
  await hubAnswers(two, 'unreachable')
  expect(await pay(two, there, 200_01)).toMatchObject({ error: { params: { owed: '200.00' } } })
  expect(await pay(two, there, 200_00)).toMatchObject({ data: { owed: 0, otherTills: 200_00 } })
  await owes(two, there, 0, 0)
  branch.hub.door = await reopen(branch.hub, port)
  await owes(one, njoroge, 0, 0)
  await vi.waitFor(async () => expect(await hubSum()).toBe(0), inTime)
  // A hub that counts parts alone leaves the payments for other tills unread.
  const facts = branch.hub.hub.db.selectFrom('fact').where('kind', '=', 'accountPaid')
  const versions = await facts.select('v').orderBy('at').execute()
  expect(versions.map(({ v }) => v)).toEqual([2, 1, 2, 1, 2, 2])

  // A till that left its hub owes the customer nothing for the payments that it took for others.
  await two.close()
  two.tamper('delete from hub_shares; delete from hub_account')
  const db = openDb(join(two.dataDir, 'apps', two.appId, 'till.db'))
  onTestFinished(() => db.close())
  expect(owedBy(db, there)).toBeLessThan(0)
  expect(owedBy(db, there) + owedElsewhere(db, there)).toBe(0)
  const asked = { text: 'Njoroge', digits: null, owing: false, above: false }
  expect(listCustomers(db, asked, { limit: 1 })).toMatchObject([{ owed: 0 }])
  expect(listCustomers(db, { ...asked, owing: true }, { limit: 1 })).toEqual([])
})
