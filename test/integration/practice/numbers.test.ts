import { afterEach, describe, expect, it } from 'vitest'
import { creditNote, item, itemCode, purchase, sale, stockRecord, stockUp } from './documents.ts'
import { initialise, PIN, result, startTill, type Till, words } from './till.ts'

let till: Till
afterEach(() => till.authority.close())

const SUPPLIER = { spplrTin: 'P051333333C', spplrBhfId: '00', spplrInvcNo: 15033 }

async function open(checks: 'strict' | 'loose'): Promise<void> {
  till = await startTill({ checks })
  await initialise(till)
  await stockUp(till)
}
const codeOf = async (path: string, body: object): Promise<string> =>
  result(await till.call(path, body)).resultCd

describe('strict numbers', () => {
  it('go up by one, and only when a document is accepted', async () => {
    await open('strict')
    expect(await codeOf('saveTrnsSalesOsdc', sale(2))).toBe('910')
    expect(await codeOf('saveTrnsSalesOsdc', sale(1, [{}], { totAmt: 1 }))).toBe('910')
    expect(await codeOf('saveTrnsSalesOsdc', sale(1))).toBe('000')
    expect(words(await till.call('saveTrnsSalesOsdc', sale(1)))).toBe(
      'Invc No: 1 is invalid, use the expected value: 2',
    )
    expect(await codeOf('saveTrnsSalesOsdc', sale(3))).toBe('910')
    expect(await codeOf('saveTrnsSalesOsdc', { ...sale(2), invcNo: '2' })).toBe('000')
  })

  it('are counted apart for sales, purchases, stock and items', async () => {
    await open('strict')
    await till.call('saveTrnsSalesOsdc', sale(1))
    expect(await codeOf('insertTrnsPurchase', purchase(1, SUPPLIER))).toBe('000')
    expect(await codeOf('insertStockIO', stockRecord(2, '06'))).toBe('000')
    expect(await codeOf('saveItem', item(2))).toBe('000')
    expect((await till.control('GET', 'state')).counters).toEqual(
      expect.arrayContaining([
        { scope: PIN, kind: 'sales', next: 2 },
        { scope: PIN, kind: 'purchases', next: 2 },
        { scope: PIN, kind: 'stock', next: 3 },
        { scope: PIN, kind: 'items', next: 3 },
      ]),
    )
  })

  it('let a known item be modified under its own code', async () => {
    await open('strict')
    await till.call('saveItem', item(2))
    expect(await codeOf('saveItem', item(1, { itemNm: 'Renamed' }))).toBe('000')
    expect(await codeOf('saveItem', item(3))).toBe('000')
  })

  it('belong to the taxpayer, or to the branch when set to', async () => {
    for (const [countersPer, next] of [
      ['tin', 2],
      ['branch', 1],
    ] as const) {
      till = await startTill()
      await till.control('PUT', 'settings', { countersPer, enforceStock: false })
      await initialise(till)
      await till.call('saveItem', item(1))
      expect(await codeOf('saveTrnsSalesOsdc', sale(1))).toBe('000')
      await initialise(till, { bhfId: '01' })
      const reply = result(await till.call('saveTrnsSalesOsdc', sale(next)))
      expect(reply).toMatchObject({ resultCd: '000', data: { curRcptNo: '1', totRcptNo: '1' } })
      expect(await codeOf('saveItem', item(1, { itemNm: 'Shared' }))).toBe('000')
      expect(await codeOf('saveItem', item(2))).toBe('000')
      if (countersPer === 'tin') await till.authority.close()
    }
  })

  it('drift when somebody else used them, and say where to', async () => {
    await open('strict')
    await till.control('PUT', 'counters', { tin: PIN, kind: 'sales', next: 41 })
    expect(words(await till.call('saveTrnsSalesOsdc', sale(1)))).toBe(
      'Invc No: 1 is invalid, use the expected value: 41',
    )
    expect(await codeOf('saveTrnsSalesOsdc', sale(41))).toBe('000')
  })
})

