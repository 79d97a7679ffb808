/** What a token opens: nothing of another branch by any route, nothing once it has ended, and not more than the hub can do. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tokenValidMs } from '../../../core/hub/tokens.ts'
import type { HubRequest } from '../../../core/link/client.ts'
import { systemClock } from '../../../core/platform/nodePorts.ts'
import { bothPrograms } from '../../support/postgres.ts'
import { repository } from '../../support/process.ts'
import { type Branch, fillBranch } from './branchRows.ts'
import { openTestTill, startHub, tokenOf } from './openDoor.ts'
import { wishOf } from './sharingHub.ts'

const programs = bothPrograms()[1]!
const hello = { method: 'GET', path: '/hello' } as const

type Asking = (here: Branch, by: object) => Omit<HubRequest, 'method' | 'path'> & { query?: string }
/** Each route of tills, asked for what belongs to another branch. */
const routes: Record<string, Asking> = {
  'GET /hello': () => ({}),
  'GET /peppers': () => ({}),
  'GET /tills': () => ({}),
  'GET /offers': () => ({}),
  'GET /screens': () => ({}),
  'GET /device/items': () => ({}),
  'GET /bestSellers': () => ({ query: '?day=20260102&days=7' }),
  'GET /report': () => ({ query: '?day=20260102' }),
  'GET /documents': ({ uids }) => ({ query: `?till=${uids.till}&id=1` }),
  'GET /feed': () => ({ query: '?wait=0' }),
  'GET /facts': () => ({ query: '?after=0' }),
  'POST /tills/confirm': ({ uids }, by) => ({ body: { uid: uids.till, by } }),
  'POST /tills/revoke': ({ uids }, by) => ({ body: { uid: uids.till, by } }),
  'POST /tills/deputy': ({ uids }, by) => ({ body: { uid: uids.till, by } }),
  'POST /deputy/escrow': () => ({ body: { key: 'x'.repeat(43), proof: 'x' } }),
  'POST /code': (_, by) => ({ body: { by } }),
  'POST /screens': (_, by) => ({ body: { by, name: 'Eve', password: 'a long password' } }),
  'POST /offers/answer': ({ uids }, by) => ({ body: { by, uid: uids.wish, take: true, seen: { name: 1 } } }),
  'POST /twins/answer': ({ uids }, by) => ({
    body: { by, one: uids.person, other: uids.other, keep: uids.person },
  }),
  'POST /letters/register': (_, by) => ({ body: { by, id: 1 } }),
  'POST /claims': ({ uids }) => ({
    body: { what: 'parked', uid: uids.parked, request: randomUUID(), who: 'Eve' },
  }),
  'POST /facts': ({ uids }) => ({ body: factOf(uids.person) }),
  'POST /facts/earlier': ({ uids }) => ({ body: { ...factOf(uids.person), of: uids.till } }),
  'POST /device': () => ({ body: {} }),
  'POST /device/items': ({ uids }) => ({
    body: { after: null, items: [{ uid: uids.person, code: 'x', onHand: 1 }] },
  }),
  'POST /device/back': () => ({ body: { until: 0 } }),
  'POST /device/taken': () => ({ body: {} }),
  'GET /delegate/unended': () => ({}),
  'POST /delegate/ended': () => ({ body: { ended: [] } }),
  'POST /delegate': () => ({ body: { since: 0, counters: {} } }),
}

/** A wish of another branch's person. Its chain does not matter: the hub keeps what a till says, and marks it. */
const factOf = (uid: string) => ({
  protocol: 1,
  after: { seq: 0, hash: '0'.repeat(64) },
  facts: [
    {
      ...{ v: 1, seq: 1, at: 1, kind: 'wish', subject: '', rowId: null, who: 'Eve', hash: '1'.repeat(64) },
      content: JSON.stringify(
        wishOf('person', uid, { name: 'Eve', active: 0 }, { base: { name: 9, active: 9 } }),
      ),
      rows: null,
      uids: { items: {}, customers: {} },
    },
  ],
})

test('every route of tills is in the table', () => {
  const folder = repository('core/hub')
  const source = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join()
  const all = [...source.matchAll(/app\.(get|post)\('\/hub\/v1(\/[^']*)'/g)].map(
    ([, method = '', path]) => `${method.toUpperCase()} ${path}`,
  )
  const others = ['POST /pair', 'GET /nonce', 'POST /token']
  expect(all.filter((route) => !route.includes(' /admin/') && !others.includes(route)).toSorted()).toEqual(
    Object.keys(routes).toSorted(),
  )
})

