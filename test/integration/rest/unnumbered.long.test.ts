/** Calls without a number: a repeated call is about the same document until a caller has received its outcome. */
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { type RestAnswer, type Software, startSoftware, transferLine } from './software.ts'

const soap = { itemName: 'Soap', taxType: 'B', price: 116 }
const shelf = {
  sarNo: 1,
  regTyCd: 'M',
  ocrnDt: '20260301',
  totItemCnt: 1,
  totTaxblAmt: 1000,
  totTax: 160,
  totAmt: 1160,
  itemList: [{ itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '02', qty: 10, unitPrice: 116, totAmt: 1160 }],
}

const start = async (options: Parameters<typeof startSoftware>[0] = {}): Promise<Software> => {
  const software = await startSoftware(options)
  // Some of these shops wait for hardly any answer: a call that got 006 may still be accepted.
  for (const [path, body] of [
    ['/items/goods', { ...soap, itemCode: 'SOAP' }],
    ['/stock/io', shelf],
  ] as const) {
    await software.post(path, body)
    await software.settled()
  }
  return software
}

const kinds = {
  transfer: {
    path: '/stock/transfer',
    body: { items: [transferLine(1)], toBhfId: '01' },
    number: 'sarNo',
    there: async ({ authority }: Software) =>
      (await authority.ledger()).stockRecords.filter(({ request }) => request['sarTyCd'] === '13').length,
  },
  item: {
    path: '/items/goods',
    body: { ...soap, itemName: 'Bread' },
    number: 'itemCd',
    there: async ({ authority }: Software) => (await authority.ledger()).items.length - 1,
  },
} as const

const numberIn = ({ data }: RestAnswer, name: string) => data?.[name]

describe.each(Object.entries(kinds))('%s', (_kind, { path, body, number, there }) => {
  test('repeated after 006 it is the same one; after its answer the same again is another', async () => {
    const software = await start({ timing: { answerMs: 60 } })
    const { authority, post } = software
    await authority.offline(true)
    const first = await post(path, body)
    const second = await post(path, body)
    expect([first.resultCd, second.resultCd]).toEqual(['006', '006'])
    expect(numberIn(second, number)).toBe(numberIn(first, number))
    await authority.offline(false)
    await software.settled()
    const reported = await post(path, body)
    expect(reported.resultCd).toBe('000')
    expect(numberIn(reported, number)).toBe(numberIn(first, number))
    expect(await there(software)).toBe(1)
    const another = await vi.waitFor(async () => {
      const answer = await post(path, body)
      expect(answer.resultCd).toBe('000')
      return answer
    })
    expect(numberIn(another, number)).not.toBe(numberIn(first, number))
    await software.settled()
    expect(await there(software)).toBe(2)
  })

  test('with a key it is one document, whatever was answered so far; another body under it is 422', async () => {
    const software = await start({ timing: { answerMs: 60 } })
    const { authority, send, apiKey } = software
    const keyed = (content: object, headers = {}) =>
      send('POST', path, content, { 'x-api-key': apiKey, 'idempotency-key': 'k-1', ...headers })
    await authority.offline(true)
    const kept = await keyed(body, { prefer: 'respond-async' })
    const again = await keyed(body, { prefer: 'respond-async' })
    expect([kept.status, again.status]).toEqual([202, 202])
    expect(numberIn(again, number)).toBe(numberIn(kept, number))
    expect(await keyed({ ...body, more: 1 })).toMatchObject({ status: 422, resultCd: '003' })
    await authority.offline(false)
    await software.settled()
    expect(numberIn(await keyed(body), number)).toBe(numberIn(kept, number))
    expect((await keyed(body)).headers['idempotency-replayed']).toBe('true')
    expect(await there(software)).toBe(1)
  })

  test('refused, the same again takes its place, and the answer says under which number to correct it', async () => {
    const software = await start()
    const { authority, post } = software
    await authority.control('PUT', 'faults', [
      {
        kind: 'refuse',
        code: '910',
        text: 'Invalid totAmt',
        paths: ['insertStockIO', '/saveItem'],
        times: 1,
      },
    ])
    const refused = await post(path, body)
    expect(refused.resultCd).toBe('003')
    expect(refused.resultMsg).toContain(String(numberIn(refused, number)))
    const again = await post(path, body)
    expect(again.resultCd).toBe('000')
    expect(numberIn(again, number)).toBe(numberIn(refused, number))
    await software.settled()
    expect(await there(software)).toBe(1)
  })
})

