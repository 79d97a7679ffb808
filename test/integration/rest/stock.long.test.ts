/** POST /stock/io and PUT /stock/master (spec 4.13, 4.15) against the strict practice authority. */
import { describe, expect, test } from 'vitest'
import { mastersIn, shared } from '../operations/shop.ts'
import { lineOf } from './credits.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

const line = { itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '02', qty: 10, unitPrice: 116, totAmt: 1160 }
const totalsOf = (lines: { totAmt?: unknown }[]) => {
  const cents = lines.reduce((sum, { totAmt = 0 }) => sum + Math.round(Number(totAmt) * 100), 0)
  const taxed = Math.round(cents / 1.16)
  return { totTaxblAmt: taxed / 100, totTax: (cents - taxed) / 100, totAmt: cents / 100 }
}
const record = (
  sarNo: number,
  itemList: { [N in keyof typeof line]?: unknown }[] = [line],
  changes = {},
) => ({
  sarNo,
  regTyCd: 'M',
  ocrnDt: '20260301',
  totItemCnt: itemList.length,
  ...totalsOf(itemList),
  itemList,
  ...changes,
})
const master = (remainingQty: number) => ({ itemCd: 'SOAP', remainingQty, userId: 'u1', userName: 'User' })
const path = '/stock/io'

const start = async (options: Parameters<typeof startSoftware>[0] = {}): Promise<Software> => {
  const software = await startSoftware(options)
  await software.gets('POST', '/items/goods', {
    itemName: 'Soap',
    taxType: 'B',
    itemCode: 'SOAP',
    price: 116,
  })
  return software
}
const onHand = async ({ ok }: Software): Promise<number | undefined> =>
  (await ok('stock.levels', {})).levels[0]?.onHand

test('lines of several types become one record for each, and the answer waits for all', async () => {
  const software = await start()
  const { gets, authority } = software
  await gets(
    'POST',
    path,
    record(1, [
      line,
      { ...line, stockTyCd: '01', qty: 5, totAmt: 580 },
      { ...line, stockTyCd: '12', qty: 1, totAmt: 116 },
    ]),
  )
  const reported = (await authority.ledger()).stockRecords.map(({ request }) => [
    request['sarTyCd'],
    request.itemList.map(({ qty }) => qty),
  ])
  expect(reported).toEqual([
    ['02', [10]],
    ['01', [5]],
    ['12', [1]],
  ])
  expect(await onHand(software)).toBe(1400)
})

test('a line is recorded at its total, whatever its price', async () => {
  const { gets, authority } = await start()
  const lines = [
    { unitPrice: 100, totAmt: 1160 },
    { qty: 3, unitPrice: 33.33, totAmt: 100 },
    { qty: 3, unitPrice: 33.3333333, totAmt: 100 },
  ]
  for (const [index, changes] of lines.entries())
    await gets('POST', path, record(index + 1, [{ ...line, ...changes }]))
  const recorded = (await authority.ledger()).stockRecords.map(({ request }) => request['totAmt'])
  expect(recorded).toEqual([1160, 100, 100])
})

describe('closed sets and bounds', () => {
  const software = shared((cleanUp) => start({ cleanUp }))
  test.each([
    ['ocrnDt', { ocrnDt: '29990101' }, {}],
    ['totItemCnt', { totItemCnt: 2 }, {}],
    ['custTin', { custTin: 'no' }, {}],
    ['sarNo', { sarNo: -1 }, {}],
    ['totAmt', { totAmt: 1159.99 }, {}],
    ['totTaxblAmt', { totTax: 0 }, {}],
    ['itemList[0].qty', {}, { qty: 0.005 }],
    ['itemList[0].qty', {}, { qty: -1 }],
  ])('%s is 003 and changes nothing', async (field, changes, lineChanges) => {
    const { post, version } = software()
    const before = version()
    const answer = await post(path, record(1, [{ ...line, ...lineChanges }], changes))
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
    expect(version()).toBe(before)
  })

  test('a service has no stock', async () => {
    const { post, gets, send } = software()
    await gets('POST', '/items/service', { itemName: 'Repair', taxType: 'B', itemCode: 'REPAIR' })
    expect(await post(path, record(1, [{ ...line, itemCd: 'REPAIR' }]))).toMatchObject({ resultCd: '003' })
    expect(await send('PUT', '/stock/master', { ...master(1), itemCd: 'REPAIR' })).toMatchObject({
      resultCd: '003',
    })
  })
})

