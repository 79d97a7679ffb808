/** Documents that wait for others, and their outcome when the others are refused, corrected or withdrawn. */
import { describe, expect, it } from 'vitest'
import { expectInStep, openShop, salePaths, stockPaths } from '../../support/shop.ts'

const refuseNext = (paths: string[], text = 'Invalid pmtTyCd', times = 1) => ({
  kind: 'refuse',
  code: '910',
  text,
  paths,
  times,
})

describe('a sale that is refused for its content', () => {
  const refusedSale = async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.faults(
      refuseNext(salePaths, 'Invalid taxblAmt on item: 1. Expected: 0.01, But Found: 100.00'),
    )
    const { invoiceId } = await shop.sell(soap)
    const row = await shop.becomes(invoiceId, 'refused')
    return { shop, soap, invoiceId, row }
  }

  it('says what is wrong, does not stop the next one, and goes again with what waited for it when a person says so', async () => {
    const { shop, soap, invoiceId, row } = await refusedSale()
    expect(row).toMatchObject({ authority_number: null, last_code: '910' })
    const { rows } = await shop.call('queue.list', { filter: 'needsPerson' })
    expect(rows).toMatchObject([
      {
        id: row.id,
        refusal: {
          remedy: 'checkAmounts',
          code: '910',
          line: 1,
          itemName: 'Soap',
          text: expect.stringContaining('taxblAmt'),
        },
      },
    ])
    const waiting = await shop.call('queue.list', { filter: 'waiting' })
    expect(waiting.rows).toMatchObject([
      { kind: 'stockRecord', waitsFor: [{ id: row.id, state: 'refused' }] },
    ])
    const next = await shop.sell(soap)
    expect(await shop.becomes(next.invoiceId, 'accepted')).toMatchObject({ authority_number: 1 })
    await shop.call('queue.resend', { id: row.id })
    await shop.becomes(invoiceId, 'accepted')
    await expect.poll(() => shop.rows("state <> 'accepted'")).toEqual([])
    await expectInStep(shop)
  })

  it('has the right PIN of its buyer everywhere once somebody has put it right', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.offline(true)
    const { invoiceId, number } = await shop.call('sale.complete', {
      lines: [{ itemId: soap.id, quantity: 100 }],
      tenders: [{ method: '01', amount: soap.price }],
      buyer: { pin: 'A000000009Z', name: 'Buyer Nine' },
      requestId: 'request-wrong-pin',
    })
    const note = await shop.call('invoice.credit', { id: invoiceId, reason: '06' })
    await shop.authority.faults(refuseNext(salePaths, 'Invalid custTin'))
    await shop.authority.offline(false)
    const { id } = await shop.becomes(invoiceId, 'refused')
    await shop.call('queue.resend', { id, buyerPin: 'A000000001Z' })
    await shop.becomes(note.invoiceId, 'accepted')
    await shop.settled()
    const right = { custTin: 'A000000001Z' }
    const { sales, stockRecords } = await shop.authority.ledger()
    expect(sales.map(({ request }) => request)).toMatchObject([right, right])
    expect(stockRecords.slice(-2).map(({ request }) => request)).toMatchObject([
      { sarTyCd: '11', ...right },
      { sarTyCd: '03', ...right },
    ])
    for (const [invoice, numbered] of [
      [invoiceId, number],
      [note.invoiceId, note.number],
    ] as const) {
      expect(await shop.call('invoice.get', { id: invoice })).toMatchObject({ buyerPin: right.custTin })
      expect(await shop.software('sale.find', { invcNo: numbered })).toMatchObject({ data: right })
    }
    const { invoices } = await shop.call('invoice.list', {})
    expect(invoices.map(({ buyerPin }) => buyerPin)).toEqual([right.custTin, right.custTin])
    await expectInStep(shop)
  })

  it('is withdrawn with the documents that depend on it, and all of them stay on record', async () => {
    const { shop, row } = await refusedSale()
    await shop.call('queue.withdraw', { id: row.id, reason: 'Rung up by mistake' })
    expect(shop.rows("state = 'withdrawn'")).toMatchObject([
      { kind: 'sale', withdrawn_by: 'Wanjiru', withdrawn_reason: 'Rung up by mistake' },
      { kind: 'stockRecord', withdrawn_reason: 'Rung up by mistake' },
    ])
    expect(await shop.call('status.get')).toMatchObject({ waiting: 0, needsPerson: 0 })
  })
})

