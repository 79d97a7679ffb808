import { describe, expect, it } from 'vitest'
import { dayMs, startOfDay, toWireDate } from '../../../core/fiscal/dates.ts'
import { movableClock } from '../../support/clock.ts'
import { expectInStep, openShop } from '../../support/shop.ts'

describe('a sale', () => {
  it('is signed, and its goods leave the stock of the authority', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 10 })
    const { invoiceId } = await shop.sell(soap, 3)
    const row = await shop.becomes(invoiceId, 'accepted')
    expect(row).toMatchObject({ authority_number: 1, attempts: 1, without_signature: 0 })
    await shop.settled()
    const { stock, records } = await expectInStep(shop)
    expect(stock).toMatchObject([{ onHand: 7, soldNotMoved: 0 }])
    expect(records.filter(({ kind }) => kind === 'stockMaster')).toMatchObject([{ request: { rsdQty: 7 } }])
    const { state, signature } = await shop.call('invoice.get', { id: invoiceId })
    expect({ state, signature }).toMatchObject({
      state: 'signed',
      signature: expect.stringMatching(/^[A-Z2-7]{16}$/),
    })
  })

  it('waits through an outage without losing a try, and goes in order when the authority is back', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.offline(true)
    for (let n = 0; n < 5; n += 1) await shop.sell(soap)
    const [first] = shop.rows("kind = 'sale'")
    await expect.poll(() => shop.attemptsOf(first!.id).length).toBeGreaterThan(3)
    expect(new Set(shop.attemptsOf(first!.id).flatMap(({ outcome }) => outcome ?? []))).toEqual(
      new Set(['neverArrived']),
    )
    // Between two tries: the first one is on its way for a moment each time.
    await expect
      .poll(() => shop.rows("kind = 'sale'").map(({ state }) => state))
      .toEqual(Array(5).fill('queued'))
    expect(await shop.call('status.get')).toMatchObject({ reachable: false, waiting: 10 })
    await shop.authority.offline(false)
    await shop.settled()
    const { sales } = await expectInStep(shop)
    expect(sales.map(({ request }) => request['trdInvcNo'])).toEqual(['T1-1', 'T1-2', 'T1-3', 'T1-4', 'T1-5'])
  })
})

it('a till that is some seconds ahead sells after its midnight under the day of the authority', async () => {
  const { clock, move } = movableClock()
  const shop = await openShop({ ports: { clock } })
  const soap = await shop.goods()
  await shop.settled()
  const midnight = startOfDay(Date.now()) + dayMs
  move(midnight + 20_000 - Date.now())
  await shop.authority.control('PUT', 'clock', { skewMs: midnight - 20_000 - Date.now() })
  // Any answer contains the authority's time.
  await shop.call('reference.sync', {})
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'accepted')
  expect((await shop.authority.ledger()).sales[0]!.request['salesDt']).toBe(toWireDate(midnight - 1))
})

it('mobile money stays mobile money when the table of payments comes after the sale, and 06 is another there', async () => {
  const shop = await openShop({ initialised: false })
  await shop.authority.control('PUT', 'settings', { paymentTable: 8 })
  const { id } = await shop.call('item.save', {
    name: 'Delivery',
    type: '3',
    taxType: 'B',
    price: 11_600,
    itemClass: '7810180400',
  })
  const { invoiceId } = await shop.call('sale.complete', {
    lines: [{ itemId: id, quantity: 100 }],
    tenders: [{ method: '06', amount: 11_600 }],
    requestId: 'mobile-1',
  })
  // Nothing is sent before the device is initialised.
  await shop.call('queue.tryNow')
  expect(shop.read('select * from attempt')).toEqual([])
  await shop.call('device.initialize', {})
  await shop.becomes(invoiceId, 'accepted')
  expect((await shop.authority.ledger()).sales[0]!.request['pmtTyCd']).toBe('07')
  expect((await shop.call('receipt.preview', { invoiceId })).html).toContain('MOBILE MONEY')
  const { report } = await shop.call('report.day', { language: 'en' })
  expect(report.payments.map(({ name }) => name)).toEqual(['MOBILE MONEY'])
})

it('sells an item whose registration is kept and can no longer be read, while a change of it waits', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  await shop.call('item.save', { id: soap.id, name: 'Blue soap', taxType: 'B', price: soap.price })
  await shop.close()
  shop.tamper("update submission set payload = '{' where kind = 'item' and state = 'accepted'")

  await shop.open()
  const { number } = await shop.sell(soap)
  expect(shop.read('select number from invoice')).toEqual([{ number }])
})