describe('the same number again', () => {
  test('the same record answers as before, another is 004', async () => {
    const software = await start()
    const { gets, post, authority } = software
    await gets('POST', path, record(1))
    expect(await gets('POST', path, record(1))).toEqual({ sarNo: 1, ocrnDt: '20260301' })
    expect(await post(path, record(1, [{ ...line, qty: 9, totAmt: 1044 }]))).toMatchObject({
      status: 409,
      resultCd: '004',
    })
    expect((await authority.ledger()).stockRecords).toHaveLength(1)
    expect(await onHand(software)).toBe(1000)
  })

  test('what was refused may be sent again, corrected or later, and counts once', async () => {
    const software = await start()
    const { gets, post, authority, read, appId } = software
    const out = record(1, [{ ...line, stockTyCd: '12' }])
    const refused = await post(path, out)
    expect(refused).toMatchObject({ resultCd: '003', data: { remedy: 'addStock', itemCd: 'SOAP' } })
    expect(await post(path, out)).toMatchObject({ resultCd: '003' })
    expect(await onHand(software)).toBe(-1000)
    await gets('POST', path, record(2))
    await gets('POST', path, record(1, [{ ...line, stockTyCd: '12', qty: 4, totAmt: 464 }]))
    expect(await onHand(software)).toBe(600)
    expect((await authority.ledger()).stock).toMatchObject([{ onHand: 6 }])
    const [sum] = read<{ sum: number }>(appId, 'select sum(quantity) as sum from movement')
    expect(sum!.sum).toBe(600)
    await gets('PUT', '/stock/master', master(6))
  })

  test('of a mixed record only the refused part is sent again', async () => {
    const software = await start()
    const { gets, post, authority } = software
    const mixed = record(1, [line, { ...line, stockTyCd: '12', qty: 20, totAmt: 2320 }])
    expect(await post(path, mixed)).toMatchObject({
      resultCd: '003',
      resultMsg: expect.stringContaining('The lines of stockTyCd 02 are valid: repeat them unchanged'),
    })
    const other = record(1, [
      { ...line, qty: 9, totAmt: 1044 },
      { ...line, stockTyCd: '12', qty: 1, totAmt: 116 },
    ])
    expect(await post(path, other)).toMatchObject({ resultCd: '004' })
    await gets('POST', path, record(2, [{ ...line, qty: 30, totAmt: 3480 }]))
    await gets('POST', path, mixed)
    const reported = (await authority.ledger()).stockRecords.map(({ request }) => request['sarTyCd'])
    expect(reported).toEqual(['02', '02', '12'])
    expect(await onHand(software)).toBe(2000)
  })
})

test('while the authority is away it is 006, and afterwards sale, stock and master go in their order', async () => {
  const software = await start()
  const { gets, hurry, authority } = software
  await gets('POST', path, record(1))
  await authority.offline(true)
  const sold = { ...line, stockTyCd: '11', qty: 2, totAmt: 232 }
  const calls = async () => [
    await hurry('POST', '/sales-with-items', saleOf(1, { itemCd: 'SOAP', itemClsCd: null })),
    await hurry('POST', path, record(2, [sold])),
    await hurry('PUT', '/stock/master', master(8)),
  ]
  for (const answer of await calls()) {
    expect(answer).toMatchObject({ status: 503, resultCd: '006' })
    expect(answer.headers['retry-after']).toBe('30')
  }
  await authority.offline(false)
  await software.settled()
  const ledger = await authority.ledger()
  const { sales, stockRecords, stock } = ledger
  expect(sales).toHaveLength(1)
  expect(stockRecords.map(({ request }) => request['sarTyCd'])).toEqual(['02', '11'])
  expect(stock).toMatchObject([{ onHand: 8, soldNotMoved: 0 }])
  expect(mastersIn(ledger)).toMatchObject([{ rsdQty: 8 }])
  expect((await software.ok('queue.list', { filter: 'needsPerson' })).rows).toEqual([])
})

