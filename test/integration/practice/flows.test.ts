import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  creditNote,
  item,
  itemCode,
  line,
  master,
  purchase,
  sale,
  stockRecord,
  stockUp,
} from './documents.ts'
import { AUDIT, initialise, type Json, PIN, result, SINCE_EVER, startTill, type Till, words } from './till.ts'

let till: Till
beforeEach(async () => {
  till = await startTill()
  await initialise(till)
})
afterEach(() => till.authority.close())

const since = { lastReqDt: SINCE_EVER }
const codeOf = async (path: string, body: object): Promise<string> =>
  result(await till.call(path, body)).resultCd
const read = async (path: string, name: string, body: object = since): Promise<Json[]> =>
  result(await till.call(path, body)).data?.[name] ?? []
const accept = async (path: string, body: object): Promise<void> => {
  expect(words(await till.call(path, body))).toBe('It is succeeded')
}
const stockOf = async (number: number): Promise<Json> =>
  (await till.control('GET', 'ledger')).stock.find((row: Json) => row.itemCd === itemCode(number))

describe('stock', () => {
  it('is counted once by sale, stock record 11 and stock master', async () => {
    await stockUp(till, 10)
    await accept('saveTrnsSalesOsdc', sale(1, [{ qty: 4 }]))
    expect(await stockOf(1)).toMatchObject({ onHand: 10, soldNotMoved: 4 })
    await accept('insertStockIO', stockRecord(2, '11', [{ qty: 4 }]))
    expect(await stockOf(1)).toMatchObject({ onHand: 6, soldNotMoved: 0 })
    await accept('saveStockMaster', master(1, 6))
    expect(await read('selectStockMaster', 'stockList')).toEqual([{ itemCd: itemCode(1), rsdQty: 6 }])
  })

  it('cannot be sold twice before it is moved', async () => {
    await stockUp(till, 5)
    await accept('saveTrnsSalesOsdc', sale(1, [{ qty: 3 }]))
    expect(words(await till.call('saveTrnsSalesOsdc', sale(2, [{ qty: 2 }, { qty: 1 }])))).toMatch(
      /do not exist in your stock/,
    )
    await accept('saveTrnsSalesOsdc', sale(2, [{ qty: 2 }]))
  })

  it('comes back with a stock record 03, not with the credit note', async () => {
    await stockUp(till, 5)
    await accept('saveTrnsSalesOsdc', sale(1))
    await accept('insertStockIO', stockRecord(2, '11'))
    await accept('saveTrnsSalesOsdc', creditNote(2, 1))
    await accept('saveStockMaster', master(1, 4))
    await accept('insertStockIO', stockRecord(3, '03', [{}], { orgSarNo: 2 }))
    await accept('saveStockMaster', master(1, 5))
  })

  it('is not asked of services', async () => {
    await accept('saveItem', item(1, { itemTyCd: '3' }))
    const service = { ...line(), itemCd: itemCode(1, '3') }
    await accept('saveTrnsSalesOsdc', sale(1, [{}], { itemList: [service] }))
    expect(await stockOf(1)).toBeUndefined()
  })

  it('booked under another tax type is on hand but cannot be sold', async () => {
    await accept('saveItem', item(1))
    await accept('insertStockIO', stockRecord(1, '06', [{ qty: 5, taxTyCd: 'A' }]))
    await accept('saveStockMaster', master(1, 5))
    expect(words(await till.call('saveTrnsSalesOsdc', sale(1)))).toMatch(/do not exist in your stock/)
  })

  it('is seen by sales only after a while, when set to', async () => {
    await till.control('PUT', 'settings', { stockVisibleAfterMs: 60_000 })
    await stockUp(till)
    expect(await codeOf('saveTrnsSalesOsdc', sale(1))).toBe('910')
    await till.control('PUT', 'clock', { skewMs: 61_000 })
    await accept('saveTrnsSalesOsdc', sale(1))
  })

  it('sent to another branch waits there to be booked', async () => {
    await stockUp(till)
    await accept('insertStockIO', stockRecord(2, '13', [{ qty: 7 }], { custTin: PIN, custBhfId: '01' }))
    await initialise(till, { bhfId: '01' })
    expect(await read('selectStockMoveList', 'stockList')).toEqual([
      expect.objectContaining({ custBhfId: '00', sarNo: 2, itemList: [expect.objectContaining({ qty: 7 })] }),
    ])
    await accept('insertStockIO', stockRecord(3, '04', [{ qty: 7 }], { custBhfId: '00' }))
    await accept('saveStockMaster', master(1, 7))
  })
})

