/** Servers with faulty connections, which the practice authority never has. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { author, bread, sale } from '../../unit/authority/records.ts'
import { connect } from './till.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const accepted = JSON.stringify({
  resultCd: '000',
  resultMsg: 'It is succeeded',
  resultDt: '20260301103001',
  data: {
    curRcptNo: '1',
    totRcptNo: '1',
    intrlData: 'ABCDEFGHIJKLMNOPQRSTUVWX2A',
    rcptSign: 'ABCDEFGHIJKLMNOP',
    sdcDateTime: '20260301103001',
  },
})

/** An HTTP server that notes the requests and connections it gets. */
async function serve(listener: RequestListener) {
  const requests: { url: string; headers: Record<string, unknown>; body: string }[] = []
  const sockets: Socket[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ url: request.url ?? '', headers: request.headers, body })
    listener(request, response)
  })
  server.on('connection', (socket) => sockets.push(socket))
  const url = await listen(server)
  return { url, requests, sockets }
}

async function listen(server: ReturnType<typeof createSocketServer>) {
  const open = new Set<Socket>()
  server.on('connection', (socket) => open.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function client(...[baseUrl, changes]: Parameters<typeof connect>) {
  const till = connect(baseUrl, changes)
  closing.push(() => till.authority.close())
  return till
}

const answering =
  (body: string, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }

describe('a connection', () => {
  test('to an unknown host never carried anything', async () => {
    const { authority } = client('http://authority.invalid')
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'neverArrived' })
  })

  test('that is never made secure in time never carried anything', async () => {
    let heard = ''
    const url = await listen(
      createSocketServer((socket) => socket.on('data', (data) => (heard += data.toString('latin1')))),
    )
    const timeouts = { connectMs: 250, answerMs: 4_000 }
    const { authority } = client(url.replace('http:', 'https:'), { timeouts })
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'neverArrived' })
    expect(heard).not.toBe('')
    expect(heard).not.toContain('INV-0001')
  })

  test('that cannot be made secure never carried anything', async () => {
    const { url, requests } = await serve(answering(accepted))
    const { authority } = client(url.replace('http:', 'https:'))
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'neverArrived' })
    expect(requests).toEqual([])
  })

  test('that is closed as soon as it stands may have carried it', async () => {
    const url = await listen(createSocketServer((socket) => socket.destroy()))
    const { authority } = client(url)
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'mayHaveArrived' })
  })

  test('is kept for calls that follow closely, and closed when idle', async () => {
    const { url, sockets } = await serve(answering(accepted))
    const { authority } = client(url)
    for (let i = 0; i < 10; i++) expect(await authority.submitSale(sale)).toMatchObject({ kind: 'accepted' })
    expect(sockets).toHaveLength(1)
    await once(sockets[0]!, 'end')
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'accepted' })
    expect(sockets).toHaveLength(2)
  })

  test('is not closed while its answer is only slow', async () => {
    const { url } = await serve((request, response) => {
      setTimeout(() => answering(accepted)(request, response), 2_500)
    })
    expect(await client(url).authority.submitSale(sale)).toMatchObject({ kind: 'accepted' })
  })

  test('that was kept and is cut under the next call may have carried it: the call is not repeated', async () => {
    const { url, requests } = await serve((request, response) => {
      if (requests.length === 1) answering(accepted)(request, response)
      else request.socket.destroy()
    })
    const { authority } = client(url)
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'accepted' })
    expect(await authority.submitSale({ ...sale, number: 2 })).toMatchObject({ kind: 'mayHaveArrived' })
    expect(requests).toHaveLength(2)
  })

  test('is not shared by calls at the same time', async () => {
    const { url } = await serve(answering(accepted))
    const { authority } = client(url)
    const answers = await Promise.all([1, 2, 3].map((number) => authority.submitSale({ ...sale, number })))
    expect(answers.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted'])
  })

  test('ends with the client: what was on its way may have arrived, and nothing is sent any more', async () => {
    const { url, sockets } = await serve(() => authority.close())
    const { authority } = client(url)
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'mayHaveArrived' })
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'neverArrived' })
    expect(sockets).toHaveLength(1)
  })
})