test('a till of another branch gets no row of this one by any route, and changes none', async () => {
  const hub = await startHub(programs)
  const { db } = hub.hub
  const here = await fillBranch(db, '00')
  const till = await openTestTill({ branch: '01' })
  await till.pair(hub)
  const eve = { uid: randomUUID(), name: 'Eve', role: 'owner' }
  const { branch } = await db
    .selectFrom('origin')
    .select('branch')
    .where('uid', '=', till.link().origin)
    .executeTakeFirstOrThrow()
  const body = JSON.stringify({ name: 'Eve', role: 'owner', active: 1 })
  await db
    .insertInto('shared')
    .values({
      uid: eve.uid,
      kind: 'person',
      scope: branch,
      versions: '{"*":1}',
      authors: '{}',
      body,
      active: true,
    })
    .execute()
  const rowsHere = async () =>
    JSON.stringify([
      await db.selectFrom('shared').selectAll().where('scope', '=', here.branch).orderBy('uid').execute(),
      await db.selectFrom('origin').selectAll().where('id', '=', here.origin).execute(),
      await db.selectFrom('parked').selectAll().where('branch', '=', here.branch).execute(),
      await db.selectFrom('credit').selectAll().where('branch', '=', here.branch).execute(),
      await db.selectFrom('alike').selectAll().execute(),
      await db.selectFrom('wish').selectAll().where('origin', '=', here.origin).execute(),
      await db.selectFrom('device').selectAll().where('branch', '=', here.branch).execute(),
      await db.selectFrom('handed').selectAll().where('origin', '=', here.origin).execute(),
      await db.selectFrom('delegation').selectAll().where('origin', '=', here.origin).execute(),
      await db.selectFrom('deputy').selectAll().where('origin', '=', here.origin).execute(),
    ])
  const before = await rowsHere()
  const peppers = await db.selectFrom('pepper').select('id').where('branch', '=', here.branch).execute()
  const token = await tokenOf(till)
  const client = till.client()
  for (const [route, asking] of Object.entries(routes)) {
    const [method, path] = route.split(' ') as ['GET' | 'POST', string]
    const { query = '', ...rest } = asking(here, eve)
    const heard = await client.send({ method, path: path + query, bearer: token, ...rest })
    const text = JSON.stringify(heard)
    expect(heard.is, route).toBe('answered')
    for (const own of [here.mark, ...Object.values(here.uids), ...peppers.map(({ id }) => id)])
      expect(text, route).not.toContain(own)
    // The code that it was given is not the other branch's: it lets a till in by its own branch.
    for (const bearer of ['', 'x', `${token}x`])
      expect(await client.send({ method, path: path + query, bearer, ...rest }), route).toMatchObject({
        status: 401,
      })
  }
  expect(await rowsHere()).toBe(before)
})

test('a token is worth nothing after ten minutes, and its till gets another one', async () => {
  let later = 0
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + later }
  const hub = await startHub(programs, { clock })
  const till = await openTestTill()
  await till.pair(hub)
  const token = await tokenOf(till)
  const client = till.client()
  expect(await client.send({ ...hello, bearer: token })).toMatchObject({ status: 200 })
  later = tokenValidMs
  for (const route of Object.keys(routes)) {
    const [method, path] = route.split(' ') as ['GET' | 'POST', string]
    expect(await client.send({ method, path, bearer: token }), route).toMatchObject({
      status: 401,
      body: { error: { code: 'token' } },
    })
  }
  expect(await till.session().call(hello)).toMatchObject({ status: 200 })
})

test('64 requests of tills run at once; the next one is told to come back, and does', async () => {
  const hub = await startHub(programs)
  const till = await openTestTill()
  await till.pair(hub)
  const token = await tokenOf(till)
  const client = till.client()
  const head = [
    ...['POST /hub/v1/facts HTTP/1.1', 'host: x', 'x-kaunta-hub: 1', `authorization: Bearer ${token}`],
    ...['content-type: application/json', 'content-length: 1000', '', '{'],
  ].join('\r\n')
  const sockets: TLSSocket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let n = 0; n < 64; n += 1) {
    const socket = connect({ port: hub.door.port, host: '127.0.0.1', rejectUnauthorized: false })
    socket.on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'secureConnect')
    socket.write(head)
  }
  const busy = { status: 503, body: { error: { code: 'busy' } }, retryAfterMs: 1_000 }
  await vi.waitFor(
    async () => expect(await client.send({ ...hello, bearer: token })).toMatchObject(busy),
    10_000,
  )
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(
    async () => expect(await till.session().call(hello)).toMatchObject({ status: 200 }),
    10_000,
  )
})