describe('a mixed record of which the goods out were refused', () => {
  const out = { ...line, stockTyCd: '12', qty: 20, totAmt: 2320 }
  const fewer = { ...out, qty: 4, totAmt: 464 }
  const startRefused = async (): Promise<Software> => {
    const software = await start()
    expect(await software.post(path, record(1, [line, out]))).toMatchObject({ resultCd: '003' })
    return software
  }
  const reported = async ({ authority }: Software) =>
    (await authority.ledger()).stockRecords.map(({ request }) => [
      request['sarTyCd'],
      request.itemList.map(({ qty }) => qty),
    ])

  test('is corrected after its item was changed, under the new name too', async () => {
    const software = await startRefused()
    const { gets, authority } = software
    const soap = { itemCd: 'SOAP', itemNm: 'Soap bar', bcd: '6161100000017' }
    const rest = { itemClsCd: 'GD', itemTyCd: '2', pkgUnitCd: 'NT', qtyUnitCd: 'U', taxTyCd: 'B', useYn: 'Y' }
    await gets('POST', '/items', { ...soap, ...rest })
    const renamed = [line, fewer].map((each) => ({ ...each, itemNm: 'Soap bar' }))
    await gets('POST', path, record(1, renamed))
    expect((await authority.ledger()).stock).toMatchObject([{ onHand: 6 }])
    expect(await onHand(software)).toBe(600)
  })

  test.each([
    ['another type', [line, { ...fewer, stockTyCd: '13' }], [['13', [4]]], 6],
    [
      'two others',
      [{ ...fewer, stockTyCd: '13' }, { ...fewer, stockTyCd: '03', qty: 1, totAmt: 116 }, line],
      [
        ['13', [4]],
        ['03', [1]],
      ],
      7,
    ],
  ])('is corrected to %s, and counts once', async (_what, lines, added, left) => {
    const software = await startRefused()
    const { gets, post, authority, read, appId } = software
    await gets('POST', path, record(1, lines))
    expect(await reported(software)).toEqual([['02', [10]], ...added])
    expect((await authority.ledger()).stock).toMatchObject([{ onHand: left }])
    expect(await onHand(software)).toBe(left * 100)
    const [sum] = read<{ sum: number }>(appId, 'select sum(quantity) as sum from movement')
    expect(sum!.sum).toBe(left * 100)
    expect(await gets('POST', path, record(1, lines))).toEqual({ sarNo: 1, ocrnDt: '20260301' })
    expect(await post(path, record(1, [line, fewer]))).toMatchObject({ resultCd: '004' })
  })

  test('is corrected more than once', async () => {
    const software = await startRefused()
    const { gets, post } = software
    const sent = record(1, [line, { ...out, stockTyCd: '13' }])
    expect(await post(path, sent)).toMatchObject({ resultCd: '003' })
    expect(await post(path, record(1, [line, out]))).toMatchObject({ resultCd: '003' })
    await gets('POST', path, record(1, [line, fewer]))
    expect(await reported(software)).toEqual([
      ['02', [10]],
      ['12', [4]],
    ])
    expect(await onHand(software)).toBe(600)
  })

  test('is not corrected by changing what stands: 004 says what that is', async () => {
    const software = await startRefused()
    const { post, version } = software
    const before = version()
    const wrong = {
      'with more of a type that stands': record(1, [line, line, fewer]),
      'as a type that stands': record(1, [line, { ...fewer, stockTyCd: '02' }]),
      'without what stands': record(1, [fewer]),
      'by leaving it out': record(1, [line]),
      'with what stands at another price': record(1, [{ ...line, unitPrice: 100, totAmt: 1000 }, fewer]),
      'under another header': record(1, [line, fewer], { custNm: 'Supplier' }),
    }
    for (const [what, body] of Object.entries(wrong)) {
      const answer = await post(path, body)
      expect(answer, what).toMatchObject({ status: 409, resultCd: '004' })
      expect(answer.resultMsg).toMatch(/stockTyCd 02 are valid.* only other lines under another number/)
    }
    expect(version()).toBe(before)
    expect(await reported(software)).toEqual([['02', [10]]])
  })

  test('is corrected while the others are on their way', async () => {
    const software = await start()
    const { hurry, post, authority, read, appId } = software
    const rice = { ...line, itemCd: 'RICE', itemNm: 'Rice', stockTyCd: '03' }
    await authority.control('PUT', 'faults', { kind: 'cutBefore', paths: ['saveItem'] })
    const goods = { itemName: 'Rice', taxType: 'B', itemCode: 'RICE', price: 116 }
    await hurry('POST', '/items/goods', goods)
    await hurry('POST', path, record(1, [out, rice]))
    await expect
      .poll(() => read<{ state: string }>(appId, 'select state from submission where stock_record_id = 1'))
      .toEqual([{ state: 'refused' }])
    const received = { ...out, stockTyCd: '02' }
    expect(await hurry('POST', path, record(1, [{ ...received, itemCd: 'RICE' }]))).toMatchObject({
      resultCd: '004',
      resultMsg: expect.stringContaining('stockTyCd 03 are valid'),
    })
    expect(await hurry('POST', path, record(1, [received, rice]))).toMatchObject({ resultCd: '006' })
    await authority.control('DELETE', 'faults')
    expect(await post(path, record(1, [received, rice]))).toMatchObject({ resultCd: '000' })
    expect((await reported(software)).sort()).toEqual([
      ['02', [20]],
      ['03', [10]],
    ])
  })
})

