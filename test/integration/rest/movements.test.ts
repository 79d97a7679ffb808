/** GET /stock/movements: its shape is not shown in the specification. */
import { expect, test } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { shared } from '../operations/shop.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

const path = '/stock/movements'
type Movement = Record<string, unknown>
const movementsOf = async ({ gets }: Software, query = ''): Promise<Movement[]> =>
  (await gets('GET', `${path}${query}`))['movements'] as Movement[]
const of = (movements: Movement[], ...names: string[]) =>
  movements.map((movement) => names.map((name) => movement[name]))

const record = (
  sarNo: number,
  lines: { itemCd?: string; stockTyCd: string; qty: number }[],
  ocrnDt = '20260301',
) => {
  const totAmt = lines.reduce((sum, { qty }) => sum + 116 * qty, 0)
  return {
    sarNo,
    regTyCd: 'M',
    ocrnDt,
    totItemCnt: lines.length,
    totTaxblAmt: totAmt,
    totTax: 0,
    totAmt,
    itemList: lines.map((line) => ({
      itemCd: 'SOAP',
      itemNm: 'x',
      unitPrice: 116,
      totAmt: 116 * line.qty,
      ...line,
    })),
  }
}

const start = async (options: Parameters<typeof startSoftware>[0] = {}): Promise<Software> => {
  const software = await startSoftware(options)
  for (const itemCode of ['SOAP', 'BREAD'])
    await software.gets('POST', '/items/goods', { itemName: itemCode, taxType: 'B', itemCode, price: 116 })
  return software
}
/** Soap and bread come in, soap goes back, is sold and recorded; bread goes to a branch. */
const day = async (software: Software): Promise<Software> => {
  const { gets } = software
  const mixed = [
    { stockTyCd: '02', qty: 10 },
    { stockTyCd: '12', qty: 1.5 },
    { stockTyCd: '02', qty: 4, itemCd: 'BREAD' },
  ]
  await gets('POST', '/stock/io', record(1, mixed))
  await gets('POST', '/sales-with-items', saleOf(7, { itemCd: 'SOAP', itemClsCd: null }))
  await gets('POST', '/stock/io', record(12, [{ stockTyCd: '11', qty: 2 }], '20260302'))
  return software
}
const shop = shared(async (cleanUp) => day(await start({ cleanUp })))

test('returns each movement with its quantity, numbers, and state at the authority', async () => {
  const movements = await movementsOf(shop())
  expect(
    of(movements, 'itemCd', 'stockTyCd', 'direction', 'qty', 'onHandAfter', 'sarNo', 'cisSarNo'),
  ).toEqual([
    ['SOAP', '02', 'in', 10, 10, 1, 1],
    ['BREAD', '02', 'in', 4, 4, 1, 1],
    ['SOAP', '12', 'out', 1.5, 8.5, 1, 2],
    ['SOAP', '11', 'out', 2, 6.5, 12, 3],
  ])
  expect(movements[0]).toMatchObject({
    itemNm: 'SOAP',
    qtyUnitCd: 'U',
    ocrnDt: '20260301',
    invcNo: null,
    state: 'accepted',
    recordedAt: expect.stringMatching(/Z$/),
  })
})

test.each([
  ['itemCd=BREAD', [4]],
  ['itemCd=NO', []],
  ['stockTyCd=02', [10, 4]],
  ['sarNo=1', [10, 4, 1.5]],
  ['sarNo=2', []],
  ['from=20260302', [2]],
  ['to=20260301&itemCd=SOAP', [10, 1.5]],
  ['changedSince=2099-01-01T00:00:00Z', []],
])('%s', async (query, quantities) => {
  expect(of(await movementsOf(shop(), `?${query}`), 'qty').flat()).toEqual(quantities)
})