describe('credit notes', () => {
  const BUYER = { custTin: 'A000000001Z', custNm: 'BUYER ONE' }

  it('must name the buyer of their original', async () => {
    await stockUp(till)
    await accept('saveTrnsSalesOsdc', sale(1, [{}], BUYER))
    expect(words(await till.call('saveTrnsSalesOsdc', creditNote(2, 1)))).toBe(
      'Invalid custTin. Expected: A000000001Z, Found: ',
    )
    await accept('saveTrnsSalesOsdc', creditNote(2, 1, BUYER))
  })

  it('cannot correct a credit note, nor precede their sale, nor come after six months', async () => {
    await till.control('PUT', 'clock', { skewMs: Date.UTC(2027, 0, 1) - Date.now() })
    await stockUp(till)
    await accept('saveTrnsSalesOsdc', sale(1, [{}], { salesDt: '20260131' }))
    await accept('saveTrnsSalesOsdc', creditNote(2, 1, { salesDt: '20260201' }))
    expect(words(await till.call('saveTrnsSalesOsdc', creditNote(3, 2)))).toMatch(/^orgInvcNo does not exist/)
    expect(words(await till.call('saveTrnsSalesOsdc', creditNote(3, 1, { salesDt: '20260130' })))).toMatch(
      /is before the original/,
    )
    expect(words(await till.call('saveTrnsSalesOsdc', creditNote(3, 1, { salesDt: '20260901' })))).toMatch(
      /older than 6 months/,
    )
  })
})

