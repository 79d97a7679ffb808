/** Part 3 of the specification: what must have happened before. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inBothDialects } from './support/each.ts'
import { expectCode } from './support/envelope.ts'
import { type Body, type Shop, startShop } from './support/shop.ts'
import { addressOf, nextNumber, requestOf } from './support/table.ts'
import { creditNotes, sold } from './tables/creditNotes.ts'
import { endpoints } from './tables/index.ts'
import { registerAdvice, sales } from './tables/sales.ts'
import { stockedItem, stockIn } from './tables/stock.ts'

const [saleWithItems] = sales
const [creditNote, express] = creditNotes
if (!saleWithItems || !creditNote || !express) throw new Error('The tables are not whole')

inBothDialects((shop) => {
  test.each(creditNotes)('$path: an invoice that nobody knows is 801', async (endpoint) => {
    await registerAdvice(shop())
    const known = { orgInvcNo: 987_654, 'original.invcNo': 987_654 }
    const version = shop().version()
    const answer = await shop().send('POST', endpoint.path, requestOf(endpoint, 'minimal', { known }))
    expect(expectCode(answer, '801', 'successFlag')).toContain('987654')
    expect(shop().version()).toBe(version)
  })

  test.each(creditNotes)('$path: an invoice credited whole is 802', async (endpoint) => {
    const known = (await endpoint.before?.(shop(), 0)) ?? {}
    await shop().gets('POST', endpoint.path, requestOf(endpoint, 'minimal', { known }))
    const again: Body = {
      ...known,
      creditNoteInvcNo: nextNumber(),
      'original.creditNoteInvcNo': nextNumber(),
    }
    const body = requestOf(endpoint, 'full', { known: again })
    expectCode(await shop().send('POST', endpoint.path, body), '802', 'successFlag')
  })

  test('an invoice that is not approved yet is 801 for a credit note', async () => {
    await registerAdvice(shop())
    const { authority, send } = shop()
    const body = requestOf(saleWithItems, 'minimal')
    const { invcNo } = body['transaction'] as { invcNo: string }
    await authority.offline(true)
    try {
      const waiting = send('POST', '/sales-with-items', body)
      const note = requestOf(express, 'minimal', { known: { orgInvcNo: Number(invcNo) } })
      await vi.waitFor(async () => expectCode(await send('POST', express.path, note), '801', 'successFlag'))
      await authority.offline(false)
      expectCode(await waiting, '000', 'successFlag')
      expectCode(await send('POST', express.path, note), '000', 'successFlag')
    } finally {
      await authority.offline(false)
    }
  })

  test('an item that is not registered is 005 in sales and stock, naming the line', async () => {
    await registerAdvice(shop())
    const unknown = { itemCd: 'NOWHERE', 'lineItems[].itemCd': 'NOWHERE', 'items[].itemCd': 'NOWHERE' }
    const known = { ...unknown, 'itemList[].itemCd': 'NOWHERE' }
    const cases = [
      ['POST', '/sales-with-items', 'lineItems[0].itemCd'],
      ['POST', '/sales', 'itemList[0].itemCd'],
      ['POST', '/stock/io', 'itemList[0].itemCd'],
      ['POST', '/stock/transfer', 'items[0].itemCd'],
      ['PUT', '/stock/master', 'itemCd'],
    ] as const
    for (const [method, path, field] of cases) {
      const endpoint = endpoints.find((each) => each.path === path && each.method === method)
      if (!endpoint) throw new Error(path)
      const version = shop().version()
      const answer = await shop().send(method, path, requestOf(endpoint, 'minimal', { known }))
      const said = expectCode(answer, '005', endpoint.envelope)
      expect(said, path).toContain(field)
      expect(said, path).toContain('NOWHERE')
      expect(shop().version(), path).toBe(version)
    }
  })

  test('goods sold: the movement follows the invoice, the master follows the movement', async () => {
    const { gets, send, authority } = shop()
    const itemCd = await stockedItem(shop(), 10)
    await sold(shop(), itemCd)
    const early = await send('PUT', '/stock/master', master(itemCd, 7))
    expectCode(early, '003', 'resultCode')
    await gets('POST', '/stock/io', stockIn(itemCd, 2, '11'))
    await gets('PUT', '/stock/master', master(itemCd, 8))
    const { records, sales: reported, stockRecords } = await authority.ledger()
    expect(reported.at(-1)?.request.itemList[0]).toMatchObject({ qty: 2, totAmt: 232 })
    expect(stockRecords.at(-1)?.request).toMatchObject({ sarTyCd: '11' })
    const masters = records.filter(({ kind }) => kind === 'stockMaster').map(({ request }) => request)
    expect(masters.at(-1)).toMatchObject({ rsdQty: 8 })
  })

  test('the stock master of what never moved is refused with what to do', async () => {
    const { gets, send } = shop()
    const itemCd = `STILL-${nextNumber()}`
    await gets('POST', '/items/goods', { itemName: 'Still', taxType: 'B', itemCode: itemCd })
    const said = expectCode(await send('PUT', '/stock/master', master(itemCd, 3)), '003', 'resultCode')
    expect(said).toMatch(/\/stock\/io/)
  })
})

const master = (itemCd: string, remainingQty: number) => ({
  itemCd,
  remainingQty,
  userId: 'u1',
  userName: 'User',
})

describe('before the device is initialised', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop({ initialised: false })
  })
  afterAll(() => shop.close())

  test.each(endpoints.filter(({ isPublic, withoutDevice }) => !isPublic && !withoutDevice))(
    '$method $path is 007 and says what to call',
    async (endpoint) => {
      const { method, envelope } = endpoint
      const body = method === 'GET' ? undefined : requestOf(endpoint, 'full')
      const version = shop.version()
      const answer = await shop.send(method, addressOf(endpoint, { n: 1 }), body)
      expect(expectCode(answer, '007', envelope)).toContain('/initialize')
      expect(shop.version()).toBe(version)
    },
  )

  test('afterwards it is not', async () => {
    await shop.gets('POST', '/setup', { deviceSerialNumber: 'KAU-00' })
    await shop.gets('POST', '/initialize', {})
    await registerAdvice(shop)
    await shop.gets('POST', '/sales-with-items', requestOf(saleWithItems, 'minimal'))
  })
})
