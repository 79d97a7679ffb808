/** Registering and reading items (spec 4.8 to 4.10, GET /items) against the strict practice authority. */
import { describe, expect, test, vi } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { connectionTo, shared, taxpayer } from '../operations/shop.ts'
import { saleOf, startSoftware } from './software.ts'

const service = { itemName: 'Consulting', taxType: 'B' }
const goods = { itemName: 'Bread', taxType: 'A' }
const full = {
  itemClsCd: 'GD',
  itemTyCd: '2',
  itemNm: 'Soap',
  pkgUnitCd: 'NT',
  qtyUnitCd: 'U',
  taxTyCd: 'B',
  useYn: 'Y',
}
const day = expect.stringMatching(/^20\d{6}$/)

const software = shared((cleanUp) => startSoftware({ cleanUp }))

test('a quantity unit is kept as it is given, and sent as the authority has it', async () => {
  const { gets, authority } = software()
  const units = { KG: 'KG', L: 'NO', M: 'NO', LTR: 'NO' }
  for (const qtyUnitCd of Object.keys(units))
    expect(await gets('POST', '/items/goods', { ...goods, itemName: qtyUnitCd, qtyUnitCd })).toMatchObject({
      qtyUnitCd,
    })
  const sent = (await authority.ledger()).items.map(({ request }) => [
    request['itemNm'],
    request['qtyUnitCd'],
  ])
  expect(Object.fromEntries(sent)).toEqual(units)
})

test('every field of the full registration arrives and can be read again', async () => {
  const { gets, authority } = await startSoftware()
  const all = {
    ...full,
    itemCd: 'SOAP-1',
    itemClsCd: '5313160900',
    itemStdNm: 'Bar soap',
    orgnNatCd: 'UG',
    btchNo: 'B1',
    bcd: '6161100000017',
    dftPrc: 195.5,
    addInfo: 'blue',
    sftyQty: 2.5,
  }
  expect(await gets('POST', '/items', all)).toEqual({
    itemCd: 'SOAP-1',
    itemNm: 'Soap',
    itemClsCd: '5313160900',
    taxTyCd: 'B',
    useYn: 'Y',
    regDt: day,
    modiDt: day,
  })
  expect((await authority.ledger()).items[0]!.request).toMatchObject({
    ...all,
    itemCd: 'UG2NTNO0000001',
    qtyUnitCd: 'NO',
  })
  const { items } = (await gets('GET', '/items?itemCd=SOAP-1')) as { items: object[] }
  expect(items).toMatchObject([
    {
      itemCd: 'SOAP-1',
      itemClsCd: '5313160900',
      bcd: '6161100000017',
      dftPrc: 195.5,
      sftyQty: 2.5,
      itemStdNm: 'Bar soap',
      btchNo: 'B1',
      addInfo: 'blue',
      registered: true,
      cisItemCd: 'UG2NTNO0000001',
    },
  ])
})

describe('closed sets and bounds', () => {
  test.each([
    ['/items/service', { ...service, price: -1 }, 'price'],
    ['/items/goods', { ...goods, itemName: '  ' }, 'itemName'],
    ['/items/goods', { ...goods, qtyUnitCd: 'EACH' }, 'qtyUnitCd'],
    ['/items/goods', { ...goods, pkgUnitCd: 'QQ' }, 'pkgUnitCd'],
    ['/items', { ...full, qtyUnitCd: '??' }, 'qtyUnitCd'],
    ['/items', { ...full, pkgUnitCd: 'U' }, 'pkgUnitCd'],
    ['/items', { ...full, itemTyCd: '9' }, 'itemTyCd'],
    ['/items', { ...full, orgnNatCd: 'KENYA' }, 'orgnNatCd'],
    ['/items', { ...full, bcd: 'ä' }, 'bcd'],
    ['/items', { ...full, sftyQty: -1 }, 'sftyQty'],
    ['/items', { ...full, addInfo: '12345678' }, 'addInfo'],
  ])('%s %j is 003 and names %s', async (path, body, field) => {
    const { post, version } = software()
    const before = version()
    const answer = await post(path, body)
    expect(answer).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
    expect(version()).toBe(before)
  })
})