describe('what is held for a person holds nothing else back', () => {
  /** Soap that the authority has, and rice whose registration it refuses once `hold` is queued. */
  const startHeld = async (hold: (software: Software) => Promise<unknown>): Promise<Software> => {
    const software = await start()
    const { gets, hurry, authority, read, appId } = software
    await gets('POST', path, record(1))
    await authority.offline(true)
    const rice = { itemName: 'Rice', taxType: 'B', itemCode: 'RICE', price: 116 }
    await hurry('POST', '/items/goods', rice)
    await hold(software)
    const paths = ['saveItem']
    await authority.control('PUT', 'faults', { kind: 'refuse', code: '910', text: 'No', times: 1, paths })
    await authority.offline(false)
    const states = `select submission.state from submission join item on item.id = item_id where item.code = 'RICE'`
    await expect.poll(() => read(appId, states)).toEqual([{ state: 'refused' }])
    return software
  }

  const sold = { ...line, stockTyCd: '11', qty: 1, totAmt: 116 }
  const sellBoth = ({ hurry }: Software) =>
    hurry('POST', '/sales', {
      invcNo: 1,
      itemList: [lineOf(1), lineOf(1, { itemCd: 'RICE', itemNm: 'Rice' })],
    })

  test('a sale of two items, the stock record of one', async () => {
    const { gets } = await startHeld(sellBoth)
    await gets('POST', '/sales', { invcNo: 2, itemList: [lineOf(1)] })
    await gets('POST', path, record(2, [sold]))
  })

  test('but goods of what is held with them go after the sale that is', async () => {
    const software = await startHeld(sellBoth)
    const { gets, hurry, authority, settled, read, appId } = software
    const both = record(2, [sold, { ...sold, itemCd: 'RICE', itemNm: 'Rice' }])
    expect(await hurry('POST', path, both)).toMatchObject({ resultCd: '006' })
    // The rice came in nowhere.
    await authority.control('PUT', 'settings', { enforceStock: false })
    const paths = ['saveTrnsSalesOsdc']
    await authority.control('PUT', 'faults', { kind: 'slow', ms: 300, times: 1, paths })
    const rice = { itemCd: 'RICE', itemNm: 'Rice', itemClsCd: 'GD', itemTyCd: '2' }
    await gets('POST', '/items', { ...rice, pkgUnitCd: 'NT', qtyUnitCd: 'U', taxTyCd: 'B', useYn: 'Y' })
    await settled()
    const reported = `select kind from submission where state = 'accepted' order by settled_at desc, id desc limit 2`
    expect(read(appId, reported)).toEqual([{ kind: 'stockRecord' }, { kind: 'sale' }])
  })

  test('a stock record of two items, the stock master of one', async () => {
    const rice = { ...line, itemCd: 'RICE', itemNm: 'Rice' }
    const { gets } = await startHeld(({ hurry }) => hurry('POST', path, record(2, [line, rice])))
    await gets('PUT', '/stock/master', master(10))
  })
})