describe('a transfer is the same one', () => {
  const { path, body, number, there } = kinds.transfer

  test('while it is pending, also when the clock is corrected by a day', async () => {
    const { clock, move } = movableClock()
    move(-25 * 3_600_000)
    const software = await start({ timing: { answerMs: 60 }, ports: { clock } })
    const { authority, post } = software
    await authority.offline(true)
    const first = await post(path, body)
    move(25 * 3_600_000)
    const again = await post(path, body)
    expect([first.resultCd, again.resultCd]).toEqual(['006', '006'])
    expect(numberIn(again, number)).toBe(numberIn(first, number))
    await authority.offline(false)
    await software.settled()
    expect(await there(software)).toBe(1)
  })

  test('after a restart too', async () => {
    const software = await start({ timing: { answerMs: 60 } })
    const { authority } = software
    await authority.offline(true)
    const first = await software.post(path, body)
    expect(first.resultCd).toBe('006')
    await authority.offline(false)
    await software.restart()
    await software.settled()
    const again = (await software
      .host()
      .callRest(software.host().verifyApiKey(software.apiKey), 'stock.transfer', body)) as {
      ok: boolean
      data: Record<string, unknown>
    }
    expect(again).toMatchObject({ ok: true, data: { [number]: numberIn(first, number) } })
    expect(await there(software)).toBe(1)
  })

  test('a caller that hung up before the answer gets it with the repeated call', async () => {
    const software = await start({ timing: { answerMs: 10_000 } })
    const { authority, restUrl, apiKey } = software
    await authority.control('PUT', 'faults', [{ kind: 'slow', ms: 200, paths: ['insertStockIO'], times: 1 }])
    const { port } = new URL(restUrl)
    const text = JSON.stringify(body)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nx-api-key: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
    await vi.waitFor(() =>
      expect(software.read(software.appId, "select 1 from submission where state <> 'accepted'")).not.toEqual(
        [],
      ),
    )
    socket.destroy()
    await software.settled()
    expect((await software.post(path, body)).resultCd).toBe('000')
    await software.settled()
    expect(await there(software)).toBe(1)
  })

  test('a caller that got 202 and sends the same without a key wants another document', async () => {
    const software = await start()
    const { authority, send, apiKey } = software
    await authority.offline(true)
    const ask = () => send('POST', path, body, { 'x-api-key': apiKey, prefer: 'respond-async' })
    const [one, two] = [await ask(), await ask()]
    expect([one.status, two.status]).toEqual([202, 202])
    expect(numberIn(one, number)).not.toBe(numberIn(two, number))
    await authority.offline(false)
    await software.settled()
    expect(await there(software)).toBe(2)
  })
})

test('who learned from the queue what became of a transfer hears that the same again is that one', async () => {
  const software = await start({ timing: { answerMs: 60 } })
  const { authority, post, gets } = software
  const { path, body } = kinds.transfer
  await authority.offline(true)
  const first = await post(path, body)
  await authority.offline(false)
  await software.settled()
  expect(await gets('GET', `/queue/${first.data?.['queueId']}`)).toMatchObject({ state: 'accepted' })
  const again = await post(path, body)
  expect(again).toMatchObject({ resultCd: '000', data: { sarNo: first.data?.['sarNo'] } })
  expect(again.resultMsg).toContain(`This is record ${first.data?.['sarNo']}`)
  expect(again.resultMsg).toContain('new sarNo or Idempotency-Key')
  await software.settled()
  const own = { ...body, sarNo: 77 }
  expect(await software.hurry('POST', path, own)).toMatchObject({ data: { sarNo: 77 } })
  await software.settled()
  expect(await kinds.transfer.there(software)).toBe(2)
})

test('goods that a refused transfer took come off the shelf once', async () => {
  const software = await start()
  await software.authority.control('PUT', 'faults', [
    { kind: 'refuse', code: '910', text: 'Invalid totAmt', paths: ['insertStockIO'], times: 2 },
  ])
  const { path, body } = kinds.transfer
  for (const expected of ['003', '003', '000'])
    expect((await software.post(path, body)).resultCd).toBe(expected)
  await software.settled()
  expect((await software.ok('stock.levels', {})).levels[0]?.onHand).toBe(900)
})

describe('PUT /stock/master', () => {
  const path = '/stock/master'
  const master = (remainingQty: number) => ({ itemCd: 'SOAP', remainingQty, userId: 'u1', userName: 'User' })
  const reported = ({ read, appId }: Software) =>
    read<{ quantity: number }>(
      appId,
      `select json_extract(payload, '$.quantity') / 100 as quantity from submission
       where kind = 'stockMaster' and json_extract(payload, '$.quantity') is not null order by id`,
    ).map(({ quantity }) => quantity)

  test('repeated after 006, or under one key, it is sent once; repeated later, it is sent again', async () => {
    const software = await start({ timing: { answerMs: 60 } })
    const { authority, send, apiKey } = software
    const put = (quantity: number, headers = {}) =>
      send('PUT', path, master(quantity), { 'x-api-key': apiKey, ...headers })
    await authority.offline(true)
    for (const _ of [1, 2]) expect((await put(10)).resultCd).toBe('006')
    const keyed = { 'idempotency-key': 'm-1', prefer: 'respond-async' }
    for (const _ of [1, 2]) expect((await put(11, keyed)).status).toBe(202)
    expect(reported(software)).toEqual([10, 11])
    // The last word counts: what was said before it is another call now.
    expect((await put(10)).resultCd).toBe('006')
    expect(reported(software)).toEqual([10, 11, 10])
  })
})