describe('a code again', () => {
  test('changes the item and leaves alone what the call does not name', async () => {
    const { gets, authority, ok } = await startSoftware()
    await gets('POST', '/items', { ...full, itemCd: 'SOAP-1', bcd: '6161100000017', dftPrc: 195 })
    const [item] = (await ok('item.list', {})).items
    await ok('item.save', { ...item!, category: 'Cleaning' })
    await gets('POST', '/items/goods', { itemName: 'Soap bar', taxType: 'B', itemCode: 'SOAP-1' })
    const { items } = await ok('item.list', {})
    expect(items).toMatchObject([
      { name: 'Soap bar', price: 195_00, category: 'Cleaning', barcode: '6161100000017' },
    ])
    const known = (await authority.ledger()).items
    expect(known).toMatchObject([{ request: { itemNm: 'Soap bar', dftPrc: 195 } }])
  })

  test.each([null, ''])('leaves a barcode alone that is %j', async (bcd) => {
    const { gets } = software()
    await gets('POST', '/items', { ...full, itemCd: 'SOAP-2', bcd: '6161100000024' })
    await gets('POST', '/items', { ...full, itemCd: 'SOAP-2', bcd })
    expect(await gets('GET', '/items?itemCd=SOAP-2')).toMatchObject({ items: [{ bcd: '6161100000024' }] })
  })

  test('leaves out of use what is out of use, unless it says so', async () => {
    const { gets } = software()
    const bread = { ...goods, itemCode: 'BREAD' }
    expect(await gets('POST', '/items/goods', { ...bread, useYn: 'N' })).toMatchObject({ useYn: 'N' })
    expect(await gets('POST', '/items/goods', bread)).toMatchObject({ useYn: 'N' })
    expect(await gets('POST', '/items/goods', { ...bread, useYn: 'Y' })).toMatchObject({ useYn: 'Y' })
  })

  test('cannot change what the authority reads out of the code', async () => {
    const { gets, post } = software()
    await gets('POST', '/items', { ...full, itemCd: 'SOAP-3' })
    const unit = await post('/items', { ...full, itemCd: 'SOAP-3', qtyUnitCd: 'KG' })
    expect(unit).toMatchObject({ resultCd: '003' })
    expect(unit.resultMsg).toContain('qtyUnitCd')
    const type = await post('/items/service', { ...service, itemCode: 'SOAP-3' })
    expect(type).toMatchObject({ resultCd: '003' })
    expect(type.resultMsg).toContain('itemCode')
  })

  test('a barcode belongs to one item', async () => {
    const { gets, post } = software()
    await gets('POST', '/items', { ...full, itemCd: 'A', bcd: '6161100000031' })
    const answer = await post('/items', { ...full, itemCd: 'B', bcd: '6161100000031' })
    expect(answer).toMatchObject({ resultCd: '003' })
    expect(answer.resultMsg).toContain('bcd')
  })

  test('sent again unchanged while the authority is away, it waits for the same registration', async () => {
    const { post, authority, read, appId } = await startSoftware({ timing: { answerMs: 60 } })
    await authority.offline(true)
    const away = await post('/items/goods', { ...goods, itemCode: 'BREAD' })
    expect(away).toMatchObject({ status: 503, resultCd: '006', data: { itemCd: 'BREAD' } })
    expect(await post('/items/goods', { ...goods, itemCode: 'BREAD' })).toMatchObject({ resultCd: '006' })
    await authority.offline(false)
    await vi.waitFor(async () => {
      expect(await post('/items/goods', { ...goods, itemCode: 'BREAD' })).toMatchObject({ resultCd: '000' })
    })
    expect(read(appId, "select * from submission where kind = 'item'")).toHaveLength(1)
  })

  test('a refused one can be sent again corrected', async () => {
    const { post, gets, authority } = await startSoftware()
    await authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid itemClsCd', paths: ['/saveItem'], times: 1 },
    ])
    const refused = await post('/items', { ...full, itemCd: 'SOAP-1' })
    expect(refused).toMatchObject({ resultCd: '003', data: { remedy: 'fixItem', itemCd: 'SOAP-1' } })
    expect(refused.resultMsg).toContain('Invalid itemClsCd')
    await gets('POST', '/items', { ...full, itemCd: 'SOAP-1', itemClsCd: '5313160900', qtyUnitCd: 'KG' })
    expect((await authority.ledger()).items.map(({ itemCd }) => itemCd)).toEqual(['KE2NTKG0000001'])
  })
})

