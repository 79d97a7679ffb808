/** GET /queue and /queue/{id}: extensions by which other software sees what became of its documents. */
import { expect, test } from 'vitest'
import { queueEntry } from '../../../core/contract/queue.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

type Entry = ReturnType<typeof queueEntry.parse>

const later = ({ send, apiKey }: Software, body: unknown, path = '/sales-with-items') =>
  send('POST', path, body, { 'x-api-key': apiKey, prefer: 'respond-async' })

const look = async ({ gets }: Software, location: unknown): Promise<Entry> =>
  queueEntry.parse(await gets('GET', String(location).replace('/api/v1', '')))

test('a document is followed from the place its answer named until it is signed', async () => {
  const software = await startSoftware()
  await software.authority.offline(true)
  const kept = await later(software, saleOf('A/7'))
  const waiting = await look(software, kept.headers['location'])
  expect(waiting).toMatchObject({
    queueId: kept.data!['queueId'],
    kind: 'sale',
    lane: 'sales',
    number: 'A/7',
    state: 'queued',
    stateText: 'Kept; it waits for other documents.',
    result: null,
    refusal: null,
    location: kept.headers['location'],
    sale: '/api/v1/sales/A%2F7',
    waitsFor: [{ kind: 'item', title: 'Consulting' }],
  })
  const item = await look(software, waiting.waitsFor[0]!.location)
  expect(item).toMatchObject({ kind: 'item', number: 'ITEM-001', waitsFor: [] })
  await software.authority.offline(false)
  await software.settled()
  const signed = await look(software, kept.headers['location'])
  expect(signed).toMatchObject({ state: 'accepted', attempts: 1, nextTryAt: null, waitsFor: [] })
  const again = await software.post('/sales-with-items', saleOf('A/7'))
  expect(signed.result).toEqual(again.data)
  expect(Date.parse(signed.settledAt!)).toBeGreaterThanOrEqual(Date.parse(signed.createdAt))
})

