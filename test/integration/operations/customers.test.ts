/** Buyers: our own list, the authority's directory, and what it said before. */

import { expect, test } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { startShop } from './shop.ts'

const pin = 'A000000001Z'

test('an own customer is kept, changed in place and sent to the authority', async () => {
  const shop = await startShop()
  const saved = await shop.ok('customer.save', {
    pin,
    name: 'Buyer One',
    phone: '0712 345-678',
    email: '',
    address: null,
  })
  expect(saved).toMatchObject({
    pin,
    phone: '0712345678',
    email: null,
    source: 'shop',
    taxpayerStatus: 'unknown',
  })
  await shop.ok('customer.save', { pin, name: 'Buyer 1%', email: 'b@example.com' })
  await shop.settled()
  expect((await shop.ok('customer.list', {})).customers).toMatchObject([{ name: 'Buyer 1%', phone: null }])
  for (const text of ['uyer', 'a0000', '1%']) {
    expect((await shop.ok('customer.list', { text })).customers, text).toHaveLength(1)
  }
  expect((await shop.ok('customer.list', { text: '2%' })).customers).toEqual([])
  const { records } = await shop.authority.ledger()
  expect(records.filter(({ kind }) => kind === 'customer')).toMatchObject([
    { request: { custTin: pin, custNm: 'Buyer 1%', custNo: '001' } },
  ])
})

test('a PIN is looked up at the authority, and what it said is there when it is away', async () => {
  const shop = await startShop()
  const found = await shop.ok('customer.lookUp', { pin })
  expect(found).toMatchObject({
    askedAuthority: true,
    customer: { pin, source: 'authority', taxpayerStatus: 'active', checkedAt: expect.any(Number) },
  })
  const nobody = await shop.ok('customer.lookUp', { pin: 'P888888888Z' })
  expect(nobody).toEqual({ customer: null, askedAuthority: true })
  await shop.authority.offline(true)
  expect(await shop.ok('customer.lookUp', { pin })).toEqual(found)
  expect(await shop.ok('customer.lookUp', { pin: 'P999999999Z' })).toEqual({
    customer: null,
    askedAuthority: false,
  })
})

test('after a day the authority is asked again, and away it is said that it was not', async () => {
  const { clock, wait } = movableClock()
  const shop = await startShop({ ports: { clock } })
  const first = await shop.ok('customer.lookUp', { pin })
  expect(first.askedAuthority).toBe(true)
  await shop.authority.offline(true)
  await shop.ok('workspace.setLockAfter', { minutes: 0 })
  wait(90_000_000)
  const old = await shop.ok('customer.lookUp', { pin })
  expect(old).toEqual({ ...first, askedAuthority: false })
})

test('a number that other software has chosen is not given a second time', async () => {
  const shop = await startShop()
  const key = shop.host().verifyApiKey(shop.apiKey)
  for (const [custNo, custTin] of [
    ['002', 'A000000003C'],
    ['4', 'A000000004D'],
  ]) {
    const body = {
      custNo,
      custTin,
      custNm: 'Chosen',
      useYn: 'Y',
      regrId: 'x',
      regrNm: 'x',
      modrId: 'x',
      modrNm: 'x',
    }
    expect((await shop.host().callRest(key, 'customer.submit', body)).ok).toBe(true)
  }
  for (const [index, name] of ['Third', 'Fourth'].entries())
    await shop.ok('customer.save', { pin: `A00000001${index}E`, name })
  await shop.settled()
  const { records } = await shop.authority.ledger()
  const numbers = records.filter(({ kind }) => kind === 'customer').map(({ request }) => request['custNo'])
  expect(numbers).toEqual(['002', '4', '005', '006'])
})