describe.each(['legacy', 'gateway'] as const)('two branches of one taxpayer, on the %s wire', (dialect) => {
  test('the codes of the second continue after those of the first, also later', async () => {
    const first = await startSoftware({ practice: { dialect } })
    const { gets, send, authority, host } = first
    await gets('POST', '/items', { ...full, itemCd: 'SUGAR', itemNm: 'Sugar' })
    const branch = connectionTo(authority, { name: 'Branch', branchId: '01', deviceSerial: 'KAU-2' })
    const { apiKey } = await host().createProfile({ kind: 'device', connection: branch })
    const there = (path: string, body: object) => send('POST', path, body, { 'x-api-key': apiKey })
    expect((await there('/initialize', {})).resultCd).toBe('000')
    expect(await there('/items/goods', { ...goods, itemName: 'Books' })).toMatchObject({
      data: { itemCd: 'KE2NTNO0000002' },
    })
    await gets('POST', '/sync', {})
    await gets('POST', '/items/goods', { ...goods, itemName: 'Pens' })
    expect((await authority.ledger()).items.map(({ request }) => request['itemNm'])).toEqual([
      'Sugar',
      'Books',
      'Pens',
    ])
  })
})

describe('two branches that have not synced', () => {
  /** The head office registers Sugar; the branch was initialised before that, and has not heard of it. */
  const opened = async (dialect: 'legacy' | 'gateway' = 'legacy') => {
    const { clock, wait } = movableClock()
    const { gets, send, authority, host } = await startSoftware({ practice: { dialect }, ports: { clock } })
    const branch = connectionTo(authority, { name: 'Branch', branchId: '01', deviceSerial: 'KAU-2' })
    const { apiKey } = await host().createProfile({ kind: 'device', connection: branch })
    const there = (path: string, body: object) => send('POST', path, body, { 'x-api-key': apiKey })
    await there('/initialize', {})
    await gets('POST', '/items/goods', { ...goods, itemName: 'Sugar' })
    wait(61_000)
    const register = async (itemName: string) => {
      expect(await there('/items/goods', { ...goods, itemName })).toMatchObject({ resultCd: '000' })
      return (await authority.ledger()).items.map(({ itemCd, request }) => `${itemCd} ${request['itemNm']}`)
    }
    return { register, authority }
  }

  test.each(['legacy', 'gateway'] as const)(
    'a new item does not take the code of another (%s)',
    async (dialect) => {
      const { register } = await opened(dialect)
      expect(await register('Books')).toEqual(['KE2NTNO0000001 Sugar', 'KE2NTNO0000002 Books'])
      expect(await register('Pens')).toHaveLength(3)
    },
  )

  test('goods of the same name keep their common code', async () => {
    const { register } = await opened()
    expect(await register('sugar')).toEqual(['KE2NTNO0000001 sugar'])
  })

  test('it is still registered where the authority does not answer', async () => {
    const { register, authority } = await opened()
    const paths = ['/selectItemList', '/itemInfo']
    await authority.control('PUT', 'faults', [{ kind: 'refuse', code: '999', text: 'Not here', paths }])
    expect(await register('Books')).toEqual(['KE2NTNO0000001 Books'])
  })
})

test('registered again without its units and country it keeps them', async () => {
  const { gets } = software()
  const sack = { ...full, itemCd: 'RICE', orgnNatCd: 'TZ', pkgUnitCd: 'BG', qtyUnitCd: 'KG' }
  await gets('POST', '/items', sack)
  expect(
    await gets('POST', '/items/goods', { itemName: 'Pishori rice', taxType: 'A', itemCode: 'RICE' }),
  ).toMatchObject({ itemNm: 'Pishori rice', pkgUnitCd: 'BG', qtyUnitCd: 'KG' })
  const { orgnNatCd: _, ...rest } = sack
  await gets('POST', '/items', { ...rest, itemNm: 'Rice' })
  const { items } = (await gets('GET', '/items?itemCd=RICE')) as { items: object[] }
  expect(items).toMatchObject([{ itemNm: 'Rice', orgnNatCd: 'TZ', pkgUnitCd: 'BG', qtyUnitCd: 'KG' }])
})

