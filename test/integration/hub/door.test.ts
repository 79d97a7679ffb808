/** The hub's door: pairing, tokens, and everything that must not get in. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:tls'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { certificateOf } from '../../../core/hub/certificate.ts'
import { createHubClient, type HubRequest } from '../../../core/link/client.ts'
import { proofLength, publicOf, tillKey, wordsOf } from '../../../core/link/identity.ts'
import { createSession } from '../../../core/link/session.ts'
import { confirmTill, revokeTill, tillsOf } from '../../../db/hub/door.ts'
import { ownPrograms } from '../../support/postgres.ts'
import { openTestTill, startHub, type TestTill, tokenOf } from './openDoor.ts'

const hello = { method: 'GET', path: '/hello' } as const
const problemOf = (outcome: { is: string; problem?: string }) => outcome.problem ?? outcome.is
const statusOf = async (till: TestTill, bearer: string): Promise<number> => {
  const heard = await till.client().send({ ...hello, bearer })
  return heard.is === 'answered' ? heard.status : 0
}

describe.each([ownPrograms()])('on PostgreSQL $version', (programs) => {
  test('a till is paired by the code, gets a name of its own, and is let in', async () => {
    const hub = await startHub(programs)
    const [first, second] = [await openTestTill(), await openTestTill({ branch: '01' })]
    expect(await first.pair(hub)).toBeNull()
    expect(await second.pair(hub)).toBeNull()
    expect([first.link().name, second.link().name]).toEqual(['T1', 'T2'])
    expect(await first.session().call(hello)).toMatchObject({
      status: 200,
      body: { protocol: 1, tillName: 'T1', branch: '00', environment: 'production', place: { seq: 0 } },
    })
    expect(await second.session().call(hello)).toMatchObject({ body: { tillName: 'T2', branch: '01' } })
    const kinds = first.db.raw.prepare('select kind, who from audit').all()
    expect(kinds).toEqual([{ kind: 'hubPaired', who: 'Amina' }])
  })

  test('a code lets one till in, and the same one again after a lost answer', async () => {
    const hub = await startHub(programs)
    const [first, second] = [await openTestTill(), await openTestTill()]
    const code = hub.code()
    expect(await first.pair(hub, { code })).toBeNull()
    const { origin } = first.link()
    expect(await first.pair(hub, { code })).toBeNull()
    expect(first.link().origin).toBe(origin)
    expect(await second.pair(hub, { code })).toBe('codeEnded')
    expect(await tillsOf(hub.hub.db, null)).toHaveLength(1)
  })

  test('a code ends after five tries, and a new one works', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    const code = hub.code()
    const wrong = code.slice(0, proofLength) + (code.endsWith('0') ? '111111' : '000000')
    const tries = []
    for (let n = 0; n < 6; n += 1) tries.push(await till.pair(hub, { code: wrong }))
    expect(tries).toEqual([...Array(5).fill('wrongCode'), 'codeEnded'])
    expect(await till.pair(hub, { code })).toBe('codeEnded')
    expect(hub.door.codes.shown()).toBeNull()
    expect(await till.pair(hub)).toBeNull()
  })

  test('a till of another environment or another taxpayer is refused', async () => {
    const hub = await startHub(programs)
    expect(await (await openTestTill({ environment: 'sandbox' })).pair(hub)).toBe('otherEnvironment')
    expect(await (await openTestTill()).pair(hub)).toBeNull()
    expect(await (await openTestTill({ taxpayer: 'P051000002Z' })).pair(hub)).toBe('otherTaxpayer')
    await expect(startHub(programs, { environment: 'sandbox', url: hub.url })).rejects.toThrow(
      'for production. Start it with --environment production',
    )
  })

  test('nothing is sent to what has another key than the code or the link says', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    expect(await till.pair(hub)).toBeNull()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const received: Buffer[] = []
    const middleman = createServer(
      {
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        cert: certificateOf(privateKey),
        minVersion: 'TLSv1.3',
      },
      (socket) => void socket.on('data', (part) => received.push(part)).on('error', () => undefined),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void middleman.close())
    await once(middleman, 'listening')
    const address = `127.0.0.1:${(middleman.address() as { port: number }).port}`

    const client = createHubClient(till.link().pin, [address])
    onTestFinished(client.close)
    expect(await till.session(client).call(hello)).toMatchObject({ problem: 'pinMismatch' })
    expect(await client.send({ method: 'POST', path: '/token', body: { assertion: 'x' } })).toMatchObject({
      problem: 'pinMismatch',
    })
    const other = await openTestTill()
    expect(await other.pair({ address, code: hub.code })).toBe('wrongCode')
    expect(Buffer.concat(received).length).toBe(0)
    expect(other.secrets.kept.size).toBe(0)
  })

  test('the next address is asked when the first is dead or belongs to somebody else', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    await till.pair(hub)
    const client = createHubClient(till.link().pin, ['127.0.0.1:1', hub.address])
    onTestFinished(client.close)
    expect(await till.session(client).call(hello)).toMatchObject({ status: 200 })
    expect(client.address()).toBe(hub.address)
  })

  test('TLS older than 1.3 is refused', async () => {
    const hub = await startHub(programs)
    const socket = connect({ port: hub.door.port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' })
    const [error] = await once(socket, 'error')
    expect(error.code).toMatch(/PROTOCOL_VERSION/)
  })

  test('a manager compares the words before a till may begin, where the hub wants it', async () => {
    const hub = await startHub(programs, { wantsConfirmation: true })
    const till = await openTestTill()
    await till.pair(hub)
    expect(problemOf(await till.session().call(hello))).toBe('unconfirmed')
    const { tills } = (await hub.admin('tills')).body as {
      tills: { uid: string; words: unknown; state: string }[]
    }
    const { pin, public_key } = till.link()
    expect(tills).toMatchObject([{ words: wordsOf(pin, public_key), state: 'unconfirmed' }])
    expect((await hub.admin('confirm', { uid: till.link().origin, who: 'Amina' })).status).toBe(200)
    expect(await till.session().call(hello)).toMatchObject({ status: 200 })
    // A till that is paired anew with another key is compared again.
    till.secrets.kept.clear()
    await till.pair(hub)
    expect(problemOf(await till.session().call(hello))).toBe('unconfirmed')
  })

  test('a revoked till is refused at its next request, and an owner can pair it again', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    await till.pair(hub)
    const token = await tokenOf(till)
    expect(await statusOf(till, token)).toBe(200)
    expect((await hub.admin('revoke', { uid: till.link().origin, who: 'Amina' })).status).toBe(200)
    expect(await statusOf(till, token)).toBe(403)
    expect(problemOf(await till.session().call(hello))).toBe('revoked')
    const { origin } = till.link()
    expect(await till.pair(hub)).toBeNull()
    expect(till.link()).toMatchObject({ origin, name: 'T1' })
    expect(await till.session().call(hello)).toMatchObject({ status: 200 })
  })

  test('a token of before a pairing with another key is worth nothing', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    await till.pair(hub)
    const token = await tokenOf(till)
    till.secrets.kept.clear()
    await till.pair(hub)
    expect(await statusOf(till, token)).toBe(401)
  })

  test('foreign, changed, expired and replayed credentials serve nothing', async () => {
    const [hub, other] = [await startHub(programs), await startHub(programs)]
    const till = await openTestTill()
    const stranger = await openTestTill()
    await till.pair(hub)
    await stranger.pair(other)
    const token = await tokenOf(till)
    const [head, body, seal = ''] = token.split('.')
    const foreign = await tokenOf(stranger)
    const own = await new SignJWT({ key: publicOf((await tillKey(till.secrets, till.appId))!) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(till.link().origin)
      .setAudience(hub.hub.id)
      .setExpirationTime('10m')
      .sign(new Uint8Array(32))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    for (const wrong of ['', 'x', foreign, own, unsigned, `${head}.${body}.${seal.slice(0, -2)}AA`])
      expect(await statusOf(till, wrong), wrong).toBe(401)
    expect(decodeJwt(token).exp).toBeTypeOf('number')

    const client = till.client()
    const sent: HubRequest[] = []
    const spy = {
      send: (request: HubRequest) => {
        sent.push(request)
        return client.send(request)
      },
    }
    await till.session(spy).call(hello)
    const asked = sent.find(({ path }) => path === '/token') as HubRequest
    expect(await client.send(asked)).toMatchObject({ status: 401 })
    // The process that gave it ended.
    await hub.restart()
    expect(await statusOf(till, token)).toBe(401)
    expect(await client.send(asked)).toMatchObject({ status: 401 })
    expect(await till.session().call(hello)).toMatchObject({ status: 200 })
  })

  test('another till’s key proves nothing for this till', async () => {
    const hub = await startHub(programs)
    const [till, thief] = [await openTestTill(), await openTestTill()]
    await till.pair(hub)
    await thief.pair(hub)
    thief.db.raw.prepare('update hub_link set origin = ?').run(till.link().origin)
    expect(problemOf(await thief.session().call(hello))).toBe('unknown')
    thief.db.raw.prepare('update hub_link set origin = ?').run(randomUUID())
    expect(problemOf(await thief.session().call(hello))).toBe('unknown')
  })

  test('a token lasts ten minutes, and the till gets the next one before', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    await till.pair(hub)
    let now = 0
    const client = till.client()
    const paths: string[] = []
    const session = createSession({
      client: {
        send: (request) => {
          paths.push(request.path)
          return client.send(request)
        },
      },
      secrets: till.secrets,
      clock: { monotonic: () => now },
      appId: till.appId,
      hub: till.link().hub,
      origin: till.link().origin,
    })
    for (const minutes of [0, 8.9, 9.1]) {
      now = minutes * 60_000
      await session.call(hello)
    }
    expect(paths).toEqual(['/nonce', '/token', '/hello', '/hello', '/nonce', '/token', '/hello'])
  })

  test('requests of strangers get no further than the door', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    await till.pair(hub)
    const client = till.client()
    const status = async (request: HubRequest) => {
      const heard = await client.send(request)
      return heard.is === 'answered' ? heard.status : heard.problem
    }
    const token = await tokenOf(till)
    for (const path of ['/admin/state', '/admin/tills']) {
      expect(await status({ method: 'GET', path })).toBe(404)
      expect(await status({ method: 'GET', path, bearer: token })).toBe(404)
    }
    expect(await status({ method: 'GET', path: '/tills' })).toBe(401)
    expect(await status({ method: 'GET', path: '/nothing', bearer: token })).toBe(404)
    expect(await status({ method: 'POST', path: '/pair', body: { secret: 1 } })).toBe(400)
    expect(await status({ method: 'POST', path: '/pair', body: { secret: 'é'.repeat(6) } })).toBe(400)
    expect(await status({ method: 'POST', path: '/token', body: { assertion: 'x'.repeat(20_000) } })).toBe(
      413,
    )
  })

  test('a till that is too old is told so', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    await till.pair(hub)
    const old = await rawGet(hub.door.port, '/hub/v1/nonce', { 'x-kaunta-hub': '-1' })
    expect(old).toMatch(/^HTTP\/1.1 426 /)
    expect(old).toContain('"tooOld"')
  })

  test('a caller that sends slowly is cut off', async () => {
    const hub = await startHub(programs, { patienceMs: 300 })
    const socket = connect({ port: hub.door.port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    socket.write(
      'POST /hub/v1/pair HTTP/1.1\r\nhost: x\r\nx-kaunta-hub: 1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    )
    await once(socket.resume(), 'close')
  })

  test('tills are listed for the own branch only', async () => {
    const hub = await startHub(programs)
    const [here, there] = [await openTestTill(), await openTestTill({ branch: '01' })]
    await here.pair(hub)
    await there.pair(hub)
    const list = await here.session().call({ method: 'GET', path: '/tills' })
    expect((list as { body: { tills: object[] } }).body.tills).toMatchObject([
      { uid: here.link().origin, name: 'T1' },
    ])
    expect((await hub.admin('tills')).body).toMatchObject({ tills: [{ name: 'T1' }, { name: 'T2' }] })
  })

  test('codes, keys and tokens are in no log and not in PostgreSQL', async () => {
    const hub = await startHub(programs)
    const till = await openTestTill()
    const code = hub.code()
    await till.pair(hub, { code })
    const token = await tokenOf(till)
    await till.pair(hub, { code: `${code.slice(0, proofLength)}000000` })
    const { rows } = await hub.hub.db.executeQuery<{ table: string }>({
      sql: `select table_name as table from information_schema.tables where table_schema = 'public'`,
      parameters: [],
      query: { kind: 'RawNode' } as never,
      queryId: { queryId: 'x' } as never,
    })
    const dump: string[] = [...hub.log.lines]
    for (const { table } of rows)
      dump.push(
        JSON.stringify(
          await hub.hub.db
            .selectFrom(table as never)
            .selectAll()
            .execute(),
        ),
      )
    const all = dump.join('\n')
    expect(all).toContain(till.link().origin)
    const secrets = [
      code,
      code.slice(proofLength),
      token,
      ...hub.secrets.kept.values(),
      ...till.secrets.kept.values(),
    ]
    for (const secret of secrets) expect(all.includes(secret)).toBe(false)
  })

  test('a till can be confirmed or ended only if it is there', async () => {
    const hub = await startHub(programs)
    const uid = randomUUID()
    const by = { who: 'Amina', from: null }
    expect(await confirmTill(hub.hub.db, uid, 1, by)).toBe('absent')
    expect(await revokeTill(hub.hub.db, uid, 1, by, null, async () => undefined)).toBe('absent')
    expect((await hub.admin('revoke', { uid, who: 'Amina' })).status).toBe(409)
    expect((await hub.admin('revoke', { uid: 'x', who: 'Amina' })).status).toBe(400)
  })
})

const rawGet = async (port: number, path: string, headers: Record<string, string>): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  return text
}