describe('an answer', () => {
  test('of which the end is missing may be one to a sale that counts', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': String(accepted.length) })
      response.write(accepted.slice(0, 40), () => response.destroy())
    })
    expect(await client(url).authority.submitSale(sale)).toMatchObject({ kind: 'mayHaveArrived' })
  })

  test('accepting a sale without its signature leaves it to be looked up', async () => {
    const { url } = await serve(answering('{"resultCd":"000","data":{"curRcptNo":"1"}}'))
    expect(await client(url).authority.submitSale(sale)).toMatchObject({ kind: 'mayHaveArrived' })
  })

  test.each([
    ['as long as it keeps coming when it is a list', 'codes', 'accepted'],
    ['not without end when it is not', 'sale', 'mayHaveArrived'],
  ] as const)('that comes in drops is waited for %s', async (_, what, kind) => {
    const text = what === 'codes' ? '{"resultCd":"000","data":{"clsList":[]}}' : accepted
    const { url } = await serve(async (_request, response) => {
      response.writeHead(200)
      for (const [index, character] of [...text].entries()) {
        // Ten pauses which together are longer than the time-out, each of them far shorter.
        if (index % 4 === 0 && index < 40) await new Promise((resolve) => setTimeout(resolve, 100))
        response.write(character)
      }
      response.end()
    })
    const { authority } = client(url, { timeouts: { connectMs: 2_000, answerMs: 500 } })
    const answer = what === 'codes' ? await authority.codes(undefined) : await authority.submitSale(sale)
    expect(answer.kind).toBe(kind)
  })

  test('is read as UTF-8 wherever it is split', async () => {
    const body = Buffer.from('{"resultCd":"910","resultMsg":"Mkahawa wa Ã© 😀"}')
    const { url } = await serve(async (_, response) => {
      response.writeHead(200)
      for (const byte of body) await new Promise((resolve) => response.write(Buffer.of(byte), resolve))
      response.end()
    })
    expect(await client(url).authority.saveItem(bread)).toMatchObject({
      kind: 'refused',
      text: 'Mkahawa wa Ã© 😀',
    })
  })

  test('that is very long is kept with the try in part', async () => {
    const clsList = Array.from({ length: 3_000 }, (_, index) => ({
      cdCls: String(index),
      dtlList: [{ cd: 'A' }],
    }))
    const { url } = await serve(answering(JSON.stringify({ resultCd: '000', data: { clsList } })))
    const answer = await client(url).authority.codes(undefined)
    expect(answer.kind === 'accepted' && answer.data.length).toBe(3_000)
    expect(answer.exchange.response?.length).toBeLessThan(21_000)
  })
})

