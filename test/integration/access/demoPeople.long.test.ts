/** The demo shop's people, whose PIN the lock screen shows: in a Sandbox they can be owners, in Production they have no access. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ask, startTestServer } from '../../support/server.ts'
import { connectionTo, startTill, type Till } from '../operations/shop.ts'

const demoPin = '1234'
const amina = { name: 'Amina', pin: '471362' }

/** The demo shop with its owner at the window, and a profile of a real device beside it. */
const startDemoShop = async (environment: 'sandbox' | 'production' = 'production') => {
  const till = await startTill()
  const { user: wanjiru, appId } = await till.ok('workspace.tryItNow')
  const { people } = await till.ok('workspace.state')
  const otieno = people.find(({ role }) => role === 'cashier')
  const real = await till.ok('profile.create', connectionTo({ url: 'http://127.0.0.1:9' }, { environment }))
  return { ...till, wanjiru, otieno: otieno!, demoProfile: appId!, real: real.id }
}

const peopleOf = async (till: Pick<Till, 'ok'>) =>
  (await till.ok('user.list')).people.map(({ name, role, demo }) => [name, role, demo])

test('Production takes an owner with a PIN of their own, whom a demo owner makes on the way', async () => {
  const till = await startDemoShop()
  const { wanjiru, otieno, real } = till
  expect(wanjiru.demo).toBe(true)
  expect(await till.fails('profile.switch', { id: real })).toMatchObject({ code: '002', field: 'owner' })
  expect(
    await till.fails('profile.switch', { id: real, owner: { ...amina, name: 'wanjiru' } }),
  ).toMatchObject({ reason: 'user.nameTaken' })
  expect((await till.ok('workspace.state')).people).toHaveLength(2)

  const session = await till.ok('profile.switch', { id: real, owner: amina })
  expect(session).toMatchObject({ user: { name: 'Amina', role: 'owner', demo: false }, appId: real })
  expect(await till.ok('workspace.state')).toMatchObject({ session, people: [{ name: 'Amina' }] })

  const other = till.window('other')
  for (const { id } of [wanjiru, otieno]) {
    expect(await other.fails('session.unlock', { userId: id, pin: demoPin })).toMatchObject({
      reason: 'session.demoPerson',
      field: 'userId',
    })
  }
  await other.ok('session.unlock', { userId: session.user.id, pin: amina.pin })
})

test('a demo person at another window is locked out when the till goes to Production', async () => {
  const till = await startDemoShop()
  const other = till.window('other')
  await other.ok('session.unlock', { userId: till.otieno.id, pin: demoPin })
  await till.ok('profile.switch', { id: till.real, owner: amina })
  expect(await other.fails('profile.list')).toMatchObject({ reason: 'session.locked' })
})

test('they stay in the Sandbox of a real device, and there as in the demo shop they rule no more', async () => {
  const till = await startDemoShop('sandbox')
  const { user } = await till.ok('profile.switch', { id: till.real })
  expect(user).toMatchObject({ name: 'Wanjiru', role: 'owner' })
  const live = await till.ok(
    'profile.create',
    connectionTo({ url: 'http://127.0.0.1:9' }, { environment: 'production', branchId: '01' }),
  )
  await till.ok('profile.switch', { id: live.id, owner: amina })
  expect(await peopleOf(till)).toEqual([
    ['Wanjiru', 'manager', true],
    ['Otieno', 'cashier', true],
    ['Amina', 'owner', false],
  ])
  await till.ok('profile.switch', { id: till.real })
  await till.ok('session.unlock', { userId: till.wanjiru.id, pin: demoPin })
  expect(await till.fails('user.list')).toMatchObject({ reason: 'session.notAllowed' })
})

test('where there is an owner, a demo owner makes no other on the way to Production', async () => {
  const till = await startDemoShop()
  await till.ok('user.save', { ...amina, role: 'owner' })
  expect(
    await till.fails('profile.switch', { id: till.real, owner: { name: 'Mallory', pin: '936148' } }),
  ).toMatchObject({ code: '001', reason: 'profile.ownerThere', params: { name: 'Amina' } })
})

test('a demo person becomes an owner only with a PIN of their own, and counts as none beside the last one', async () => {
  const till = await startDemoShop()
  const { user } = await till.ok('profile.switch', { id: till.real, owner: amina })
  const self = { id: user.id, name: 'Amina' }
  const wanjiru = { id: till.wanjiru.id, name: 'Wanjiru', role: 'owner' as const }
  expect(await till.fails('user.save', { ...self, role: 'manager' })).toMatchObject({
    reason: 'user.lastOwner',
  })
  expect(await till.fails('user.save', wanjiru)).toMatchObject({ code: '002', field: 'pin' })
  expect(await till.ok('user.save', { ...wanjiru, pin: '715394' })).toMatchObject({ demo: false })
  await till.ok('user.save', { ...self, role: 'manager' })
})

test('a till that works in Production with demo people alone asks for its owner at the lock screen', async () => {
  const till = await startTill()
  const { id } = await till.host().createProfile({
    kind: 'device',
    connection: connectionTo({ url: 'http://127.0.0.1:9' }, { environment: 'production' }),
  } as never)
  await till.ok('workspace.createOwner', amina)
  const wanjiru = await till.ok('user.save', { name: 'Wanjiru', role: 'owner', pin: '715394' })
  // As a version before this one left it.
  const db = new Sqlite(join(till.dataDir, 'workspace.db'))
  db.exec("update user set demo = 1, active = (name = 'Wanjiru')")
  db.close()
  await till.restart()
  expect(await till.ok('workspace.state')).toMatchObject({
    phase: 'needs-owner',
    people: [],
    currentProfile: { id },
  })
  expect(await till.fails('session.unlock', { userId: wanjiru.id, pin: '715394' })).toMatchObject({
    reason: 'session.demoPerson',
  })
  await till.ok('workspace.createOwner', { name: 'Njeri', pin: '836152' })
  expect(await till.ok('workspace.state')).toMatchObject({ phase: 'ready', people: [{ name: 'Njeri' }] })
})

test('over REST their sessions open a Sandbox, and no Production', async () => {
  const till = await startDemoShop()
  await using server = await startTestServer(till.host())
  const rest = async (path: string, options: object) =>
    (await ask(`${server.url}/api/v1${path}`, options)).json()
  const signIn = async (user: string, pin: string) =>
    (await rest('/session', { method: 'POST', body: { user, pin } }))['data'] as {
      accessToken: string
      apps: { id: string }[]
    }
  const itemsOf = async (accessToken: string, profile: string) =>
    (
      await rest('/items', {
        headers: { authorization: `Bearer ${accessToken}`, 'x-service-app-id': profile },
      })
    )['resultCd']

  const wanjiru = await signIn('Wanjiru', demoPin)
  expect(wanjiru.apps.map(({ id }) => id)).toEqual([till.demoProfile])
  expect(await itemsOf(wanjiru.accessToken, till.demoProfile)).toBe('000')
  expect(await itemsOf(wanjiru.accessToken, till.real)).toBe('001')

  await till.ok('profile.switch', { id: till.real, owner: amina })
  const own = await signIn('Amina', amina.pin)
  expect(own.apps).toHaveLength(2)
  // Let in: only its device is not ready yet.
  expect(await itemsOf(own.accessToken, till.real)).toBe('007')
  expect(await itemsOf(wanjiru.accessToken, till.real)).toBe('001')
})
