/** Sessions of people over REST: signing in with the till's PIN, roles, refreshing, and how a session ends. */
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Role } from '../../../core/contract/fields.ts'
import { operations } from '../../../core/contract/index.ts'
import type { Operation, RestRoute } from '../../../core/contract/operation.ts'
import { movableClock } from '../../support/clock.ts'
import { connectionTo, shared, startAuthority } from '../operations/shop.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

const pins: Record<Role, string> = { cashier: '5917', manager: '628417', owner: '471362' }
const names: Record<Role, string> = { cashier: 'Otieno', manager: 'Achieng', owner: 'Wanjiru' }

interface Tokens {
  accessToken: string
  refreshToken: string
}

const startPeople = async (options: Parameters<typeof startSoftware>[0] = {}) => {
  const shop = await startSoftware(options)
  for (const role of ['cashier', 'manager'] as const) {
    await shop.ok('user.save', { name: names[role], role, pin: pins[role] })
  }
  return shop
}
const staff = shared((cleanUp) => startPeople({ cleanUp }))
const signIn = (shop: Software, role: Role, pin = pins[role]) =>
  shop.send('POST', '/session', { user: names[role], pin }, {})
const session = async (shop: Software, role: Role = 'owner') =>
  (await signIn(shop, role)).data as unknown as Tokens
const bearer = ({ accessToken }: Tokens, appId?: string) => ({
  authorization: `Bearer ${accessToken}`,
  ...(appId === undefined ? {} : { 'x-service-app-id': appId }),
})
const items = (shop: Software, tokens: Tokens, appId: string | undefined = shop.appId) =>
  shop.send('GET', '/items', undefined, bearer(tokens, appId))
const refresh = (shop: Software, refreshToken: string) =>
  shop.send('POST', '/session/refresh', { refreshToken }, {})

const ranks: Record<Role, number> = { cashier: 1, manager: 2, owner: 3 }
const routes = Object.values<Operation>(operations).flatMap(({ rest }) => (rest ? [rest] : []))

describe('signing in', () => {
  test('by name or id and PIN gives tokens, the person and the profiles', async () => {
    const shop = staff()
    const { data, status, headers } = await shop.send(
      'POST',
      '/session',
      { user: ' wanjiru', pin: '471362' },
      {},
    )
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(data).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      tokenType: 'Bearer',
      expiresIn: 900,
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      user: { id: expect.any(String), name: 'Wanjiru', role: 'owner' },
      apps: [{ id: shop.appId, name: 'Mfano Traders', environment: 'sandbox' }],
    })
    const { id } = (data as { user: { id: string } }).user
    expect((await shop.send('POST', '/session', { user: id, pin: '471362' }, {})).resultCd).toBe('000')
  })

  test('says the same for a wrong name as for a wrong PIN', async () => {
    const shop = staff()
    const wrongPin = await signIn(shop, 'owner', '9999')
    const wrongName = await shop.send('POST', '/session', { user: 'Nobody', pin: '471362' }, {})
    expect(wrongPin).toMatchObject({ status: 401, resultCd: '001' })
    expect(wrongName.body).toEqual(wrongPin.body)
  })

  test('takes nothing from the address', async () => {
    const shop = staff()
    const answer = await shop.send('POST', '/session?user=Wanjiru&pin=1234', {}, {})
    expect(answer).toMatchObject({ resultCd: '002' })
    expect(await shop.send('POST', '/session?pin=1234', { user: 'Wanjiru' }, {})).toMatchObject({
      resultCd: '002',
    })
  })
})

