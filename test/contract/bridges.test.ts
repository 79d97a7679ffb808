/** One suite over every way a window reaches the core: all must behave the same. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Bridge } from '../../core/contract/bridge.ts'
import type { ProfileEvent } from '../../core/contract/events.ts'
import { type OperationName, operations } from '../../core/contract/index.ts'
import type { Operation } from '../../core/contract/operation.ts'
import { bridges, type TestBridge } from '../support/bridges.ts'
import { startTestHost, type TestHost } from '../support/host.ts'

const unwrap = async <T>(
  reply: Promise<{ ok: true; data: T } | { ok: false; error: { message: string } }>,
): Promise<T> => {
  const result = await reply
  if (!result.ok) throw new Error(result.error.message)
  return result.data
}

/** A call as no compiler would let it through. */
const callAnything = (bridge: Bridge, name: string, input: unknown, appId?: string) =>
  bridge.call(name as 'workspace.state', input as Record<string, never>, appId)

describe.each(Object.entries(bridges))('over the %s bridge', (_name, connect) => {
  let till: TestHost
  let window: TestBridge
  let bridge: Bridge
  let profile: string

  beforeAll(async () => {
    till = await startTestHost()
    window = await connect(till.host)
    bridge = window.bridge
  })
  afterAll(async () => {
    await window[Symbol.asyncDispose]()
    await till[Symbol.asyncDispose]()
  })

  test('a newcomer gets from nothing to goods on the shelf', async () => {
    const before = await unwrap(bridge.call('workspace.state', {}))
    expect(before).toMatchObject({ phase: 'first-run', session: null, currentProfile: null })
    const session = await unwrap(bridge.call('workspace.tryItNow', { language: 'sw' }))
    expect(session.user.role).toBe('owner')
    const after = await unwrap(bridge.call('workspace.state', {}))
    expect(after).toMatchObject({
      phase: 'ready',
      language: 'sw',
      session: { user: { id: session.user.id } },
    })
    profile = after.currentProfile?.id ?? ''
    const { items } = await unwrap(bridge.call('item.list', {}, profile))
    expect(items.length).toBeGreaterThan(50)
  })

  test('text of every kind comes back as it went', async () => {
    const tradeName = 'Duka la Mama “Ñandú” 🧺 \\ " </script>'
    const { shop } = await unwrap(bridge.call('settings.get', {}, profile))
    const saved = await unwrap(bridge.call('settings.save', { shop: { ...shop, tradeName } }, profile))
    expect(saved.shop.tradeName).toBe(tradeName)
    expect((await unwrap(bridge.call('settings.get', {}, profile))).shop).toEqual({ ...shop, tradeName })
  })

  test('a change is heard of, and no more after leaving', async () => {
    const heard: ProfileEvent[] = []
    const leave = bridge.subscribe((event) => void heard.push(event))
    const { items } = await unwrap(bridge.call('item.list', { limit: 1 }, profile))
    const toggle = () =>
      bridge.call('item.favourite', { id: items[0]!.id, favourite: !items[0]!.favourite }, profile)
    // The stream opens in its own time: what matters is that a change after that is heard.
    await vi.waitFor(
      async () => {
        await toggle()
        expect(heard.map(({ type }) => type)).toContain('item.changed')
      },
      { timeout: 5_000, interval: 50 },
    )
    leave()
    const before = heard.length
    await toggle()
    await bridge.call('workspace.state', {})
    expect(heard.length).toBe(before)
  })

  test.each(['toString', '__proto__', 'constructor', 'no.such', ''])(
    'there is no operation called %j',
    async (name) => {
      const reply = await callAnything(bridge, name, {})
      expect(reply).toMatchObject({
        ok: false,
        error: { code: expect.any(String), message: expect.any(String) },
      })
    },
  )

  test.each([
    [{ name: 'x' }, '002', 'role'],
    [{ name: 7, role: 'cashier' }, '003', 'name'],
    [{ name: 'x', role: 'king' }, '003', 'role'],
    [{ name: 'a\u0007b', role: 'cashier', pin: '1234' }, '003', 'name'],
  ])('wrong input %j is refused with %s and the field %s', async (input, code, field) => {
    const reply = await callAnything(bridge, 'user.save', input)
    expect(reply).toMatchObject({ ok: false, error: { code, field } })
  })

  test.each([null, 'text', 7, [], true])('input that is %j and not an object is refused', async (input) => {
    const reply = await callAnything(bridge, 'user.save', input)
    expect(reply).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^00[23]$/) } })
  })

  const forSoftware = Object.entries<Operation>(operations).flatMap(([name, { allow, rest }]) =>
    allow === 'software' && !rest?.public ? [name] : [],
  )
  test.each(forSoftware)('%s is for other software, not for windows', async (name) => {
    const reply = await callAnything(bridge, name, {})
    expect(reply).toMatchObject({ ok: false, error: { reason: 'operation.unknown' } })
  })

  test.each([
    ['none', undefined, '002'],
    ['another profile', 'another', '003'],
  ])('what needs a profile is refused to a window that shows %s', async (_what, appId, code) => {
    expect(await bridge.call('item.list', {}, appId)).toMatchObject({ ok: false, error: { code } })
  })

  test('what a person shows no more is done for nobody, and everybody hears who comes and goes', async () => {
    const heard: ProfileEvent['type'][] = []
    const leave = bridge.subscribe(({ type }) => void heard.push(type))
    const { people, session } = await unwrap(bridge.call('workspace.state', {}))
    const owner = session!.user.id
    const cashier = people.find(({ role }) => role === 'cashier')!.id
    await unwrap(bridge.call('settings.get', {}, profile, owner))
    // A PIN takes its time to check on a busy machine.
    await vi.waitFor(
      async () => {
        await unwrap(bridge.call('session.unlock', { userId: cashier, pin: '1234' }))
        expect(heard).toContain('session.changed')
      },
      { timeout: 10_000 },
    )
    expect(await bridge.call('settings.get', {}, profile, owner)).toMatchObject({
      ok: false,
      error: { code: '001', reason: 'session.locked' },
    })
    await unwrap(bridge.call('session.lock', {}, profile, owner))
    await unwrap(bridge.call('settings.get', {}, profile, cashier))
    await unwrap(bridge.call('session.unlock', { userId: owner, pin: '1234' }))
    leave()
  })

  test('two windows are unlocked and locked each for itself', async () => {
    await using other = await connect(till.host)
    expect((await unwrap(other.bridge.call('workspace.state', {}))).session).toBeNull()
    expect(await other.bridge.call('settings.get', {}, profile)).toMatchObject({
      ok: false,
      error: { code: '001' },
    })
    await unwrap(bridge.call('session.lock', {}))
    expect(await bridge.call('settings.get', {}, profile)).toMatchObject({
      ok: false,
      error: { code: '001' },
    })
  })
})