describe('an item whose registration is refused', () => {
  it('holds its sales; once it is corrected both are sent', async () => {
    const shop = await openShop()
    await shop.authority.faults(refuseNext(['saveItem'], 'Invalid itemClsCd'))
    const soap = await shop.goods()
    const rice = await shop.goods({ name: 'Rice' })
    const held = await shop.sell(soap)
    const free = await shop.sell(rice)
    await shop.becomes(free.invoiceId, 'accepted')
    const [registration] = shop.rows("kind = 'item' and state = 'refused'")
    expect(shop.rowOf(held.invoiceId)).toMatchObject({ state: 'queued', attempts: 0 })
    const { row } = await shop.call('queue.get', { id: shop.rowOf(held.invoiceId).id })
    expect(row.waitsFor).toContainEqual(
      expect.objectContaining({ id: registration?.id, kind: 'item', state: 'refused' }),
    )
    await shop.call('item.save', {
      id: soap.id,
      name: 'Soap',
      taxType: 'B',
      price: soap.price,
      itemClass: '5059690800',
    })
    await shop.becomes(held.invoiceId, 'accepted')
    await expect.poll(() => shop.rows("state <> 'accepted'")).toEqual([])
    await expectInStep(shop)
  })

  it('keeps its code and its sales if another file had it accepted', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.close()
    // As a signer that took over: the one before sent the registration.
    shop.tamper("update submission set state = 'withdrawn' where kind = 'item'")
    await shop.open()
    await shop.authority.faults(refuseNext(['saveItem'], 'Invalid itemClsCd'))
    const codes = 'select authority_code, registration from item'
    const before = shop.read(codes)
    const change = { id: soap.id, name: 'Soap', taxType: 'B', price: 99_00, itemClass: '5313160900' }
    await shop.call('item.save', change as never)
    await expect.poll(() => shop.rows("kind = 'item' and state = 'refused'")).toHaveLength(1)
    const { invoiceId } = await shop.sell({ ...soap, price: change.price })
    await shop.becomes(invoiceId, 'accepted')
    expect(shop.read(codes)).toEqual(before)
    await expectInStep(shop)
  })

  it('holds nothing any more once a change that was made meanwhile is accepted', async () => {
    const shop = await openShop({ timing: { uncertainMs: 0 } })
    await shop.authority.faults({ kind: 'cutBefore', paths: ['saveItem'] })
    const soap = await shop.goods()
    const held = await shop.sell(soap)
    await expect.poll(() => shop.rows("kind = 'item'").map(({ may_have_arrived: may }) => may)).toEqual([1])
    await shop.call('item.save', { id: soap.id, name: 'Bar soap', taxType: 'B', price: soap.price })
    expect(shop.rows("kind = 'item'")).toHaveLength(2)
    await shop.authority.faults(refuseNext(['saveItem'], 'Invalid itemClsCd'))
    await shop.becomes(held.invoiceId, 'accepted')
    await expect
      .poll(() => shop.rows("state <> 'accepted'").map(({ kind, state }) => [kind, state]))
      .toEqual([['item', 'withdrawn']])
    expect(await shop.call('status.get')).toMatchObject({ waiting: 0, needsPerson: 0 })
    await expectInStep(shop)
  })

  it('does not block later sales when it is withdrawn', async () => {
    const shop = await openShop()
    await shop.authority.faults(refuseNext(['saveItem'], 'Invalid itemClsCd'))
    const soap = await shop.goods({ stock: 0 })
    await expect.poll(() => shop.rows("state = 'refused'").length).toBe(1)
    await shop.call('queue.withdraw', { id: shop.rows("state = 'refused'")[0]!.id, reason: 'Not sold' })
    const { invoiceId } = await shop.sell(soap)
    await shop.becomes(invoiceId, 'refused')
    await shop.call('item.save', { id: soap.id, name: 'Soap', taxType: 'B', price: soap.price })
    await shop.call('stock.adjust', { kind: 'opening', lines: [{ itemId: soap.id, quantity: 1000 }] })
    await shop.call('queue.resend', { id: shop.rowOf(invoiceId).id })
    await shop.becomes(invoiceId, 'accepted')
    await expectInStep(shop)
  })

  it('on behalf of a caller does not stop the caller (spec 3, rule 5)', async () => {
    const shop = await openShop({ checks: 'loose' })
    await shop.authority.faults(refuseNext(['saveItem'], 'Invalid itemClsCd', 9))
    const reply = await shop.software('sale.submit', {
      transaction: { invcNo: 'A-1', salesDt: undefined, rcptTyCd: 'S' },
      receipt: {},
      lineItems: [
        {
          itemCd: 'NEW-1',
          itemClsCd: '5059690800',
          itemNm: 'New',
          qty: 1,
          prc: 116,
          taxTyCd: 'B',
          taxblAmt: 100,
          taxAmt: 16,
          totAmt: 116,
          pkgUnitCd: 'NT',
          qtyUnitCd: 'U',
          itemTyCd: '2',
        },
      ],
      autoRegisterItems: true,
    })
    expect(reply).toMatchObject({ ok: true, data: { cisInvcNo: 1 } })
    expect(shop.rows("kind = 'item'")).toMatchObject([{ state: 'refused' }])
  })
})

