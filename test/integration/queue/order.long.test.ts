/** Dependencies, where a row in between is withdrawn, fails, or is replaced. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { dayMs, toWireDate } from '../../../core/fiscal/dates.ts'
import { expectInStep, type Goods, openShop, type Shop, salePaths, stockPaths } from '../../support/shop.ts'
import { saleOf } from '../rest/software.ts'

const kept = (shop: Shop, kind: string) =>
  shop.rows(`kind = '${kind}'`).map(({ state, blockers }) => ({ state, blockers }))

/** Soap came in with goods that are still being registered. */
const delivery = async () => {
  const shop = await openShop()
  const soap = await shop.goods({ stock: 0 })
  await shop.settled()
  await shop.authority.faults({ kind: 'slow', ms: 300, paths: ['saveItem'] })
  const rice = await shop.goods({ name: 'Rice', stock: 0 })
  const lines = [soap, rice].map(({ id }) => ({ itemId: id, quantity: 1000 }))
  await shop.call('stock.adjust', { kind: 'received', lines })
  return { shop, soap }
}

it('a sale waits for every earlier stock-in of its goods, not for the newest alone', async () => {
  const { shop, soap } = await delivery()
  await shop.call('stock.adjust', { kind: 'found', lines: [{ itemId: soap.id, quantity: 100 }] })
  const { invoiceId } = await shop.sell(soap, 5)
  await shop.becomes(invoiceId, 'accepted')
  expect(shop.attemptsOf(shop.rowOf(invoiceId).id).map(({ outcome }) => outcome)).toEqual(['accepted'])
})