describe('what is sent', () => {
  test.each([
    ['', '/saveStockMaster'],
    ['/', '/saveStockMaster'],
    ['/etims-api/', '/etims-api/saveStockMaster'],
    ['/etims-api', '/etims-api/saveStockMaster'],
  ])('goes under the prefix "%s" of the host', async (prefix, path) => {
    const { url, requests } = await serve(answering(accepted))
    await client(url + prefix).authority.saveStockMaster({ itemCode: bread.code, quantity: 1, author })
    expect(requests[0]?.url).toBe(path)
  })

  test('to the legacy host has who asks in its headers, and nothing of the gateway', async () => {
    const { url, requests } = await serve(answering(accepted))
    await client(url).authority.findInvoice(7)
    expect(requests[0]?.headers).toMatchObject({ tin: 'P051000001K', bhfid: '00', cmckey: 'a-stored-key' })
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
    expect(requests[0]?.body).toBe('{"invcNo":7}')
  })

  const gatewayOf = (url: string) => ({
    dialect: 'gateway' as const,
    gateway: {
      tokenUrl: `${url}/v1/token/generate`,
      apigeeAppId: 'app-id',
      credentials: async () => ({ consumerKey: 'the-key', consumerSecret: 'the-secret' }),
    },
  })

  test('to the gateway has a token, and repeats the caller in the body of a query', async () => {
    const { url, requests } = await serve((request, response) => {
      const body = request.url?.startsWith('/v1/token')
        ? '{"access_token":"a-token","expires_in":"3599"}'
        : accepted
      answering(body)(request, response)
    })
    await client(url, gatewayOf(url)).authority.findInvoice(7)
    expect(requests.map((request) => request.url)).toEqual([
      '/v1/token/generate?grant_type=client_credentials',
      '/selectInvoiceDetail',
    ])
    expect(requests[1]?.headers).toMatchObject({
      authorization: 'Bearer a-token',
      apigee_app_id: 'app-id',
      tin: 'P051000001K',
      bhfid: '00',
      cmckey: 'a-stored-key',
    })
    expect(requests[1]?.body).toBe('{"tin":"P051000001K","bhfId":"00","invcNo":7}')
  })

  test('again is byte for byte the same', async () => {
    const { url, requests } = await serve(answering(accepted))
    const { authority } = client(url)
    await authority.submitSale(sale)
    await authority.submitSale(structuredClone(sale))
    expect(requests[1]?.body).toBe(requests[0]?.body)
  })

  test('is kept with the try, but no secret is, nor does one reach a text or the log', async () => {
    const info = { sdcId: 'KRACU0100000001', cmcKey: 'a-fresh-key' }
    const { url } = await serve((request, response) => {
      if (request.url?.startsWith('/v1/token')) {
        return answering('{"access_token":"a-token","expires_in":"3599"}')(request, response)
      }
      if (request.url === '/initialize') {
        return answering(JSON.stringify({ resultCd: '000', data: { info } }))(request, response)
      }
      const echo = `${request.headers['cmckey']} ${request.headers.authorization} is not welcome`
      answering(JSON.stringify({ resultCd: '910', resultMsg: echo }))(request, response)
    })
    const till = client(url, gatewayOf(url))
    const issued = await till.authority.initialise('dvc-1')
    expect(issued).toMatchObject({ kind: 'accepted', data: { cmcKey: 'a-fresh-key' } })
    const refused = await till.authority.submitSale(sale)
    expect(refused).toMatchObject({ kind: 'refused', text: '[secret] Bearer [secret] is not welcome' })
    expect(refused.exchange.request).toMatch(/^POST http.*\/sendSalesTransaction\n/)
    expect(refused.exchange.request).toContain('"trdInvcNo":"INV-0001"')
    expect(refused.exchange.httpStatus).toBe(200)
    const everything = JSON.stringify([issued.exchange, refused, till.lines])
    for (const secret of [
      'a-fresh-key',
      'a-stored-key',
      'a-token',
      'the-key',
      'the-secret',
      'dGhlLWtleTp0aGUtc2VjcmV0',
    ]) {
      expect(everything).not.toContain(secret)
    }
    expect(till.lines.length).toBeGreaterThan(0)
  })

  test('is nothing when the key cannot be read', async () => {
    const { url, requests } = await serve(answering(accepted))
    const { authority } = client(url, { cmcKey: () => Promise.reject(new Error('The key ring is locked')) })
    expect(await authority.submitSale(sale)).toMatchObject({ kind: 'neverArrived' })
    expect(requests).toEqual([])
  })

  test('is nothing when a record is broken', async () => {
    const { url, requests } = await serve(answering(accepted))
    const broken = { ...sale, lines: undefined as unknown as typeof sale.lines }
    expect(await client(url).authority.submitSale(broken)).toMatchObject({ kind: 'neverArrived' })
    expect(requests).toEqual([])
  })

  test('is nothing when the address is none', async () => {
    expect(await client('no address').authority.submitSale(sale)).toMatchObject({ kind: 'neverArrived' })
  })
})