describe('in a session', () => {
  test('the header names the app; a person works in any of them', async () => {
    const shop = staff()
    const tokens = await session(shop)
    expect(await shop.send('GET', '/items', undefined, bearer(tokens))).toMatchObject({
      status: 400,
      resultCd: '002',
      resultMsg: expect.stringContaining('X-Service-App-Id'),
    })
    expect(await items(shop, tokens, 'no-such-app')).toMatchObject({ status: 400, resultCd: '003' })
    expect(await items(shop, tokens)).toMatchObject({ resultCd: '000' })
    const live = connectionTo(await startAuthority(), { name: 'Live', environment: 'production' })
    const { id } = await shop.host().createProfile({ kind: 'device', connection: live })
    expect(await items(shop, tokens, id)).toMatchObject({ resultCd: '007' })
  })

  test('a stream of events needs the app as every call does, and ends when its token does', async () => {
    const shop = staff()
    const tokens = await session(shop, 'cashier')
    const listen = (appId?: string) => shop.send('GET', '/events', undefined, bearer(tokens, appId))
    expect(await listen()).toMatchObject({
      status: 400,
      resultCd: '002',
      resultMsg: expect.stringContaining('X-Service-App-Id'),
    })
    expect(await listen('no-such-app')).toMatchObject({ status: 400, resultCd: '003' })
  })

  test('both credentials at once are refused', async () => {
    const shop = staff()
    const headers = { ...bearer(await session(shop), shop.appId), 'x-api-key': shop.apiKey }
    expect(await shop.send('GET', '/items', undefined, headers)).toMatchObject({
      status: 400,
      resultCd: '003',
    })
  })

  test('what is done is done in the name of the person', async () => {
    const shop = staff()
    const tokens = await session(shop, 'manager')
    const body = { itemName: 'Soap', taxType: 'B', itemCode: 'SOAP' }
    const registered = await shop.send('POST', '/items/goods', body, bearer(tokens, shop.appId))
    expect(registered.resultCd).toBe('000')
    const [{ payload } = { payload: '' }] = shop.read<{ payload: string }>(
      shop.appId,
      "select payload from submission where kind = 'item' order by id desc",
    )
    expect(payload).toContain(names.manager)
  })

  test.each(['cashier', 'manager', 'owner'] as const)(
    'a %s may call what the role may, and no more',
    async (role) => {
      const shop = staff()
      const tokens = await session(shop, role)
      const mayNot = (route: RestRoute) => ranks[role] < ranks[route.role]
      for (const route of routes) {
        if (route.public || route.path === '/session') continue
        const path = route.path.replace(/:\w+/g, 'A000000001Z')
        const body = route.method === 'GET' ? undefined : {}
        const answer = await shop.send(route.method, path, body, bearer(tokens, shop.appId))
        const what = `${role} ${route.method} ${route.path}`
        expect(answer.status === 403, what).toBe(mayNot(route))
        expect(answer.resultCd === '001', what).toBe(mayNot(route))
      }
      expect(routes.filter((route) => !route.public && mayNot(route)).length > 0).toBe(role !== 'owner')
    },
  )

  test('a sale registers its items for a manager; a cashier sells what is registered', async () => {
    const shop = staff()
    const sell = async (role: Role, invcNo: number) =>
      shop.send('POST', '/sales-with-items', saleOf(invcNo), bearer(await session(shop, role), shop.appId))
    const refused = await sell('cashier', 1)
    expect(refused).toMatchObject({ status: 403, resultCd: '001' })
    expect(refused.resultMsg).toContain('ITEM-001')
    expect(JSON.stringify((await shop.authority.ledger()).items)).not.toContain('Consulting')
    expect(await sell('manager', 1)).toMatchObject({ resultCd: '000' })
    expect(await sell('cashier', 2)).toMatchObject({ resultCd: '000' })
  })

  test('a change of role counts at once', async () => {
    const shop = staff()
    const tokens = await session(shop, 'manager')
    const sync = () => shop.send('POST', '/sync', {}, bearer(tokens, shop.appId))
    expect((await sync()).status).toBe(200)
    const { people } = await shop.ok('user.list')
    const achieng = people.find(({ name }) => name === names.manager)!
    await shop.ok('user.save', { id: achieng.id, name: names.manager, role: 'cashier' })
    expect((await sync()).status).toBe(403)
  })
})

