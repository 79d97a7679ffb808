/** First run, unlocking, people and what each role may do. */
import { describe, expect, test } from 'vitest'
import type { Role } from '../../../core/contract/fields.ts'
import { operations } from '../../../core/contract/index.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { connectionTo, startAuthority, startShop, startTill } from '../operations/shop.ts'

describe('first run', () => {
  test('an empty folder asks for a shop, and try-it-now makes one with people, goods and stock', async () => {
    const till = await startTill()
    expect(await till.ok('workspace.state')).toMatchObject({
      phase: 'first-run',
      people: [],
      session: null,
      currentProfile: null,
    })
    const session = await till.ok('workspace.tryItNow', { language: 'sw' })
    expect(session.user.role).toBe('owner')
    const state = await till.ok('workspace.state')
    expect(state).toMatchObject({
      phase: 'ready',
      language: 'sw',
      currentProfile: { practice: true, deviceReady: true },
    })
    expect(state.people.map(({ role, demo }) => [role, demo])).toEqual([
      ['owner', true],
      ['cashier', true],
    ])
    expect((await till.ok('item.list', { limit: 500 })).total).toBeGreaterThanOrEqual(60)
    expect((await till.ok('stock.levels', {})).levels.every(({ onHand }) => onHand > 0)).toBe(true)
  })

  test('pressed twice at once it makes one shop', async () => {
    const till = await startTill()
    const replies = await Promise.all([
      till.call('workspace.tryItNow'),
      till.window('other').call('workspace.tryItNow'),
    ])
    expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(till.host().profiles()).toHaveLength(1)
    expect((await till.ok('user.list')).people).toHaveLength(2)
  })

  test('the first owner is made once, however many ask at the same moment', async () => {
    const till = await startTill()
    const asked = ['A', 'B', 'C'].map((name) =>
      till.window(name).call('workspace.createOwner', { name, pin: '471362' }),
    )
    const replies = await Promise.all(asked)
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    const { people } = await till.ok('workspace.state')
    expect(people).toHaveLength(1)
    expect(await till.fails('workspace.createOwner', { name: 'D', pin: '471362' })).toMatchObject({
      reason: 'workspace.hasOwner',
    })
  })

  test('a gateway without people asks for an owner first', async () => {
    const till = await startTill()
    await till.host().createProfile({ kind: 'device', connection: connectionTo(await startAuthority()) })
    expect(await till.ok('workspace.state')).toMatchObject({ phase: 'needs-owner' })
    expect(await till.fails('workspace.tryItNow')).toMatchObject({ reason: 'workspace.notEmpty' })
    await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
    expect(await till.ok('workspace.state')).toMatchObject({ phase: 'ready' })
  })
})

describe('unlocking', () => {
  test('a session belongs to its window, ends with a lock, and does not outlive the process', async () => {
    const till = await startTill()
    const { user } = await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
    const other = till.window('other')
    expect((await other.ok('workspace.state')).session).toBeNull()
    expect(await other.fails('user.list')).toMatchObject({ code: '001', reason: 'session.locked' })
    await other.ok('session.unlock', { userId: user.id, pin: '471362' })
    await till.ok('session.lock')
    expect(await till.fails('user.list')).toMatchObject({ reason: 'session.locked' })
    await other.ok('user.list')
    await till.restart()
    expect(await other.fails('user.list')).toMatchObject({ reason: 'session.locked' })
  })

  test('a person that does not exist is said so', async () => {
    const till = await startTill()
    await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
    expect(await till.fails('session.unlock', { userId: 'nobody', pin: '471362' })).toMatchObject({
      reason: 'session.unknownPerson',
      field: 'userId',
    })
  })
})