describe('stock', () => {
  it('that the authority does not see yet delays its sale for moments only', async () => {
    const shop = await openShop({ timing: { shortMs: 60 } })
    await shop.authority.control('PUT', 'settings', { stockVisibleAfterMs: 200 })
    const soap = await shop.goods({ stock: 5 })
    const { invoiceId } = await shop.sell(soap)
    const row = await shop.becomes(invoiceId, 'accepted')
    expect(shop.attemptsOf(row.id).map(({ outcome }) => outcome)).toContain('refused')
    expect(row.authority_number).toBe(1)
    await shop.settled()
    await expectInStep(shop)
  })

  it('that is not there at all is asked of a person, and is waited for again after it came in', async () => {
    const shop = await openShop({ timing: { shortMs: 25 } })
    const soap = await shop.goods({ stock: 0 })
    const { invoiceId } = await shop.sell(soap)
    const row = await shop.becomes(invoiceId, 'refused')
    expect(shop.attemptsOf(row.id).length).toBe(5)
    expect((await shop.call('queue.get', { id: row.id })).row.refusal).toMatchObject({ remedy: 'addStock' })
    await shop.authority.control('PUT', 'settings', { stockVisibleAfterMs: 60 })
    await shop.call('stock.adjust', { kind: 'received', lines: [{ itemId: soap.id, quantity: 500 }] })
    await shop.call('queue.resend', { id: row.id })
    await shop.becomes(invoiceId, 'accepted')
    await shop.settled()
    await expectInStep(shop)
  })

  it('of an item sold often is sent to the master once', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 50 })
    await shop.settled()
    const before = await shop.authority.asked('saveStockMaster')
    await shop.authority.offline(true)
    for (let n = 0; n < 20; n += 1) await shop.sell(soap)
    await shop.authority.offline(false)
    await shop.settled()
    const { records } = await expectInStep(shop)
    expect(records.filter(({ kind }) => kind === 'stockMaster')).toMatchObject([{ request: { rsdQty: 30 } }])
    expect((await shop.authority.asked('saveStockMaster')) - before).toBeLessThan(10)
  })

  it('that the authority counts differently is taken over from it', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 50 })
    await shop.settled()
    await shop.close()
    shop.tamper('update item set authority_on_hand = 4200')
    await shop.open()
    await shop.sell(soap)
    await shop.settled()
    expect(shop.read('select authority_on_hand from item')).toEqual([{ authority_on_hand: 4900 }])
    const { records } = await shop.authority.ledger()
    expect(records.filter(({ kind }) => kind === 'stockMaster')).toMatchObject([{ request: { rsdQty: 49 } }])
  })

  it('record that is refused holds nothing but what follows it', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 50 })
    await shop.settled()
    await shop.authority.faults(refuseNext(stockPaths, 'Invalid regTyCd'))
    await shop.call('stock.adjust', { kind: 'received', lines: [{ itemId: soap.id, quantity: 500 }] })
    const { invoiceId } = await shop.sell(soap)
    await shop.becomes(invoiceId, 'accepted')
    await shop.settled()
    expect(shop.rows("state = 'refused'")).toMatchObject([{ kind: 'stockRecord' }])
    await expectInStep(shop)
  })
})

describe('a credit note', () => {
  it('waits for its sale and goes right after it', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.offline(true)
    const sale = await shop.sell(soap)
    const note = await shop.call('invoice.credit', { id: sale.invoiceId, reason: '03', returnStock: true })
    expect(shop.rowOf(note.invoiceId)).toMatchObject({ blockers: 1, state: 'queued' })
    await shop.authority.offline(false)
    await shop.becomes(note.invoiceId, 'accepted')
    await shop.settled()
    const { sales, stock } = await expectInStep(shop)
    expect(sales.map(({ request }) => [request['rcptTyCd'], request['orgInvcNo']])).toEqual([
      ['S', 0],
      ['R', 1],
    ])
    expect(stock).toMatchObject([{ onHand: 100_000, soldNotMoved: 0 }])
  })

  it('that is refused does not hold the sales of the goods that were to come back', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    const first = await shop.sell(soap)
    await shop.settled()
    await shop.authority.offline(true)
    const note = await shop.call('invoice.credit', { id: first.invoiceId, reason: '03', returnStock: true })
    const second = await shop.sell(soap)
    await shop.authority.faults(refuseNext(salePaths, 'Invalid RfdRsnCd'))
    await shop.authority.offline(false)
    await shop.becomes(note.invoiceId, 'refused')
    await shop.becomes(second.invoiceId, 'accepted')
    const third = await shop.sell(soap)
    await shop.becomes(third.invoiceId, 'accepted')
    await shop.call('queue.resend', { id: shop.rowOf(note.invoiceId).id })
    await expect.poll(() => shop.rows("state <> 'accepted'")).toEqual([])
    await expectInStep(shop)
  })

  it('does not hold its own sale, which goes again before the goods come back', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 5 })
    await shop.settled()
    await shop.authority.offline(true)
    const sale = await shop.sell(soap)
    const note = await shop.call('invoice.credit', { id: sale.invoiceId, reason: '03', returnStock: true })
    await shop.authority.faults(refuseNext(salePaths))
    await shop.authority.offline(false)
    await shop.becomes(sale.invoiceId, 'refused')
    await shop.call('queue.resend', { id: shop.rowOf(sale.invoiceId).id })
    await shop.becomes(note.invoiceId, 'accepted')
    await expect.poll(() => shop.rows("state <> 'accepted'")).toEqual([])
    await expectInStep(shop)
  })
})