it('goods that leave wait for the record that brought them in', async () => {
  const { shop, soap } = await delivery()
  await shop.call('stock.adjust', { kind: 'wasted', lines: [{ itemId: soap.id, quantity: 200 }] })
  await shop.settled()
  expect(kept(shop, 'stockRecord').map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  const { stockRecords } = await shop.authority.ledger()
  expect(stockRecords.map(({ request }) => request['sarTyCd'])).toEqual(['02', '15'])
})

it('goods that leave, sent again by hand, wait for what was booked in for them', async () => {
  const shop = await openShop()
  const soap = await shop.goods({ stock: 1 })
  await shop.settled()
  const adjust = (kind: 'wasted' | 'found') =>
    shop.call('stock.adjust', { kind, lines: [{ itemId: soap.id, quantity: 500 }] })
  await adjust('wasted')
  await shop.settled()
  const { id } = shop.rows("kind = 'stockRecord' and state = 'refused'")[0]!
  await shop.authority.faults({ kind: 'slow', ms: 300, paths: ['saveItem'] })
  const rice = await shop.goods({ name: 'Rice', stock: 0 })
  const lines = [soap, rice].map(({ id: itemId }) => ({ itemId, quantity: 1000 }))
  await shop.call('stock.adjust', { kind: 'received', lines })
  await shop.call('queue.resend', { id })
  await shop.settled()
  expect(kept(shop, 'stockRecord').map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
})

it('withdrawing a registration that a later change replaces does not withdraw the sales', async () => {
  const shop = await openShop()
  await shop.authority.faults(
    { kind: 'refuse', code: '910', text: 'Invalid itemClsCd', paths: ['saveItem'], times: 1 },
    { kind: 'slow', ms: 200, paths: ['saveItem'] },
  )
  const soap = await shop.goods({ stock: 0, type: '3' })
  const { invoiceId } = await shop.sell(soap)
  await expect.poll(() => kept(shop, 'item')[0]?.state).toBe('sending')
  await shop.call('item.save', { id: soap.id, name: 'Soap bar', taxType: 'B', price: 11_600, type: '3' })
  await expect.poll(() => kept(shop, 'item')[0]?.state).toBe('refused')
  const [first] = shop.rows("kind = 'item'")
  await shop.call('queue.withdraw', { id: first!.id, reason: 'Changed since' })
  await shop.becomes(invoiceId, 'accepted')
})

it('a credit note withdrawn with its sale returns with it when the sale has arrived after all', async () => {
  const shop = await openShop({ timing: { lookUpMs: 5, uncertainMs: 10 } })
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.faults(
    { kind: 'late', ms: 600_000, paths: salePaths, times: 1 },
    { kind: 'refuse', code: '910', text: 'Invalid pmtTyCd', paths: salePaths, times: 3 },
  )
  const { invoiceId } = await shop.sell(soap, 2)
  const note = await shop.call('invoice.credit', { id: invoiceId, reason: '01', returnStock: true })
  const { id } = await shop.becomes(invoiceId, 'refused')
  await shop.call('queue.withdraw', { id, reason: 'The customer left' })
  expect(shop.rowOf(note.invoiceId).state).toBe('withdrawn')
  await shop.authority.hurry()
  expect((await shop.authority.ledger()).sales).toHaveLength(1)
  await shop.authority.faults()
  const next = await shop.sell(soap)
  await shop.becomes(next.invoiceId, 'accepted')
  await shop.settled()
  expect(shop.rowOf(invoiceId).state).toBe('accepted')
  expect(shop.rowOf(note.invoiceId).state).toBe('accepted')
  const [shelf] = shop.read<{ on_hand: number }>('select on_hand from item')
  expect(shelf!.on_hand / 100).toBe(99_999)
  expect((await shop.authority.ledger()).stock[0]?.onHand).toBe(99_999)
})

const lateMs = 250
/** The till counts on from 4 where the authority wants 2, and the first try of the next of a kind comes late. */
const ahead = async (counter: string, paths: string[]) => {
  const shop = await openShop({ timing: { uncertainMs: 400, retryMs: 10 } })
  const soap = await shop.goods({ stock: 100 })
  await shop.sell(soap)
  await shop.settled()
  await shop.close()
  shop.tamper(`update counter set next = next + 2 where name = '${counter}'`)
  await shop.open()
  await shop.authority.faults({ kind: 'late', ms: lateMs, paths, times: 1 })
  return { shop, soap }
}

it('a sale is not sent under a lower number while it may be on its way under another', async () => {
  const { shop, soap } = await ahead('authority.sales', salePaths)
  const { invoiceId } = await shop.sell(soap)
  await shop.becomes(invoiceId, 'accepted')
  await shop.sell(soap)
  await shop.settled()
  await shop.authority.hurry()
  const titles = (await shop.authority.ledger()).sales.map(({ request }) => request['trdInvcNo'])
  expect(new Set(titles).size).toBe(3)
  expect(titles).toHaveLength(3)
})

it('a stock record is not booked twice while it may be on its way under a higher number', async () => {
  const { shop, soap } = await ahead('authority.stock', stockPaths)
  const receive = () =>
    shop.call('stock.adjust', { kind: 'received', lines: [{ itemId: soap.id, quantity: 1000 }] })
  await receive()
  await expect.poll(() => kept(shop, 'stockRecord').at(-1)?.state).toBe('accepted')
  await receive()
  await shop.settled()
  await shop.authority.hurry()
  const [shelf] = shop.read<{ on_hand: number }>('select on_hand from item')
  expect((await shop.authority.ledger()).stock[0]?.onHand).toBe(shelf!.on_hand / 100)
})

it('a refusal waits for what may be on its way, also when the answer before could not be written down', async () => {
  const shop = await openShop({ timing: { uncertainMs: 400 } })
  const soap = await shop.goods()
  await shop.settled()
  // The till has been open for longer than a doubt lasts.
  await new Promise((resolve) => setTimeout(resolve, 450))
  await shop.authority.faults(
    { kind: 'slow', ms: 150, paths: stockPaths, times: 1 },
    { kind: 'late', ms: 500, paths: stockPaths, times: 1 },
    { kind: 'refuse', code: '910', text: 'Missing sales Record of item', paths: stockPaths, times: 2 },
  )
  await shop.call('stock.adjust', { kind: 'received', lines: [{ itemId: soap.id, quantity: 1000 }] })
  const row = () => shop.rows("kind = 'stockRecord'")[1]!
  await expect.poll(() => row().state).toBe('sending')
  const other = new Sqlite(join(shop.dataDir, 'apps', shop.appId, 'till.db'))
  other.exec('begin immediate')
  await expect.poll(() => shop.log.lines.map(({ message }) => message).join()).toContain('a lane stopped')
  other.exec('rollback')
  other.close()
  await expect.poll(() => row().state).toMatch(/accepted|refused/)
  expect(row().state).toBe('accepted')
  expect((await shop.authority.ledger()).stockRecords).toHaveLength(2)
})

it('a document that gives way to another number still waits for what it depends on', async () => {
  // The caller waits that long for a sale that is not sent.
  const shop = await openShop({ timing: { answerMs: 300 } })
  const soap = await shop.goods()
  await shop.sell(soap)
  await shop.settled()
  await shop.close()
  shop.copyAside()
  await shop.open()
  const sale = (itemCd: string, qty: number) => {
    const amounts = { taxblAmt: 100 * qty, taxAmt: 16 * qty, totAmt: 116 * qty }
    const { taxblAmt: totTaxblAmt, taxAmt: totTax, totAmt } = amounts
    return saleOf(500, { itemCd, qty, ...amounts }, { transaction: { totTaxblAmt, totTax, totAmt } })
  }
  await shop.software('sale.submit', sale('ITEM-1', 2))
  await shop.settled()
  await shop.close()
  shop.copyBack({ withJournal: false })
  await shop.open()
  await expect.poll(() => shop.read('select * from authority_only').length).toBe(1)
  await shop.settled()
  await shop.authority.faults({ kind: 'drop', paths: ['saveItem'] })
  await shop.software('sale.submit', sale('ITEM-2', 3))
  const row = shop.rows("kind = 'sale'").at(-1)!
  expect(shop.attemptsOf(row.id).map(({ action }) => action)).not.toContain('send')
  await shop.authority.faults()
  await shop.settled()
  expect(shop.rowOf(row.invoice_id!).state).toBe('accepted')
})

it('the goods of a sale whose future date was corrected are sent with its new date', async () => {
  const shop = await openShop()
  const soap = await shop.goods()
  await shop.settled()
  await shop.authority.offline(true)
  const { invoiceId } = await shop.sell(soap)
  await shop.close()
  const now = Date.now()
  const [today, tomorrow] = [toWireDate(now), toWireDate(now + dayMs)]
  shop.unpack()
  shop.tamper(
    `update submission set digest = null, payload = replace(payload, '${today}', '${tomorrow}') where state in ('queued', 'unknown')`,
  )
  await shop.authority.offline(false)
  await shop.open()
  const { id } = await shop.becomes(invoiceId, 'refused')
  await shop.call('queue.resend', { id })
  await shop.becomes(invoiceId, 'accepted')
  await shop.settled()
  expect(shop.rows("kind = 'stockRecord' and state <> 'accepted'")).toEqual([])
  await expectInStep(shop)
})

describe('a change of the tax letter', () => {
  const change = (shop: Shop, { id, price }: Goods) =>
    shop.call('item.save', { id, name: 'Soap', taxType: 'C', price })
  const changes = (shop: Shop) => shop.rows("kind = 'item'").map(({ state }) => state)

  it('comes after the sales under the old one, and before those under the new one', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.faults({
      kind: 'status',
      status: 503,
      paths: [...salePaths, 'selectInvoiceDetails'],
    })
    const before = await shop.sell(soap)
    await change(shop, soap)
    const after = await shop.sell(soap)
    await expect.poll(() => shop.rowOf(before.invoiceId).attempts).toBeGreaterThan(2)
    expect(changes(shop)).toEqual(['accepted', 'queued'])
    await shop.authority.faults()
    await shop.becomes(before.invoiceId, 'accepted')
    await shop.becomes(after.invoiceId, 'accepted')
    await shop.settled()
    expect(changes(shop)).toEqual(['accepted', 'accepted'])
  })

  it('comes after the goods that came in under the old one', async () => {
    const shop = await openShop()
    const soap = await shop.goods({ stock: 0 })
    await shop.settled()
    await shop.authority.faults({ kind: 'status', status: 503, paths: stockPaths })
    await shop.call('stock.adjust', { kind: 'opening', lines: [{ itemId: soap.id, quantity: 1000 }] })
    await change(shop, soap)
    await expect.poll(() => shop.rows("kind = 'stockRecord'")[0]!.attempts).toBeGreaterThan(1)
    await shop.authority.faults()
    await shop.settled()
    const { invoiceId } = await shop.sell(soap)
    await shop.becomes(invoiceId, 'accepted')
  })

  it('and another change before it has gone out both go', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    await shop.settled()
    await shop.authority.offline(true)
    const { invoiceId } = await shop.sell(soap)
    await change(shop, soap)
    await shop.call('item.save', { id: soap.id, name: 'Blue soap', taxType: 'A', price: soap.price })
    const last = await shop.sell(soap)
    await shop.authority.offline(false)
    await shop.becomes(invoiceId, 'accepted')
    await shop.becomes(last.invoiceId, 'accepted')
    await shop.settled()
    expect((await shop.authority.ledger()).items[0]!.request).toMatchObject({
      itemNm: 'Blue soap',
      taxTyCd: 'A',
    })
  })

  it('keeps a credit note of the sales before it from being signed until the letter is the old one again', async () => {
    const shop = await openShop()
    const soap = await shop.goods()
    const { invoiceId } = await shop.sell(soap)
    await shop.becomes(invoiceId, 'accepted')
    await change(shop, soap)
    await shop.settled()
    const note = await shop.call('invoice.credit', { id: invoiceId, reason: '06' })
    const refused = await shop.becomes(note.invoiceId, 'refused')
    expect(JSON.parse(refused.remedy!)).toMatchObject({ remedy: 'oldLetter', itemName: 'Soap' })
    await shop.call('item.save', { id: soap.id, name: 'Soap', taxType: 'B', price: soap.price })
    await shop.call('queue.resend', { id: refused.id })
    await change(shop, soap)
    await shop.becomes(note.invoiceId, 'accepted')
    await shop.settled()
    await expectInStep(shop)
  })
})
