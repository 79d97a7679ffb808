/** GET and POST /purchases, link-items (spec 4.16, 4.17) against the strict practice authority. */
import { describe, expect, test } from 'vitest'
import type { CreateProfile } from '../../../core/host/host.ts'
import { connectionTo, shared, taxpayer } from '../operations/shop.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

// The practice authority's purchases for every taxpayer: bread and biscuits, the biscuits a cent off.
const supplier = 'P051222222B'
const total = 3622.07
const confirmation = (changes = {}) => ({
  spplrTin: supplier,
  spplrInvcNo: '877',
  rcptTyCd: 'P',
  pmtTyCd: '02',
  cfmDt: '20260301101500',
  salesSttsCd: '02',
  totAmt: total,
  ...changes,
})
const links = [
  { spplrItemCd: 'KE2NTNO0000011', localItemCd: 'BREAD', itemNm: 'Bread' },
  { spplrItemCd: 'KE2NTNO0000012', localItemCd: 'BISCUITS' },
]
const delivery = confirmation({ spplrTin: 'P051555555E', spplrInvcNo: '301', totAmt: 1500 })
const path = '/purchases'
type Purchase = Record<string, unknown> & { itemList: Record<string, unknown>[] }

const start = async (options: Parameters<typeof startSoftware>[0] = {}): Promise<Software> => {
  const software = await startSoftware(options)
  const goods = { taxType: 'B', price: 100 }
  await software.gets('POST', '/items/goods', { ...goods, itemName: 'Our bread', itemCode: 'BREAD' })
  await software.gets('POST', '/items/goods', { ...goods, itemName: 'Our biscuits', itemCode: 'BISCUITS' })
  return software
}
const linked = async (options: Parameters<typeof startSoftware>[0] = {}): Promise<Software> => {
  const software = await start(options)
  await software.gets('POST', `${path}/877/link-items`, { links })
  return software
}
const listed = async ({ gets }: Software, query = ''): Promise<Purchase[]> =>
  (await gets('GET', `${path}${query}`))['purchases'] as Purchase[]
const only = <T>(list: T[]): T => {
  expect(list).toHaveLength(1)
  return list[0] as T
}