test('a change that was refused is sent again when its call is repeated', async () => {
  const { post, gets, authority } = await startSoftware()
  await gets('POST', '/items/goods', { ...goods, itemCode: 'BREAD' })
  await authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid dftPrc', paths: ['/saveItem'], times: 1 },
  ])
  const change = { ...goods, itemCode: 'BREAD', price: 70 }
  expect(await post('/items/goods', change)).toMatchObject({ resultCd: '003' })
  await gets('POST', '/items/goods', change)
  expect((await authority.ledger()).items[0]!.request).toMatchObject({ dftPrc: 70 })
})

test('two registrations at once get two codes', async () => {
  const { gets, authority } = await startSoftware()
  const codes = await Promise.all(
    ['A', 'B', 'C', 'D'].map(
      async (itemName) => (await gets('POST', '/items/goods', { ...goods, itemName }))['itemCd'],
    ),
  )
  expect(new Set(codes).size).toBe(4)
  expect((await authority.ledger()).items).toHaveLength(4)
})

describe('GET /items', () => {
  test('filters, searches and pages through everything once', async () => {
    const { gets } = await startSoftware()
    for (const name of ['Brown bread', 'Soap', 'White bread', 'Airtime']) {
      const path = name === 'Airtime' ? '/items/service' : '/items/goods'
      await gets('POST', path, { itemName: name, taxType: 'A', itemCode: name.replace(' ', '-') })
    }
    await gets('POST', '/items/goods', { itemName: 'Old', taxType: 'A', itemCode: 'OLD', useYn: 'N' })
    const codes = async (query: string) =>
      ((await gets('GET', `/items${query}`))['items'] as { itemCd: string }[]).map(({ itemCd }) => itemCd)
    expect(await codes('?search=bread')).toEqual(['Brown-bread', 'White-bread'])
    expect(await codes('?useYn=N')).toEqual(['OLD'])
    expect(await codes('?changedSince=2999-01-01T00:00:00Z')).toEqual([])
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await gets('GET', `/items?limit=2${cursor}`)
      seen.push(...(page['items'] as { itemCd: string }[]).map(({ itemCd }) => itemCd))
      cursor = page['nextCursor'] ? `&cursor=${page['nextCursor']}` : ''
    } while (cursor)
    expect(seen).toEqual(['Brown-bread', 'Soap', 'White-bread', 'Airtime', 'OLD'])
  })

  test('changedSince answers what was registered, or refused, since', async () => {
    const { clock, wait } = movableClock()
    const { gets, post, authority } = await startSoftware({ ports: { clock }, timing: { answerMs: 60 } })
    await authority.offline(true)
    await post('/items/goods', { ...goods, itemCode: 'BREAD' })
    await post('/items', { ...full, itemCd: 'SOAP' })
    wait(120_000)
    await authority.control('PUT', 'clock', { skewMs: 120_000 })
    const since = new Date(clock.now() - 60_000).toISOString()
    const changed = async () => (await gets('GET', `/items?changedSince=${since}`))['items']
    expect(await changed()).toEqual([])
    await authority.control('PUT', 'faults', [
      { kind: 'refuse', code: '910', text: 'Invalid itemClsCd', paths: ['/saveItem'], times: 1 },
    ])
    await authority.offline(false)
    await vi.waitFor(async () =>
      expect(await changed()).toMatchObject([
        { itemCd: 'BREAD', registered: false },
        { itemCd: 'SOAP', registered: true },
      ]),
    )
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=many', 'limit'],
    ['useYn=X', 'useYn'],
    ['cursor=abc', 'cursor'],
    ['changedSince=yesterday', 'changedSince'],
  ])('?%s is 003 and names %s', async (query, field) => {
    const { send } = software()
    const answer = await send('GET', `/items?${query}`)
    expect(answer).toMatchObject({ resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
  })
})

test('what waits for an item hears why no items are sent', async () => {
  const { post, authority } = await startSoftware({ timing: { pauseRetryMs: 600_000 } })
  await post('/items', { ...full, itemCd: 'SOAP' })
  await authority.control('PUT', `devices/${taxpayer}/00/KAU-1`, { approved: false })
  expect(await post('/items', { ...full, itemCd: 'RICE', itemNm: 'Rice' })).toMatchObject({ resultCd: '007' })
  const sale = saleOf(1, { itemCd: 'RICE', itemNm: 'Rice', itemTyCd: '2' })
  expect(await post('/sales-with-items', sale)).toMatchObject({ resultCd: '007' })
})
