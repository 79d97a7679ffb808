/** Lines of callers' documents: what the specification bounds, and what nobody meant. */
import { expect, test } from 'vitest'
import { shared } from '../operations/shop.ts'
import { express, lineOf, startCounter, table } from './credits.ts'
import { saleOf, transferLine } from './software.ts'

const counter = shared((cleanUp) => startCounter({ cleanUp }))

const stock = (changes: object) => ({
  sarNo: 900,
  regTyCd: 'M',
  ocrnDt: '20260301',
  totItemCnt: 1,
  totTaxblAmt: 100,
  totTax: 16,
  totAmt: 116,
  itemList: [
    { itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '02', qty: 1, unitPrice: 116, totAmt: 116, ...changes },
  ],
})
const totals = { transaction: { totTaxblAmt: 100, totTax: 16, totAmt: 116 } }
const sale = (changes: object) => saleOf('S-1', {}, { ...totals, lineItems: [lineOf(1, { ...changes })] })

const name = 'x'.repeat(101)
test.each([
  ['/sales-with-items', sale({ itemNm: name }), 'lineItems[0].itemNm'],
  ['/sales', { invcNo: 'S-2', itemList: [lineOf(1, { itemNm: name })] }, 'itemList[0].itemNm'],
  ['/sales/credit-note-express', express(1, 1, { lineItems: [lineOf(1, { itemNm: name })] }), 'itemNm'],
  ['/stock/io', stock({ itemNm: name }), 'itemList[0].itemNm'],
  ['/stock/transfer', { items: [{ ...transferLine(1), itemNm: name }] }, 'items[0].itemNm'],
  ['/sales-with-items', sale({ qtyUnitCd: '??' }), 'lineItems[0].qtyUnitCd'],
  ['/sales-with-items', sale({ pkgUnitCd: 'QQ' }), 'lineItems[0].pkgUnitCd'],
  [
    '/sales-with-items',
    { ...sale({ itemCd: 'NEW', itemClsCd: '5059690800', qtyUnitCd: '??' }), autoRegisterItems: true },
    'lineItems[0].qtyUnitCd',
  ],
  ['/stock/transfer', { items: [{ ...transferLine(1), qtyUnitCd: '?!' }] }, 'items[0].qtyUnitCd'],
])(
  '%s: a name of 101 characters (spec 8), or a unit of no table (spec 2.1), is 003: %#',
  async (path, body, field) => {
    const { post, version } = counter()
    const before = version()
    const answer = await post(path, body)
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
    expect(version()).toBe(before)
  },
)

test('a unit of the table that is not the item’s is taken; the authority gets the item’s', async () => {
  const { gets, authority } = await startCounter()
  await gets('POST', '/sales-with-items', sale({ qtyUnitCd: 'KG', pkgUnitCd: 'BG' }))
  expect((await authority.ledger()).sales[0]!.request).toMatchObject({
    itemList: [{ qtyUnitCd: 'NO', pkgUnitCd: 'NT' }],
  })
})

test('nothing is credited above its price on the sale, but for rounding', async () => {
  const { sells, post, gets } = await startCounter()
  await sells(1, 4)
  const dear = { prc: 464, taxblAmt: 400, taxAmt: 64, totAmt: 464 }
  const answer = await post('/sales/credit-note-express', express(1, 1, { lineItems: [lineOf(1, dear)] }))
  expect(answer).toMatchObject({ status: 400, resultCd: '003' })
  expect(answer.resultMsg).toContain('lineItems[0].totAmt')
  await sells(2, 3, {
    transaction: { totTaxblAmt: 86.21, totTax: 13.79, totAmt: 100 },
    lineItems: [lineOf(3, { prc: 33.3333, taxblAmt: 86.21, taxAmt: 13.79, totAmt: 100 })],
  })
  const third = { prc: 33.34, taxblAmt: 28.74, taxAmt: 4.6, totAmt: 33.34 }
  await gets('POST', '/sales/credit-note', {
    ...table(2, 'CN-2', 1),
    rfdAmt: 33.34,
    totTaxblAmt: 28.74,
    totTax: 4.6,
    items: [lineOf(1, third)],
  })
})

test('a number that is signed with other contents is 004 that says so; of another kind it has no result', async () => {
  const { sells, post } = await startCounter()
  await sells(1, 2)
  const other = await post('/sales-with-items', saleOf(1, {}, { ...totals, lineItems: [lineOf(1)] }))
  expect(other).toMatchObject({ status: 409, resultCd: '004', data: { cisInvcNo: 1 } })
  expect(other.resultMsg).toContain('with other contents')
  const note = await post('/sales/credit-note', table(1, 1, 1))
  expect(note).toMatchObject({ status: 409, resultCd: '004', data: null })
})