describe('a supplier’s invoice', () => {
  test('an invoice is pulled, linked and confirmed, line by line under our own items', async () => {
    const software = await start()
    const { gets, post, authority } = software
    const before = await gets('GET', `${path}?spplrTin=${supplier}`)
    expect(before['fetchedAt']).toMatch(/^20.*Z$/)
    expect(only(before['purchases'] as Purchase[])).toMatchObject({
      spplrTin: supplier,
      spplrInvcNo: '877',
      spplrBhfId: '00',
      rcptTyCd: 'S',
      totAmt: total,
      taxblAmtC: 2320,
      taxRtB: 16,
      totItemCnt: 2,
      state: 'open',
      cisInvcNo: null,
      cfmDt: expect.stringMatching(/^\d{14}$/),
      itemList: [
        { itemSeq: 1, itemCd: 'KE2NTNO0000011', qty: 40, prc: 58, totAmt: 2320, localItemCd: null },
        { itemSeq: 2, itemCd: 'KE2NTNO0000012', localItemCd: null },
      ],
    })
    expect(await post(path, confirmation())).toMatchObject({
      status: 422,
      resultCd: '005',
      resultMsg: expect.stringMatching(/KE2NTNO0000011.*Bread.*\/purchases\/877\/link-items/),
    })
    expect(await gets('POST', `${path}/877/link-items`, { links })).toEqual({
      linked: 2,
      purchaseId: '877',
      note: expect.stringContaining(supplier),
    })
    expect(await gets('POST', path, confirmation({ remark: 'seen' }))).toEqual({
      cisInvcNo: 1,
      cfmDt: '20260301101500',
    })
    const reported = only((await authority.ledger()).purchases).request
    expect(reported).toMatchObject({
      invcNo: 1,
      spplrTin: supplier,
      spplrInvcNo: 877,
      rcptTyCd: 'P',
      pmtTyCd: '02',
      pchsSttsCd: '02',
      cfmDt: '20260301101500',
      totAmt: total,
      remark: 'seen',
    })
    expect(reported.itemList).toMatchObject([
      { itemCd: 'KE2NTNO0000001', itemNm: 'Our bread', spplrItemCd: 'KE2NTNO0000011', qty: 40, taxTyCd: 'C' },
      // Worked out anew: the supplier's own taxable amount is a cent off.
      { itemCd: 'KE2NTNO0000002', spplrItemNm: 'Biscuits 100 g', taxblAmt: 1122.47, totAmt: 1302.07 },
    ])
    expect(only(await listed(software, '?state=confirmed'))).toMatchObject({
      spplrInvcNo: '877',
      cisInvcNo: 1,
      itemList: [{ localItemCd: 'BREAD' }, { localItemCd: 'BISCUITS' }],
    })
    // The received goods are recorded by POST /stock/io, once the purchase is approved (spec 3, rule 2).
    expect((await software.ok('stock.levels', {})).levels.map(({ onHand }) => onHand)).toEqual([0, 0])
  })

  test('a lost answer does not confirm twice, and the number series continues', async () => {
    const software = await linked()
    const { gets, authority } = software
    const paths = ['insertTrnsPurchase']
    await authority.control('PUT', 'faults', { kind: 'cutAfter', times: 1, paths })
    expect(await gets('POST', path, confirmation())).toMatchObject({ cisInvcNo: 1 })
    await authority.control('PUT', 'faults', { kind: 'cutBefore', times: 1, paths })
    await gets('POST', `${path}/301/link-items`, {
      links: [{ spplrItemCd: 'KE3NTNO0000001', localItemCd: 'BREAD' }],
    })
    expect(await gets('POST', path, delivery)).toMatchObject({ cisInvcNo: 2 })
    expect((await authority.ledger()).purchases.map(({ number }) => number)).toEqual([1, 2])
  })
})

describe('closed sets', () => {
  const software = shared((cleanUp) => linked({ cleanUp }))
  test.each([
    ['pmtTyCd', '99'],
    ['cfmDt', '29990101000000'],
    ['spplrTin', 'no'],
  ])('%s %s is 003', async (field, value) => {
    const answer = await software().post(path, confirmation({ [field]: value }))
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
  })
  test('an invoice that nobody issued is 003 naming its number', async () => {
    const answer = await software().post(path, confirmation({ spplrInvcNo: '9999' }))
    expect(answer).toMatchObject({ resultCd: '003', resultMsg: expect.stringMatching(/spplrInvcNo.*9999/) })
  })
  test.each([
    ['links', { links: [] }, '003'],
    ['links[1].localItemCd', { links: [links[0], { ...links[1], localItemCd: 'NO' }] }, '005'],
    ['links[0].spplrItemCd', { links: [{ spplrItemCd: 'NO', localItemCd: 'BREAD' }] }, '003'],
    ['links[1].spplrItemCd', { links: [links[0], { ...links[0], localItemCd: 'BISCUITS' }] }, '003'],
  ])('link-items names %s', async (field, body, code) => {
    const answer = await software().post(`${path}/877/link-items`, body)
    expect(answer).toMatchObject({ resultCd: code, body: { success: false } })
    expect(answer.resultMsg).toContain(field)
  })
  test('nothing of all that was kept', async () => {
    const { read, appId } = software()
    expect(read(appId, "select * from submission where kind = 'purchase'")).toEqual([])
  })
})