test('PUT /stock/master: another quantity than the authority’s is 003 with its word for it', async () => {
  const { gets, send, authority } = await start()
  const empty = await send('PUT', '/stock/master', master(10))
  expect(empty).toMatchObject({ resultCd: '003' })
  expect(empty.resultMsg).toMatch(/remainingQty.*Stock IO is empty.*POST \/stock\/io/)
  await gets('POST', path, record(1))
  const wrong = await send('PUT', '/stock/master', master(9))
  expect(wrong.resultMsg).toMatch(/remainingQty.*Expected: 10.0 but found: 9/)
  await gets('PUT', '/stock/master', master(10))
  expect(mastersIn(await authority.ledger())).toMatchObject([{ rsdQty: 10, regrId: 'u1', regrNm: 'User' }])
})

test('a record that corrects another names it by the authority’s number, where it has one', async () => {
  const { gets, authority } = await start()
  await gets('POST', path, record(70))
  await gets('POST', path, record(71, [{ ...line, stockTyCd: '12', qty: 1, totAmt: 116 }], { orgSarNo: 70 }))
  await gets('POST', path, record(72, [line], { orgSarNo: 999 }))
  const reported = (await authority.ledger()).stockRecords.map(({ request }) => request['orgSarNo'])
  expect(reported).toEqual([0, 1, 0])
})

test('a refused record that a person withdraws reverses its movement', async () => {
  const software = await start()
  const { gets, post, ok, authority } = software
  await gets('POST', path, record(1))
  const out = record(2, [{ ...line, stockTyCd: '12', qty: 20, totAmt: 2320 }])
  expect(await post(path, out)).toMatchObject({ resultCd: '003' })
  expect(await onHand(software)).toBe(-1000)
  const [refused] = (await ok('queue.list', { filter: 'needsPerson' })).rows
  await ok('queue.withdraw', { id: refused!.id, reason: 'counted wrongly' })
  expect(await onHand(software)).toBe(1000)
  expect((await authority.ledger()).stock).toMatchObject([{ onHand: 10 }])
  const { movements } = await ok('stock.movements', {})
  expect(movements.map(({ quantity, onHandAfter }) => [quantity, onHandAfter])).toEqual([
    [2000, 1000],
    [-2000, -1000],
    [1000, 1000],
  ])
  await gets('POST', path, record(2, [{ ...line, stockTyCd: '12', qty: 4, totAmt: 464 }]))
  expect(await onHand(software)).toBe(600)
})

test('a sale that is withdrawn returns its goods to stock', async () => {
  const shop = await startSoftware()
  const item = await shop.stocked({ onHand: 1000 })
  const paths = ['saveTrnsSalesOsdc']
  await shop.authority.control('PUT', 'faults', { kind: 'refuse', code: '910', text: 'No', times: 1, paths })
  await shop.sell([{ item, quantity: 300 }])
  await shop.waitFor(async () => (await shop.ok('queue.list', { filter: 'needsPerson' })).rows.length === 1)
  const [refused] = (await shop.ok('queue.list', { filter: 'needsPerson' })).rows
  expect(await onHand(shop)).toBe(700)
  await shop.ok('queue.withdraw', { id: refused!.id, reason: 'rung up anew' })
  expect(await onHand(shop)).toBe(1000)
  await shop.settled()
  expect((await shop.authority.ledger()).stock).toMatchObject([{ onHand: 10 }])
})