test('every bridge answers a question alike', async () => {
  await using till = await startTestHost()
  const windows = await Promise.all(Object.values(bridges).map((connect) => connect(till.host)))
  await unwrap(windows[0]!.bridge.call('workspace.tryItNow', {}))
  const { people, currentProfile } = await unwrap(windows[0]!.bridge.call('workspace.state', {}))
  const profile = currentProfile!.id
  const owner = people.find(({ role }) => role === 'owner')!
  const questions: [OperationName, object][] = [
    ['item.list', { limit: 500 }],
    ['settings.get', {}],
    ['profile.list', {}],
    ['user.list', {}],
    ['device.status', {}],
    ['invoice.get', { id: 999_999 }],
    ['item.get', { id: 'x' }],
  ]
  for (const { bridge } of windows) {
    await unwrap(bridge.call('session.unlock', { userId: owner.id, pin: '1234' }))
  }
  // The demo shop registers its goods in the background.
  const { bridge: first } = windows[0]!
  const waiting = async () => (await unwrap(first.call('status.get', {}, profile))).waiting
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 15_000, interval: 100 })
  for (const [name, input] of questions) {
    const [expected, ...others] = await Promise.all(
      windows.map(({ bridge }) => callAnything(bridge, name, input, profile)),
    )
    for (const reply of others) expect(reply).toEqual(expected)
  }
  for (const window of windows) await window[Symbol.asyncDispose]()
})