describe('the same invoice again', () => {
  test('approved it is 004 with the result; refused it may be sent again', async () => {
    const software = await linked()
    const { gets, post, authority } = software
    const paths = ['insertTrnsPurchase']
    await authority.control('PUT', 'faults', { kind: 'refuse', code: '910', text: 'No', times: 1, paths })
    expect(await post(path, confirmation())).toMatchObject({ resultCd: '003' })
    expect(only(await listed(software, '?state=refused'))).toMatchObject({ refusal: 'No', cisInvcNo: null })
    const done = await gets('POST', path, confirmation({ pmtTyCd: '01' }))
    expect(done).toMatchObject({ cisInvcNo: 1 })
    const again = { status: 409, resultCd: '004', data: done }
    expect(await post(path, confirmation({ pmtTyCd: '01' }))).toMatchObject({
      ...again,
      resultMsg: expect.stringContaining('nothing more is needed'),
    })
    expect(await post(path, confirmation())).toMatchObject({
      ...again,
      resultMsg: expect.stringContaining('with other contents'),
    })
    expect((await authority.ledger()).purchases).toHaveLength(1)
  })

  test('while the authority is away it waits, attaches, and survives a restart', async () => {
    const software = await linked()
    const { post, hurry, authority } = software
    await authority.offline(true)
    expect(await hurry('POST', path, confirmation())).toMatchObject({ status: 503, resultCd: '006' })
    expect(await hurry('POST', path, confirmation())).toMatchObject({ resultCd: '006' })
    expect(await post(path, confirmation({ pmtTyCd: '01' }))).toMatchObject({ resultCd: '004' })
    const { rows } = await software.ok('queue.list', {})
    expect(only(rows)).toMatchObject({ kind: 'purchase', lane: 'purchases', amount: 362207 })
    await software.restart()
    await authority.offline(false)
    await software.settled()
    expect((await authority.ledger()).purchases.map(({ number }) => number)).toEqual([1])
  })

  test('what somebody else has confirmed is 004 and uses up no number', async () => {
    const software = await linked()
    const { gets, post, authority } = software
    await listed(software)
    await authority.control('PUT', 'faults', {
      kind: 'refuse',
      code: '994',
      times: 1,
      paths: ['insertTrnsPurchase'],
    })
    await authority.control('POST', 'faults', { kind: 'nothing', paths: ['selectTrnsPurchaseSalesList'] })
    expect(await post(path, confirmation())).toMatchObject({ status: 409, resultCd: '004', data: null })
    await authority.control('DELETE', 'faults')
    expect(await gets('POST', path, confirmation())).toMatchObject({ cisInvcNo: 1 })
  })
})

test('goods bought are booked in after the purchase that is on its way (spec 3, rule 2)', async () => {
  const software = await linked()
  const { hurry, authority } = software
  await listed(software)
  await authority.offline(true)
  await hurry('POST', path, confirmation())
  const line = { itemCd: 'BREAD', itemNm: 'Bread', stockTyCd: '02', qty: 40, unitPrice: 58, totAmt: 2320 }
  const totals = { totItemCnt: 1, totTaxblAmt: 2000, totTax: 320, totAmt: 2320 }
  await hurry('POST', '/stock/io', {
    sarNo: 1,
    regTyCd: 'M',
    ocrnDt: '20260301',
    ...totals,
    itemList: [line],
  })
  const waiting = (await software.ok('queue.list', {})).rows
  expect(waiting.map(({ kind, waitsFor }) => [kind, waitsFor.map((each) => each.kind)])).toEqual([
    ['purchase', []],
    ['stockRecord', ['purchase']],
  ])
  await authority.offline(false)
  await software.settled()
  expect((await authority.ledger()).stock).toMatchObject([{ onHand: 40 }])
})

test('what somebody else has confirmed is not confirmed again where the authority would not mind', async () => {
  const { authority, post } = await linked({ practice: { checks: 'loose' } })
  const gone = { kind: 'nothing', paths: ['selectTrnsPurchaseSalesList'] }
  await authority.control('PUT', 'faults', gone)
  expect(await post(path, confirmation())).toMatchObject({
    status: 409,
    resultCd: '004',
    resultMsg: expect.stringContaining('somebody else'),
  })
  expect((await authority.ledger()).purchases).toEqual([])
})