describe('purchases', () => {
  it('are offered with a line per tax type, and vanish once registered', async () => {
    await stockUp(till)
    const offered = await read('selectTrnsPurchaseSalesList', 'saleList')
    expect(offered.map((each) => each.spplrInvcNo).sort()).toEqual([15033, 301, 4021, 877])
    const mixed = offered.find((each) => each.spplrInvcNo === 4021)
    expect(mixed.itemList.map((each: Json) => each.taxTyCd)).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(mixed.cfmDt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const supplier = {
      spplrTin: mixed.spplrTin,
      spplrBhfId: mixed.spplrBhfId,
      spplrNm: mixed.spplrNm,
      spplrInvcNo: 4021,
    }
    await accept('insertTrnsPurchase', purchase(1, supplier))
    expect(
      (await read('selectTrnsPurchaseSalesList', 'saleList')).map((each) => each.spplrInvcNo),
    ).not.toContain(4021)
    expect(await codeOf('insertTrnsPurchase', purchase(2, supplier))).toBe('994')
  })

  it('refuse a supplier amount that is a cent off', async () => {
    await stockUp(till)
    const offered = await read('selectTrnsPurchaseSalesList', 'saleList')
    const wrong = offered.find((each) => each.spplrInvcNo === 877)
    const itemList = wrong.itemList.map((each: Json) => ({
      ...each,
      itemCd: itemCode(1),
      spplrItemCd: each.itemCd,
    }))
    const supplier = { spplrTin: wrong.spplrTin, spplrInvcNo: 877 }
    expect(words(await till.call('insertTrnsPurchase', purchase(1, supplier, { itemList })))).toMatch(
      /^Invalid taxblAmt on item: 2/,
    )
  })

  it('arrive at a known taxpayer from a sale to it', async () => {
    await stockUp(till)
    await accept('saveTrnsSalesOsdc', sale(1, [{}], { custTin: 'P052000002L' }))
    await initialise(till, { tin: 'P052000002L' })
    const offered = await read('selectTrnsPurchaseSalesList', 'saleList')
    expect(offered.find((each) => each.spplrTin === PIN)).toMatchObject({
      spplrInvcNo: 1,
      spplrNm: 'MFANO TRADERS LTD',
      totAmt: 580,
    })
  })
})

describe('imports', () => {
  const update = (row: Json, changes: Json = {}) => ({
    taskCd: row.taskCd,
    dclDe: row.dclDe,
    itemSeq: row.itemSeq,
    hsCd: row.hsCd,
    itemClsCd: '2611170300',
    itemCd: itemCode(1),
    imptItemSttsCd: '3',
    remark: 'ok',
    modrId: 'u1',
    modrNm: 'User',
    ...changes,
  })

  it('come with three forms of date, which must be echoed', async () => {
    await stockUp(till)
    const rows = await read('selectImportItemList', 'itemList')
    expect(rows.map((row) => row.dclDe)).toEqual([
      '-1',
      expect.stringMatching(/^\d{4}20\d\d$/),
      expect.stringMatching(/^20\d{6}$/),
    ])
    expect(await codeOf('updateImportItem', update(rows[1], { dclDe: '-1' }))).toBe('001')
    await accept('updateImportItem', update(rows[1]))
    expect((await read('selectImportItemList', 'itemList'))[1]).toMatchObject({
      imptItemSttsCd: '3',
      itemCd: itemCode(1),
    })
    await till.control('PUT', 'settings', { dclDe: 'minusOne' })
    expect((await read('selectImportItemList', 'itemList')).map((row) => row.dclDe)).toEqual([
      '-1',
      '-1',
      '-1',
    ])
  })

  it('fail with 999 when approved without a remark, and are not kept under the gateway name', async () => {
    await stockUp(till)
    const [row] = await read('selectImportItemList', 'itemList')
    expect(await codeOf('updateImportItem', update(row, { remark: null }))).toBe('999')
    await accept('importedItemConvertedInfo', update(row))
    expect((await read('selectImportItemList', 'itemList'))[0]).toMatchObject({ imptItemSttsCd: '2' })
  })
})

describe('reads', () => {
  it('serve the code tables whole', async () => {
    const classes = new Map((await read('selectCodeList', 'clsList')).map((each) => [each.cdCls, each]))
    const sizes = Object.fromEntries([...classes].map(([cdCls, each]) => [cdCls, each.dtlList.length]))
    expect(sizes).toEqual({
      '04': 5,
      '05': 252,
      '07': 7,
      10: 43,
      11: 6,
      12: 12,
      14: 4,
      15: 2,
      17: 53,
      24: 3,
      26: 4,
      31: 2,
      32: 13,
      33: 179,
      36: 2,
      37: 2,
      38: 2,
      49: 3,
    })
    expect(classes.get('04').userDfnNm1).toBe('Tax Rate')
    expect(classes.get('04').dtlList.map((each: Json) => each.userDfnCd1)).toEqual(['0', '16', '0', '0', '8'])
    await till.control('PUT', 'settings', { eRate: 0, paymentTable: 8, listBx: false })
    const changed = new Map(
      (await read('selectCodeList', 'clsList')).map((each) => [each.cdCls, each.dtlList]),
    )
    expect(changed.get('04')[4]).toMatchObject({ cd: 'E', userDfnCd1: '0' })
    expect(changed.get('07')[6]).toMatchObject({ cd: '07', cdNm: 'MOBILE MONEY' })
    expect(changed.get('17')).toHaveLength(52)
  })

  it('serve the item classes of all levels in one reply', async () => {
    const rows = await read('selectItemClsList', 'itemClsList')
    expect(new Set(rows.map((row) => row.itemClsLvl))).toEqual(new Set([1, 2, 3, 4, 5]))
    const ten = rows.filter((row) => row.itemClsLvl === 5)
    expect(ten.every((row) => /^\d{10}$/.test(row.itemClsCd))).toBe(true)
    expect(ten.map((row) => row.itemClsCd)).toEqual(expect.arrayContaining(['5059690800', '5022110801']))
    expect(new Set(rows.map((row) => row.itemClsCd)).size).toBe(rows.length)
  })

  it('serve notices, branches, taxpayers and the own catalogue', async () => {
    expect((await read('selectNoticeList', 'noticeList')).length).toBeGreaterThan(3)
    expect((await read('selectBhfList', 'bhfList')).map((row) => [row.bhfId, row.hqYn])).toEqual([
      ['00', 'Y'],
      ['01', 'N'],
      ['02', 'N'],
    ])
    expect(await read('selectCustomer', 'custList', { custmTin: 'P052000005P' })).toMatchObject([
      { taxprSttsCd: 'D' },
    ])
    expect(await codeOf('selectItemList', since)).toBe('001')
    await accept('saveItem', item(1))
    expect(await read('itemInfo', 'itemList')).toMatchObject([
      { tin: PIN, itemCd: itemCode(1), regBhfId: '00', rraModYn: 'N' },
    ])
  })

  it('give what changed since, and 001 when nothing did', async () => {
    await stockUp(till)
    await till.control('PUT', 'clock', { skewMs: 10_000 })
    const { resultDt } = result(await till.call('selectItemList', since))
    expect(await codeOf('selectItemList', { lastReqDt: resultDt })).toBe('001')
    expect(await codeOf('selectCodeList', { lastReqDt: resultDt })).toBe('001')
    await accept('saveItem', item(1, { itemNm: 'Renamed' }))
    expect(await read('selectItemList', 'itemList', { lastReqDt: resultDt })).toMatchObject([
      { itemNm: 'Renamed' },
    ])
    for (const lastReqDt of ['2018', '20181301000000', null]) {
      expect(await codeOf('selectItemList', { lastReqDt })).toBe('910')
    }
  })

  it('give back the own sales of the branch', async () => {
    await stockUp(till)
    await accept('saveTrnsSalesOsdc', sale(1))
    expect(await read('selectTrnsSalesList', 'salesList')).toMatchObject([
      { invcNo: 1, receipt: { curRcptNo: '1' } },
    ])
  })
})

it('customers, users and insurances are kept per branch, passwords are not', async () => {
  await accept('saveBhfCustomer', {
    custNo: '1',
    custTin: 'A000000001Z',
    custNm: 'Buyer',
    useYn: 'Y',
    ...AUDIT,
  })
  await accept('saveBhfCustomer', {
    custNo: '1',
    custTin: 'A000000001Z',
    custNm: 'Renamed',
    useYn: 'Y',
    ...AUDIT,
  })
  await accept('saveBhfUser', { userId: 'c1', userNm: 'Cashier', pwd: 'sesame', useYn: 'Y', ...AUDIT })
  await accept('saveBhfInsurance', { isrccCd: 'N1', isrccNm: 'Fund', isrcRt: 20, useYn: 'Y', ...AUDIT })
  const { records } = await till.control('GET', 'ledger')
  const kept = records.filter((row: Json) => row.kind !== 'branch')
  expect(kept.map((row: Json) => [row.kind, row.code, row.request.custNm])).toEqual([
    ['customer', 'A000000001Z', 'Renamed'],
    ['insurance', 'N1', undefined],
    ['user', 'c1', undefined],
  ])
  expect(JSON.stringify(kept)).not.toContain('sesame')
})

it('a product is composed of components in stock', async () => {
  await stockUp(till)
  await accept('saveItem', item(2))
  await accept('saveItemComposition', { itemCd: itemCode(2), cpstItemCd: itemCode(1), cpstQty: 2, ...AUDIT })
})