test.each([
  '/stock/movements?itemCd=&stockTyCd=&sarNo=&from=&to=&changedSince=&limit=&cursor=',
  '/items?itemCd=&bcd=&search=&useYn=&changedSince=&limit=&cursor=',
  '/purchases?refresh=false&spplrTin=&spplrInvcNo=&state=&from=&to=&limit=&cursor=',
  '/notices?changedSince=&limit=&cursor=',
  '/codes?cdCls=&class=',
  '/queue?state=&kind=&lane=&limit=&cursor=',
])('what is empty in %s is left out', async (address) => {
  const { gets } = shop()
  const plain = address.replace(/\w+=(&|$)/g, '')
  expect(plain).not.toMatch(/=(&|$)/)
  const found = await gets('GET', address)
  const ages = /"(ageSeconds|fetchedAt)":[^,}]+/g
  const expected = await gets('GET', plain)
  expect(JSON.stringify(found).replace(ages, '')).toBe(JSON.stringify(expected).replace(ages, ''))
})

test('stock that moved is news of the movements, not of the items; an item out of use sells and moves too', async () => {
  const { clock, wait } = movableClock()
  const { gets, authority } = await startSoftware({ ports: { clock } })
  const soap = { itemName: 'Soap', taxType: 'B', price: 116, itemCode: 'SOAP', useYn: 'N' }
  await gets('POST', '/items/goods', soap)
  wait(60_000)
  await authority.control('PUT', 'clock', { skewMs: 60_000 })
  // The authority's time has whole seconds.
  const since = new Date(clock.now() - 30_000).toISOString()
  await gets('POST', '/stock/io', record(1, [{ stockTyCd: '02', qty: 5 }]))
  expect((await gets('GET', `/items?changedSince=${since}`))['items']).toEqual([])
  expect((await gets('GET', `${path}?changedSince=${since}`))['movements']).toHaveLength(1)
  await gets(
    'POST',
    '/sales-with-items',
    saleOf(1, { itemCd: 'SOAP', itemTyCd: '2' }, { autoRegisterItems: false }),
  )
})

test('goes page by page', async () => {
  const { gets } = shop()
  const first = await gets('GET', `${path}?limit=3`)
  const second = await gets('GET', `${path}?limit=3&cursor=${first['nextCursor'] as string}`)
  expect(first['movements']).toHaveLength(3)
  expect(of(second['movements'] as Movement[], 'qty')).toEqual([[2]])
  expect(second['nextCursor']).toBeUndefined()
})

test.each(['stockTyCd=99', 'from=x', 'sarNo=x', 'limit=0', 'changedSince=yesterday', 'cursor=x'])(
  '%s is 003',
  async (query) => {
    const answer = await shop().send('GET', `${path}?${query}`)
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(query.split('=')[0])
  },
)

test('the till’s own sales name their number; what waits has changed once it is settled', async () => {
  const software = await startSoftware()
  const item = await software.stocked({ onHand: 1000 })
  await software.authority.offline(true)
  const { number } = await software.sell([{ item, quantity: 100 }])
  const sold = '?stockTyCd=11'
  expect(of(await movementsOf(software, sold), 'state', 'sarNo', 'invcNo', 'cisSarNo')).toEqual([
    ['waiting', null, number, null],
  ])
  await new Promise((resolve) => setTimeout(resolve, 2))
  const since = `${sold}&changedSince=${new Date().toISOString()}`
  expect(await movementsOf(software, since)).toEqual([])
  await software.authority.offline(false)
  await software.settled()
  expect(of(await movementsOf(software, since), 'state', 'cisSarNo')).toEqual([['accepted', 2]])
})

test('a withdrawn record is listed with its reversal', async () => {
  const software = await start()
  await software.post('/stock/io', record(1, [{ stockTyCd: '12', qty: 1 }]))
  const [refused] = (await software.ok('queue.list', { filter: 'needsPerson' })).rows
  await software.ok('queue.withdraw', { id: refused!.id, reason: 'x' })
  expect(of(await movementsOf(software, '?sarNo=1'), 'direction', 'qty', 'onHandAfter', 'state')).toEqual([
    ['out', 1, -1, 'withdrawn'],
    ['in', 1, 0, 'reversal'],
  ])
})

test('the sum of the movements is what the authority has', async () => {
  const { authority } = shop()
  const sums = new Map<unknown, number>()
  for (const { itemCd, direction, qty } of await movementsOf(shop()))
    sums.set(itemCd, (sums.get(itemCd) ?? 0) + (direction === 'in' ? 1 : -1) * (qty as number))
  const { stock } = await authority.ledger()
  expect(stock.map(({ onHand }) => onHand)).toEqual([sums.get('SOAP'), sums.get('BREAD')])
})