test('nothing is said of an invoice while the authority does not say what is still to be confirmed', async () => {
  const { gets, authority } = await linked({ practice: { checks: 'loose' } })
  const list = ['selectTrnsPurchaseSalesList']
  await authority.control('PUT', 'faults', { kind: 'cutBefore', times: 2, paths: list })
  expect(await gets('POST', path, confirmation())).toMatchObject({ cisInvcNo: 1 })
})

test('a confirmation that the network brought twice is ours, though only the refusal of the second is heard', async () => {
  const { gets, authority } = await linked()
  const text = 'Invalid invcNo sequence, expected: 2 but found: 1'
  const twice = {
    kind: 'refuse',
    code: '910',
    text,
    afterCommit: true,
    times: 1,
    paths: ['insertTrnsPurchase'],
  }
  await authority.control('PUT', 'faults', twice)
  expect(await gets('POST', path, confirmation())).toMatchObject({ cisInvcNo: 1 })
  expect((await authority.ledger()).purchases).toHaveLength(1)
})

test('an invoice that is shown late is not passed over', async () => {
  const software = await startSoftware()
  const stale = { kind: 'staleReads', ms: 60_000, times: 1, paths: ['selectTrnsPurchaseSalesList'] }
  await software.authority.control('PUT', 'faults', stale)
  expect(await listed(software)).toEqual([])
  expect(await listed(software, `?spplrTin=${supplier}`)).toHaveLength(1)
})

test('another program has used its number while the answer was out, and it was not there', async () => {
  const { gets, authority } = await linked()
  await authority.control('PUT', 'faults', { kind: 'cutBefore', times: 1, paths: ['insertTrnsPurchase'] })
  await authority.control('PUT', 'counters', { tin: 'P051000001K', kind: 'purchases', next: 3 })
  expect(await gets('POST', path, confirmation())).toMatchObject({ cisInvcNo: 3 })
  expect((await authority.ledger()).purchases.map(({ number }) => number)).toEqual([3])
})

test('a confirmation that arrived twice under its second number has that number', async () => {
  const { post, authority, read, appId } = await linked()
  const paths = ['insertTrnsPurchase']
  await authority.control('PUT', 'faults', { kind: 'cutBefore', times: 1, paths })
  await authority.control('PUT', 'counters', { tin: 'P051000001K', kind: 'purchases', next: 3 })
  const first = post(path, confirmation())
  const asked = () => read(appId, "select 1 from attempt where action = 'lookUp' and authority_number = 1")
  await expect.poll(asked).not.toEqual([])
  const text = 'Invalid invcNo sequence, expected: 4 but found: 3'
  const twice = { kind: 'refuse', code: '910', text, afterCommit: true, times: 1, paths }
  await authority.control('PUT', 'faults', twice)
  await first
  expect((await post(path, confirmation())).data).toMatchObject({ cisInvcNo: 3 })
  expect((await authority.ledger()).purchases.map(({ number }) => number)).toEqual([3])
})

test('a number that somebody else’s confirmation never took is given to the next', async () => {
  const { gets, post, authority, read, appId } = await linked()
  await gets('POST', '/items/service', { taxType: 'B', itemName: 'Delivery', itemCode: 'KE3NTNO0000001' })
  const once = { times: 1, paths: ['insertTrnsPurchase'] }
  await authority.control('PUT', 'faults', [
    { kind: 'slow', ms: 300, ...once },
    { kind: 'cutBefore', ...once },
  ])
  const first = post(path, confirmation())
  const calls = async () => (await authority.control<{ calls: Record<string, number> }>('GET', 'state')).calls
  await expect.poll(calls).toMatchObject({ insertTrnsPurchase: 1 })
  // On its way and about to be lost; somebody else confirms the invoice meanwhile.
  await authority.control('POST', 'faults', { kind: 'nothing', paths: ['selectTrnsPurchaseSalesList'] })
  expect((await first).data).toMatchObject({ cisInvcNo: 1 })
  await authority.control('DELETE', 'faults')
  expect(await gets('POST', path, delivery)).toMatchObject({ cisInvcNo: 1 })
  const states = read(appId, "select state from submission where kind = 'purchase'")
  expect(states).toEqual([{ state: 'refused' }, { state: 'accepted' }])
})

