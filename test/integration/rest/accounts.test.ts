/** GET /accounts and /accounts/{number}: what customers owe, for other software. */
import { expect, test } from 'vitest'
import { newRequest, shared } from '../operations/shop.ts'
import { type Software, startSoftware } from './software.ts'

/** Customers 1 and 2 owe something, 3 does not; 2 was merged into 1. */
const debts = async (software: Software): Promise<Software> => {
  const { ok, stocked } = software
  const item = await stocked({ price: 116_00, onHand: 1_000 })
  const customer = async (name: string, phone: string) => {
    const asked = { name, phone, creditLimit: 1_000_00, requestId: newRequest() }
    return (await ok('customer.save', asked)).id ?? 0
  }
  const sell = (customerId: number, quantity: number) =>
    ok('sale.complete', {
      lines: [{ itemId: item.id, quantity: quantity * 100 }],
      buyer: { customerId },
      tenders: [{ method: '02', amount: quantity * 116_00 }],
      requestId: newRequest(),
    })
  const achieng = await customer('Mama Achieng', '0712 345 678')
  const twin = await customer('Achieng', '0712 345 679')
  await customer('Zainab', '0733 000 111')
  await sell(achieng, 2)
  await sell(twin, 1)
  await ok('account.pay', { customerId: achieng, amount: 100_00, method: '01', requestId: newRequest() })
  await ok('account.merge', { from: twin, into: achieng })
  return software
}
const shop = shared(async (cleanUp) => debts(await startSoftware({ cleanUp })))

test('lists customers with what they owe, in pages, or only those who owe', async () => {
  const { gets } = shop()
  const first = await gets('GET', '/accounts?limit=1')
  expect(first['accounts']).toMatchObject([{ number: 1, name: 'Mama Achieng', creditLimit: 1000, owed: 248 }])
  const second = await gets('GET', `/accounts?cursor=${String(first['nextCursor'])}`)
  expect(second).toMatchObject({ accounts: [{ number: 3, name: 'Zainab', owed: 0 }] })
  expect(await gets('GET', '/accounts?owing=Y')).toEqual({ accounts: first['accounts'] })
  expect(await gets('GET', '/accounts?text=%2B254733000111')).toEqual(second)
})

test('one customer has its open sales, and a merged one answers with the customer it became', async () => {
  const { gets } = shop()
  const account = await gets('GET', '/accounts/1')
  expect(account).toMatchObject({
    number: 1,
    owed: 248,
    ageing: { days0to30: 248, over90: 0 },
    open: [
      { invcNo: 'T1-1', credit: 232, owed: 132 },
      { invcNo: 'T1-2', credit: 116, owed: 116 },
    ],
  })
  expect(await gets('GET', '/accounts/2')).toEqual(account)
  expect(await gets('GET', '/accounts/3')).toMatchObject({ owed: 0, since: null, open: [] })
})

test.each([
  ['/accounts/9', 'number'],
  ['/accounts/x', 'number'],
  ['/accounts?owing=1', 'owing'],
  ['/accounts?cursor=x', 'cursor'],
])('%s is 003', async (path, field) => {
  expect(await shop().send('GET', path)).toMatchObject({ resultCd: '003', body: { field } })
})