describe('loose numbers', () => {
  it('may have gaps, but each is used once, and the second use brings no signature', async () => {
    await open('loose')
    expect(await codeOf('saveTrnsSalesOsdc', sale(100))).toBe('000')
    expect(await codeOf('saveTrnsSalesOsdc', sale(7))).toBe('000')
    expect(result(await till.call('saveTrnsSalesOsdc', sale(100)))).toMatchObject({
      resultCd: '994',
      data: null,
    })
    expect(await codeOf('insertStockIO', stockRecord(50, '06', [{}], { orgSarNo: 50 }))).toBe('000')
    expect(await codeOf('insertStockIO', stockRecord(50, '06'))).toBe('994')
    expect(await codeOf('insertTrnsPurchase', purchase(9, {}))).toBe('000')
    expect(await codeOf('insertTrnsPurchase', purchase(9, {}))).toBe('994')
    expect(await codeOf('saveItem', item(900, { itemCd: 'KE2NTXU0000900' }))).toBe('000')
  })

  it('come with loose arithmetic: gross, net, no rates, no stock', async () => {
    await open('loose')
    const document = sale(1, [{ item: 5 }])
    const [row] = document.itemList
    const gross = { ...row, taxblAmt: 580, taxAmt: 80 }
    const net = { ...row, prc: 500, splyAmt: 500, taxblAmt: 500, taxAmt: 80, totAmt: 580 }
    expect(await codeOf('saveTrnsSalesOsdc', { ...document, taxRtB: 0, itemList: [gross] })).toBe('000')
    expect(await codeOf('saveTrnsSalesOsdc', { ...document, invcNo: 2, itemList: [net] })).toBe('000')
    expect(await codeOf('saveTrnsSalesOsdc', { ...document, invcNo: 3, totAmt: 5000 })).toBe('910')
    await till.control('PUT', 'settings', { enforceStock: true })
    expect(await codeOf('saveTrnsSalesOsdc', { ...document, invcNo: 3 })).toBe('910')
  })

  it('take a credit note without date and reason, but not without its original', async () => {
    await open('loose')
    await till.call('saveTrnsSalesOsdc', sale(1))
    expect(await codeOf('saveTrnsSalesOsdc', creditNote(2, 9))).toBe('910')
    expect(await codeOf('saveTrnsSalesOsdc', creditNote(2, 1, { rfdDt: null, rfdRsnCd: null }))).toBe('000')
  })
})

describe('receipts', () => {
  it('are counted per label and in total, for each branch', async () => {
    await open('strict')
    const numbers = []
    for (const document of [sale(1), sale(2), creditNote(3, 1), sale(4)]) {
      const { curRcptNo, totRcptNo } = result(await till.call('saveTrnsSalesOsdc', document)).data
      numbers.push([curRcptNo, totRcptNo])
    }
    expect(numbers).toEqual([
      ['1', '1'],
      ['2', '2'],
      ['1', '3'],
      ['3', '4'],
    ])
  })

  it('carry a signature that depends on the payload alone', async () => {
    await open('strict')
    const document = sale(1)
    const first = result(await till.call('saveTrnsSalesOsdc', document)).data
    expect(first.rcptSign).toMatch(/^[A-Z2-7]{16}$/)
    expect(first.intrlData).toMatch(/^[A-Z2-7]{26}$/)
    await till.control('POST', 'reset')
    await initialise(till)
    await stockUp(till)
    const shuffled = Object.fromEntries(Object.entries(document).reverse())
    expect(result(await till.call('saveTrnsSalesOsdc', shuffled)).data).toMatchObject({
      rcptSign: first.rcptSign,
      intrlData: first.intrlData,
    })
    const other = result(await till.call('saveTrnsSalesOsdc', { ...document, invcNo: 2 })).data
    expect(other.rcptSign).not.toBe(first.rcptSign)
  })

  it('are read back whole, with the long form of the time', async () => {
    await open('strict')
    const receipt = result(await till.call('saveTrnsSalesOsdc', sale(1))).data
    const [found] = result(await till.call('selectInvoiceDetails', { invcNo: 1 })).data.salesList
    expect(found).toMatchObject({ invcNo: 1, totAmt: 580, itemList: [{ itemCd: itemCode(1) }] })
    expect(found.receipt).toMatchObject({
      curRcptNo: '1',
      rcptSign: receipt.rcptSign,
      intrlData: receipt.intrlData,
    })
    expect(found.receipt.sdcDateTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d$/)
    expect(found.receipt.sdcDateTime.replace(/\D/g, '').slice(0, 14)).toBe(receipt.sdcDateTime)
    expect(await codeOf('selectInvoiceDetails', { invcNo: 2 })).toBe('001')
  })
})