test('the same confirmation twice while the invoice is being pulled is one', async () => {
  const { gets, post, authority } = await startSoftware()
  await gets('POST', '/items/service', { taxType: 'B', itemName: 'Delivery', itemCode: 'KE3NTNO0000001' })
  const slow = { kind: 'slow', ms: 200, times: 1, paths: ['selectTrnsPurchaseSalesList'] }
  await authority.control('PUT', 'faults', slow)
  for (const { resultMsg } of await Promise.all([post(path, delivery), post(path, delivery)]))
    expect(resultMsg).not.toContain('other contents')
  expect((await authority.ledger()).purchases).toHaveLength(1)
})

test('an authority that takes any number once is given another when ours is taken', async () => {
  const { gets, authority, post, read, appId } = await linked({ practice: { checks: 'loose' } })
  await authority.control('PUT', 'faults', {
    kind: 'refuse',
    code: '994',
    times: 1,
    paths: ['insertTrnsPurchase'],
  })
  expect((await gets('POST', path, confirmation()))['cisInvcNo']).toBeGreaterThan(1)
  expect(await post(path, confirmation())).toMatchObject({ resultCd: '004' })
  expect(read(appId, 'select paused_reason from lane where paused_reason is not null')).toEqual([])
})

describe('links', () => {
  test('what is plainly ours is linked by itself, and said', async () => {
    const { gets, post } = await start()
    const name = { itemNm: 'Delivery', itemCd: 'KE3NTNO0000001' }
    const service = {
      itemClsCd: 'SV',
      itemTyCd: '3',
      pkgUnitCd: 'NT',
      qtyUnitCd: 'U',
      taxTyCd: 'B',
      useYn: 'Y',
    }
    await gets('POST', '/items', { ...service, ...name })
    const answer = await post(path, delivery)
    expect(answer).toMatchObject({ resultCd: '000', resultMsg: expect.stringContaining('KE3NTNO0000001 to') })
    expect(answer.data).toEqual({ cisInvcNo: 1, cfmDt: '20260301101500' })
  })

  test('a code that both have counted to means nothing by itself', async () => {
    const { gets, post } = await startSoftware()
    const { itemCd } = await gets('POST', '/items/service', { itemName: 'Repair', taxType: 'B' })
    expect(itemCd).toBe('KE3NTNO0000001')
    expect(await post(path, delivery)).toMatchObject({ resultCd: '005' })
  })

  test('serve a supplier’s later invoices; a number of two suppliers is not confused', async () => {
    const software = await start()
    const { gets, post, authority } = software
    const host = software.host()
    // Two other shops on Kaunta, which sell to this one.
    const pins = ['P052000001A', 'P052000002B']
    const keys = new Map<string, string>()
    for (const taxpayerPin of pins) {
      const connection = connectionTo(authority, {
        taxpayerPin,
        name: taxpayerPin,
        deviceSerial: taxpayerPin,
      })
      const { apiKey } = await host.createProfile({ kind: 'device', connection } as CreateProfile)
      keys.set(taxpayerPin, apiKey)
      const reply = await host.callRest(host.verifyApiKey(apiKey), 'device.initialize', {})
      expect(reply).toMatchObject({ ok: true })
    }
    const sell = async (pin: string, number: number) => {
      const sale = saleOf(number, {}, { transaction: { custTin: taxpayer } })
      const reply = await host.callRest(host.verifyApiKey(keys.get(pin)), 'sale.submit', sale)
      expect(reply).toMatchObject({ ok: true, data: { cisInvcNo: number } })
    }
    for (const pin of pins) await sell(pin, 1)
    const offered = await listed(software, '?spplrInvcNo=1')
    expect(offered.map(({ spplrTin, totAmt }) => [spplrTin, totAmt])).toEqual(pins.map((pin) => [pin, 232]))
    const link = { links: [{ spplrItemCd: offered[0]!.itemList[0]!['itemCd'], localItemCd: 'BREAD' }] }
    expect(await post(`${path}/1/link-items`, link)).toMatchObject({
      resultCd: '003',
      resultMsg: expect.stringMatching(/spplrTin.*P052000001A, P052000002B/),
    })
    await gets('POST', `${path}/1/link-items`, { ...link, spplrTin: pins[0] })
    const bought = { spplrTin: pins[0], spplrInvcNo: 1, totAmt: 232 }
    expect(await gets('POST', path, confirmation(bought))).toMatchObject({ cisInvcNo: 1 })
    expect(await post(path, confirmation({ ...bought, spplrTin: pins[1] }))).toMatchObject({
      resultCd: '005',
    })
    // Not pulled yet: it is asked for when it is named.
    await sell(pins[0]!, 2)
    const later = confirmation({ ...bought, spplrInvcNo: '2' })
    expect(await gets('POST', path, later)).toMatchObject({ cisInvcNo: 2 })
  })

  test('of some lines show on those lines', async () => {
    const software = await start({ practice: { checks: 'loose' } })
    await software.gets('POST', `${path}/877/link-items`, { links: [links[0]] })
    expect(only(await listed(software, '?spplrInvcNo=877')).itemList).toMatchObject([
      { localItemCd: 'BREAD' },
      { localItemCd: null },
    ])
  })
})