test('a refusal is returned with the authority’s words, the remedy, and the caller’s item code', async () => {
  const software = await startSoftware()
  await software.gets('POST', '/items/goods', { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP' })
  const body = saleOf(1, { itemCd: 'SOAP', itemTyCd: '2' }, { autoRegisterItems: false })
  const refused = await software.post('/sales-with-items', body)
  expect(refused.data).toMatchObject({ remedy: 'addStock' })
  const entry = await look(software, `/queue/${String(refused.data!['queueId'])}`)
  expect(entry).toMatchObject({
    state: 'refused',
    refusal: {
      remedy: 'addStock',
      advice: expect.stringContaining('/stock/io'),
      authorityText: refused.data!['authorityText'],
      itemCd: 'SOAP',
    },
  })
  await software.post('/sales-with-items', body)
  expect(await look(software, entry.location)).toMatchObject({ state: 'withdrawn', refusal: null })
})

test('the list is filtered, counted and paged', async () => {
  const software = await startSoftware()
  await software.authority.offline(true)
  for (const number of [1, 2, 3]) await later(software, saleOf(number))
  const page = async (query: string) => {
    const data = await software.gets('GET', `/queue?${query}`)
    return data as unknown as { entries: Entry[]; counts: Record<string, number>; nextCursor?: string }
  }
  // Between two tries: the first one is on its way for a moment each time.
  await expect
    .poll(() => page(''))
    .toMatchObject({
      entries: [{ kind: 'item' }, { kind: 'sale' }, { kind: 'sale' }, { kind: 'sale' }],
      counts: { queued: 4, accepted: 0, refused: 0 },
    })
  expect((await page('')).nextCursor).toBeUndefined()
  await expect
    .poll(() => page('kind=sale&state=queued'))
    .toMatchObject({ entries: [{ number: '1' }, { number: '2' }, { number: '3' }] })
  const sales = await page('kind=sale&lane=sales&limit=2')
  expect(sales.entries.map(({ number }) => number)).toEqual(['1', '2'])
  const rest = await page(`kind=sale&limit=2&cursor=${sales.nextCursor}`)
  expect(rest.entries.map(({ number }) => number)).toEqual(['3'])
  expect((await page('state=accepted')).entries).toEqual([])
  await software.authority.offline(false)
  await software.settled()
  const done = await page('state=all')
  expect(done.entries.every(({ state }) => state === 'accepted')).toBe(true)
  expect(done.counts).toMatchObject({ queued: 0, accepted: 4 })
  expect((await page('')).entries).toEqual([])
})

test('what is not there, and what is no filter, is 003 with its name', async () => {
  const { send, apiKey } = await startSoftware()
  const ask = (path: string) => send('GET', path, undefined, { 'x-api-key': apiKey })
  for (const [path, field] of [
    ['/queue/999', 'id'],
    ['/queue/0', 'id'],
    ['/queue/first', 'id'],
    ['/queue?state=gone', 'state'],
    ['/queue?kind=letter', 'kind'],
    ['/queue?lane=slow', 'lane'],
    ['/queue?limit=0', 'limit'],
    ['/queue?cursor=x', 'cursor'],
  ] as const) {
    const answer = await ask(path)
    expect(answer, path).toMatchObject({ status: 400, resultCd: '003' })
    expect(answer.resultMsg).toContain(field)
  }
  expect(await send('GET', '/queue', undefined, {})).toMatchObject({ status: 401, resultCd: '001' })
})

test('a key sees its own app alone, and no body and no key of anybody', async () => {
  const software = await startSoftware()
  await software.authority.offline(true)
  const kept = await later(software, saleOf(1))
  const other = await software.host().createProfile({ kind: 'practice', name: 'Other' })
  const headers = { 'x-api-key': other.apiKey }
  const theirs = await software.send('GET', '/queue', undefined, headers)
  expect(theirs.data).toMatchObject({ entries: [] })
  const place = String(kept.headers['location']).replace('/api/v1', '')
  expect(await software.send('GET', place, undefined, headers)).toMatchObject({ resultCd: '003' })
  const own = JSON.stringify((await software.send('GET', '/queue')).body)
  expect(own).not.toContain(software.apiKey)
  expect(own).not.toContain('cmcKey')
  expect(own).not.toContain('"payload"')
})

test('a refused document is resent, or withdrawn with a reason, which returns its goods', async () => {
  const software = await startSoftware()
  const { gets, post, authority, settled } = software
  await gets('POST', '/items/goods', { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP' })
  const line = { itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '13', qty: 10, unitPrice: 116, totAmt: 1160 }
  const sums = { totItemCnt: 1, totTaxblAmt: 1000, totTax: 160, totAmt: 1160 }
  const record = { sarNo: 7, regTyCd: 'M', ocrnDt: '20260301', ...sums, itemList: [line] }
  const refused = await post('/stock/io', record)
  expect(refused).toMatchObject({ resultCd: '003', data: { queueId: expect.any(Number) } })
  const place = `/queue/${String(refused.data!['queueId'])}`
  const onHand = async () => (await gets('GET', '/items?itemCd=SOAP'))['items'] as { remainingQty: number }[]
  expect((await onHand())[0]!.remainingQty).toBe(-10)
  await authority.offline(true)
  expect(await gets('POST', place, { act: 'sendAgain' })).toMatchObject({ refusal: null })
  await authority.offline(false)
  await settled()
  expect(await look(software, place)).toMatchObject({ state: 'refused' })
  expect(await post(place, { act: 'giveUp' })).toMatchObject({ resultCd: '002' })
  expect(await post(place, { act: 'forget' })).toMatchObject({ resultCd: '003' })
  expect(await post(place, { act: 'setAside' })).toMatchObject({ resultCd: '003' })
  expect(await gets('POST', place, { act: 'giveUp', reason: 'Never left' })).toMatchObject({
    state: 'withdrawn',
    stateText: expect.stringContaining('Never left'),
  })
  expect((await onHand())[0]!.remainingQty).toBe(0)
  expect(await post(place, { act: 'giveUp', reason: 'Never left' })).toMatchObject({ resultCd: '003' })
  expect(await post('/queue/999', { act: 'sendAgain' })).toMatchObject({ resultCd: '003' })
})

test('a stuck document is marked, set aside, and resent', async () => {
  const software = await startSoftware({ timing: { uncertainMs: 60, answerMs: 50 } })
  const { post, authority, settled } = software
  const kept = await later(software, saleOf('A/1'))
  await settled()
  await authority.control('PUT', 'faults', { kind: 'refuse', code: '999', paths: ['saveTrnsSalesOsdc'] })
  const stuck = await later(software, saleOf('A/2'))
  const place = String(stuck.headers['location']).replace('/api/v1', '')
  await expect.poll(async () => (await look(software, place)).stuck).toBe(true)
  await expect.poll(async () => (await post(place, { act: 'setAside' })).resultCd).toBe('000')
  expect(await look(software, place)).toMatchObject({
    state: 'refused',
    stuck: false,
    stateText: expect.stringContaining('Set aside'),
    refusal: { remedy: 'sendAgain' },
  })
  await authority.control('PUT', 'faults', [])
  await post(place, { act: 'sendAgain' })
  await settled()
  expect(await look(software, place)).toMatchObject({ state: 'accepted' })
  expect(await look(software, kept.headers['location'])).toMatchObject({ stuck: false })
})