describe('a session ends', () => {
  test('when it is signed out: its access token and its refresh token die with it, another session does not', async () => {
    const shop = await startPeople()
    const tokens = await session(shop)
    const other = await session(shop)
    expect(await shop.send('DELETE', '/session', undefined, bearer(tokens))).toMatchObject({
      data: { ended: true },
    })
    expect(await items(shop, tokens)).toMatchObject({ status: 401, resultCd: '001' })
    expect(await refresh(shop, tokens.refreshToken)).toMatchObject({ status: 401, resultCd: '001' })
    expect((await items(shop, other)).resultCd).toBe('000')
    expect(await shop.send('DELETE', '/session')).toMatchObject({ resultCd: '001' })
  })

  test('when a refresh token is used twice: the thief gets nothing, and its owner signs in again', async () => {
    const shop = await startPeople()
    const first = await session(shop)
    const second = (await refresh(shop, first.refreshToken)).data as unknown as Tokens
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await items(shop, first)).resultCd).toBe('000')
    expect((await items(shop, second)).resultCd).toBe('000')
    expect((await refresh(shop, first.refreshToken)).resultCd).toBe('001')
    for (const tokens of [first, second]) {
      expect((await items(shop, tokens)).resultCd).toBe('001')
      expect((await refresh(shop, tokens.refreshToken)).resultCd).toBe('001')
    }
    expect(shop.readWorkspace('select ended_because from session')).toEqual([
      { ended_because: 'tokenReused' },
    ])
  })

  test('when two race with one refresh token', async () => {
    const shop = await startPeople()
    const { refreshToken } = await session(shop)
    const answers = await Promise.all([refresh(shop, refreshToken), refresh(shop, refreshToken)])
    expect(answers.map(({ resultCd }) => resultCd).sort()).toEqual(['000', '001'])
    const winner = answers.find(({ resultCd }) => resultCd === '000')!.data as unknown as Tokens
    expect((await items(shop, winner)).resultCd).toBe('001')
  })

  test('when the PIN is changed or the person is dismissed, but not with a new name', async () => {
    const shop = await startPeople()
    const { people } = await shop.ok('user.list')
    const person = (role: Role) => people.find(({ name }) => name === names[role])!
    const cashier = await session(shop, 'cashier')
    const manager = await session(shop, 'manager')
    await shop.ok('user.save', { id: person('cashier').id, name: 'Otieno O.', role: 'cashier' })
    expect((await items(shop, cashier)).resultCd).toBe('000')
    await shop.ok('user.save', {
      id: person('cashier').id,
      name: 'Otieno O.',
      role: 'cashier',
      pin: '593826',
    })
    await shop.ok('user.save', {
      id: person('manager').id,
      name: names.manager,
      role: 'manager',
      active: false,
    })
    for (const tokens of [cashier, manager]) {
      expect((await items(shop, tokens)).resultCd).toBe('001')
      expect((await refresh(shop, tokens.refreshToken)).resultCd).toBe('001')
    }
  })

  test('by time: the access token after a quarter of an hour, the session after a week without a refresh', async () => {
    const { clock, move } = movableClock()
    const shop = await startPeople({ ports: { clock } })
    const first = await session(shop)
    move(890_000)
    expect((await items(shop, first)).resultCd).toBe('000')
    move(11_000)
    expect((await items(shop, first)).resultCd).toBe('001')
    move(6 * 86_400_000)
    const second = (await refresh(shop, first.refreshToken)).data as unknown as Tokens
    expect((await items(shop, second)).resultCd).toBe('000')
    move(7 * 86_400_000)
    expect((await refresh(shop, second.refreshToken)).resultCd).toBe('001')
    move(30 * 86_400_000)
    await session(shop)
    expect(shop.readWorkspace('select count(*) as n from session')).toEqual([{ n: 1 }])
    expect(shop.readWorkspace('select count(*) as n from refresh_token')).toEqual([{ n: 1 }])
  })
})

test('a session outlives a restart; a token that was not signed here is not taken', async () => {
  const shop = await startPeople()
  const tokens = await session(shop)
  const [header = '', payload = '', signature = ''] = tokens.accessToken.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forged = [
    `${encoded({ alg: 'none' })}.${payload}.`,
    `${encoded({ alg: 'none' })}.${payload}.${signature}`,
    `${header}.${encoded({ ...claims, exp: Number(claims['exp']) + 9e6 })}.${signature}`,
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32)),
    `${header}.${payload}`,
    tokens.refreshToken,
  ]
  for (const accessToken of forged) {
    expect(await items(shop, { ...tokens, accessToken })).toMatchObject({ status: 401, resultCd: '001' })
  }
  await shop.restart()
  expect(await shop.host().verifySession(tokens.accessToken, undefined)).toMatchObject({
    user: { role: 'owner' },
  })
  // The role is not in the token: it is looked up at every call.
  expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'iss', 'sid', 'sub'])
})