describe('GET /purchases', () => {
  test('goes page by page, by state, day and supplier, and returns what changed', async () => {
    const software = await linked()
    const { gets } = software
    expect((await listed(software)).length).toBe(4)
    const first = await gets('GET', `${path}?limit=3`)
    const second = await gets('GET', `${path}?limit=3&cursor=${first['nextCursor'] as string}`)
    expect(first['purchases']).toHaveLength(3)
    expect(second['nextCursor']).toBeUndefined()
    const numbers = [first, second].flatMap((each) =>
      (each['purchases'] as Purchase[]).map(({ spplrInvcNo }) => spplrInvcNo),
    )
    expect(numbers.toSorted()).toEqual(['15033', '301', '4021', '877'])
    const days = (await listed(software, '?state=open')).map(({ salesDt }) => salesDt as string).toSorted()
    expect((await listed(software, `?from=${days[0]}&to=${days[0]}`)).length).toBe(1)
    expect(await listed(software, `?from=20990101`)).toEqual([])
    // The till's time is the authority's, which comes in whole seconds.
    const since = (await gets('GET', path))['fetchedAt'] as string
    await gets('POST', path, confirmation())
    expect(only(await listed(software, `?changedSince=${since}`))).toMatchObject({ state: 'confirmed' })
    expect((await listed(software, '?state=open')).length).toBe(3)
  })

  test('without the authority answers the earlier data, with its time', async () => {
    const software = await start()
    const { gets, post, authority } = software
    await authority.offline(true)
    expect(await gets('GET', path)).toEqual({ purchases: [], fetchedAt: null })
    expect(await post(path, confirmation())).toMatchObject({ status: 503, resultCd: '006' })
    await authority.offline(false)
    await expect.poll(async () => await listed(software)).toHaveLength(4)
    const { fetchedAt } = await gets('GET', path)
    await authority.offline(true)
    const stored = await gets('GET', path)
    expect(stored).toMatchObject({ fetchedAt, purchases: { length: 4 } })
    expect(await gets('GET', `${path}?refresh=false`)).toEqual(stored)
  })
})