describe('people', () => {
  const withOwner = async () => {
    const till = await startTill()
    const { user } = await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: '471362' })
    return { ...till, owner: user }
  }

  test('a new person needs a name of their own and a PIN', async () => {
    const { ok, fails } = await withOwner()
    expect(await fails('user.save', { name: 'Otieno', role: 'cashier' })).toMatchObject({
      code: '002',
      field: 'pin',
    })
    const otieno = await ok('user.save', { name: 'Otieno', role: 'cashier', pin: '628417' })
    expect(await fails('user.save', { name: 'otieno', role: 'manager', pin: '593826' })).toMatchObject({
      field: 'name',
    })
    expect(await ok('user.save', { ...otieno, name: 'Otieno' })).toEqual(otieno)
    expect(await fails('user.save', { id: 'nobody', name: 'X', role: 'cashier' })).toMatchObject({
      field: 'id',
    })
  })

  test('the last owner stays an owner', async () => {
    const { ok, fails, owner } = await withOwner()
    const self = { id: owner.id, name: 'Wanjiru' }
    expect(await fails('user.save', { ...self, role: 'manager' })).toMatchObject({ reason: 'user.lastOwner' })
    expect(await fails('user.save', { ...self, role: 'owner', active: false })).toMatchObject({
      reason: 'user.lastOwner',
    })
    await ok('user.save', { name: 'Second', role: 'owner', pin: '628417' })
    await ok('user.save', { ...self, role: 'manager' })
    expect(await fails('user.list')).toMatchObject({ reason: 'session.locked' })
    await ok('session.unlock', { userId: owner.id, pin: '471362' })
    expect(await fails('user.list')).toMatchObject({
      reason: 'session.notAllowed',
      params: { role: 'owner' },
    })
  })

  test('who is dismissed is out at once, and cannot unlock', async () => {
    const { ok, window } = await withOwner()
    const otieno = await ok('user.save', { name: 'Otieno', role: 'manager', pin: '628417' })
    const other = window('other')
    await other.ok('session.unlock', { userId: otieno.id, pin: '628417' })
    await ok('user.save', { id: otieno.id, name: 'Otieno', role: 'manager', active: false })
    expect(await other.fails('profile.list')).toMatchObject({ reason: 'session.locked' })
    expect(await other.fails('session.unlock', { userId: otieno.id, pin: '628417' })).toMatchObject({
      reason: 'session.unknownPerson',
    })
    expect((await other.ok('workspace.state')).people.map(({ name }) => name)).toEqual(['Wanjiru'])
    expect((await ok('user.list')).people).toHaveLength(2)
  })

  test('a new PIN replaces the old one and ends a lock', async () => {
    const { ok, window } = await withOwner()
    const otieno = await ok('user.save', { name: 'Otieno', role: 'cashier', pin: '628417' })
    const other = window('other')
    for (let index = 0; index < 3; index += 1)
      await other.call('session.unlock', { userId: otieno.id, pin: '0000' })
    await ok('user.save', { id: otieno.id, name: 'Otieno', role: 'cashier', pin: '593826' })
    expect(await other.fails('session.unlock', { userId: otieno.id, pin: '628417' })).toMatchObject({
      reason: 'session.wrongPin',
    })
    await other.ok('session.unlock', { userId: otieno.id, pin: '593826' })
  })
})

describe('roles', () => {
  const ranks: Record<Role, number> = { cashier: 1, manager: 2, owner: 3 }
  const entries = Object.entries<Operation>(operations)

  test.each(['cashier', 'manager'] as const)('a %s gets the role that an operation needs', async (role) => {
    const { ok, window } = await startShop()
    const person = await ok('user.save', { name: 'Otieno', role, pin: '628417' })
    const other = window('other')
    await other.ok('session.unlock', { userId: person.id, pin: '628417' })
    for (const [name, { allow }] of entries) {
      if (allow === 'nobody' || allow === 'software') continue
      const reply = await other.call(name as 'status.get', null as never)
      const refused = !reply.ok && reply.error.reason === 'session.notAllowed'
      expect(refused, name).toBe(ranks[role] < ranks[allow])
      if (refused) expect(reply.error).toMatchObject({ code: '001', params: { role: allow } })
    }
  })

  test('nobody is asked to unlock first, and a window cannot call what is for software', async () => {
    const { window } = await startShop()
    const other = window('other')
    for (const [name, { allow, rest }] of entries) {
      const reply = await other.call(name as 'status.get', null as never)
      const reason = reply.ok ? '' : reply.error.reason
      if (allow === 'nobody' || rest?.public) expect(reason, name).not.toBe('session.locked')
      else expect(reason, name).toBe(allow === 'software' ? 'operation.unknown' : 'session.locked')
    }
  })

  test('a key reaches what has a route, and nothing else', async () => {
    const { host, apiKey } = await startShop()
    const caller = host().verifyApiKey(apiKey)
    for (const [name, { rest }] of entries) {
      if (rest) continue
      expect(await host().callRest(caller, name, {}), name).toMatchObject({
        ok: false,
        error: { reason: 'operation.unknown' },
      })
    }
  })

  test.each(['constructor', '__proto__', 'toString', '', 'sale'])(
    'there is no operation %j',
    async (name) => {
      const { call } = await startTill()
      expect(await call(name as 'status.get')).toMatchObject({
        ok: false,
        error: { reason: 'operation.unknown' },
      })
    },
  )
})
