/** Guessing PINs: each wrong one delays the person it was tried for, and nobody else, whatever the clock says. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { ask, startTestServer } from '../../support/server.ts'
import { startTill } from '../operations/shop.ts'

const second = 1_000
const minute = 60_000
const day = 86_400_000
const ownerPin = '471362'
const pinOf = (index: number) => `628${index}`

const startPeople = async (count = 1) => {
  const { clock, move, wait } = movableClock()
  const till = await startTill({ ports: { clock } })
  const { user: owner } = await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: ownerPin })
  await till.ok('workspace.setLockAfter', { minutes: 0 })
  const people = [owner.id]
  for (let index = 1; index < count; index += 1) {
    const name = `Person ${index}`
    const { id } = await till.ok('user.save', { name, role: 'cashier', pin: pinOf(index) })
    people.push(id)
  }
  const stranger = till.window('stranger')
  /** The reason of a failure, or `in`. */
  const enter = async (pin: string, userId = owner.id) => {
    const reply = await stranger.call('session.unlock', { userId, pin })
    return reply.ok ? 'in' : reply.error.reason
  }
  const wrong = async (times: number, userId = owner.id) => {
    const reasons: string[] = []
    for (let index = 0; index < times; index += 1) reasons.push(await enter('9999', userId))
    return reasons
  }
  const shown = async (userId = owner.id) =>
    (await till.ok('workspace.state')).people.find(({ id }) => id === userId)!
  const waitShown = async (userId = owner.id) => {
    const until = (await shown(userId)).lockedUntil
    return until === null ? 0 : until - clock.now()
  }
  return { till, clock, move, wait, owner, people, enter, wrong, shown, waitShown }
}
const [no, locked] = ['session.wrongPin', 'session.lockedOut']

test('wrong PINs in a row are followed by no wait, none, 5 s, 30 s and then 2 min each', async () => {
  const { till, wait, owner, enter, waitShown, shown } = await startPeople()
  expect((await shown()).triesLeft).toBeNull()
  for (const tries of [2, 1]) {
    const left = { tries, waitMs: 5 * second }
    const attempt = { userId: owner.id, pin: '9999' }
    expect(await till.fails('session.unlock', attempt)).toMatchObject({
      code: '001',
      reason: no,
      field: 'pin',
      params: left,
    })
    expect(await shown()).toMatchObject({ lockedUntil: null, triesLeft: left })
  }
  for (const ms of [5 * second, 30 * second, 2 * minute, 2 * minute, 2 * minute]) {
    expect(await enter('9999')).toBe(locked)
    expect(await waitShown()).toBeGreaterThan(ms - second)
    expect(await waitShown()).toBeLessThanOrEqual(ms)
    wait(ms - second)
    expect(await enter(ownerPin)).toBe(locked)
    wait(second)
    expect(await shown()).toMatchObject({ lockedUntil: null, triesLeft: { tries: 1 } })
  }
  expect(await enter(ownerPin)).toBe('in')
  expect((await shown()).triesLeft).toBeNull()
})

test('whatever is mistyped for others, at windows and over REST, a person is let in at once', async () => {
  const { till, people, enter, wrong } = await startPeople(3)
  await using server = await startTestServer(till.host())
  for (const user of ['Person 1', 'Person 1', 'Person 1', 'Nobody', 'Somebody'])
    await ask(`${server.url}/api/v1/session`, { method: 'POST', body: { user, pin: '9999' } })
  await wrong(3, people[2])
  expect(await enter(ownerPin)).toBe('in')
  expect(await enter(pinOf(1), people[1])).toBe('in')
  expect(await enter(pinOf(2), people[2])).toBe(locked)
})

test('the date of the computer opens nothing and locks nothing, over a restart neither', async () => {
  const { till, move, wait, enter, wrong, waitShown } = await startPeople()
  for (let index = 0; index < 5; index += 1) {
    await wrong(1)
    wait(index < 4 ? 2 * minute : 0)
  }
  for (const jump of [20 * minute, 400 * day, -800 * day]) {
    move(jump)
    expect(await enter(ownerPin)).toBe(locked)
    await till.restart()
    expect(await enter(ownerPin)).toBe(locked)
    expect(await waitShown()).toBeLessThanOrEqual(2 * minute)
  }
  wait(2 * minute)
  move(-day)
  expect(await enter(ownerPin)).toBe('in')
})

test('a wait that is over does not come back with a restart, and the series of tries continues', async () => {
  const { till, wait, enter, wrong, waitShown } = await startPeople()
  await wrong(3)
  wait(5 * second)
  await till.restart()
  expect(await waitShown()).toBe(0)
  expect(await enter('9999')).toBe(locked)
  expect(await waitShown()).toBeGreaterThan(29 * second)
  await till.restart()
  wait(30 * second)
  expect(await enter(ownerPin)).toBe('in')
})

test('tries side by side are all counted', async () => {
  const { till, owner, enter } = await startPeople()
  const windows = Array.from({ length: 8 }, (_, index) => till.window(`side-${index}`))
  const attempt = { userId: owner.id, pin: '9999' }
  const replies = await Promise.all(windows.map((window) => window.call('session.unlock', attempt)))
  const looked = till.readWorkspace<{ failures: number }>('select failures from pin_series')
  expect(looked).toEqual([{ failures: 3 }])
  expect(replies.filter(({ ok }) => ok)).toEqual([])
  expect(await enter(ownerPin)).toBe(locked)
})

test('over REST wrong PINs have their own count, which closes no window; a name that nobody has is treated alike', async () => {
  const { till, wait, enter, wrong } = await startPeople()
  await using server = await startTestServer(till.host())
  const signIn = async (user: string, pin: string) =>
    (await ask(`${server.url}/api/v1/session`, { method: 'POST', body: { user, pin } })).json()['resultMsg']
  for (const user of ['Wanjiru', 'Nobody']) {
    for (const said of [
      /user or the PIN is wrong/,
      /user or the PIN is wrong/,
      /Wait a little/,
      /Wait a little/,
    ])
      expect(await signIn(user, '9999')).toMatch(said)
  }
  const body = { user: 'Wanjiru', pin: ownerPin }
  const waiting = await ask(`${server.url}/api/v1/session`, { method: 'POST', body })
  expect(waiting.json()).toMatchObject({ reason: 'session.lockedOut', retry: true, kept: false })
  expect(waiting.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(await enter(ownerPin)).toBe('in')
  expect(await wrong(3)).toEqual([no, no, locked])
  wait(5 * second)
  expect(await signIn('Wanjiru', ownerPin)).not.toMatch(/Wait|user or the PIN is wrong/)
  expect(await signIn('Nobody', ownerPin)).toMatch(/user or the PIN is wrong|Wait/)
}, 20_000)

test('the next sign-in shows how many PINs were wrong since the last one', async () => {
  const { till, clock, wait, owner, enter, wrong } = await startPeople()
  await using server = await startTestServer(till.host())
  const unlock = async () =>
    (await till.window('stranger').ok('session.unlock', { userId: owner.id, pin: ownerPin })).wrongPins
  expect(await unlock()).toBeNull()
  await wrong(2)
  const at = clock.now()
  await ask(`${server.url}/api/v1/session`, { method: 'POST', body: { user: 'Wanjiru', pin: '9999' } })
  await till.restart()
  wait(minute)
  const reported = await unlock()
  expect(reported?.count).toBe(3)
  expect(reported!.lastAt - at).toBeLessThan(30 * second)
  expect(await unlock()).toBeNull()
  expect(await enter(ownerPin)).toBe('in')
})

test('a new PIN from an owner lets a person try at once', async () => {
  const { till, people, enter, wrong } = await startPeople(2)
  expect((await wrong(3, people[1])).at(-1)).toBe(locked)
  await till.ok('user.save', { id: people[1]!, name: 'Person 1', role: 'cashier', pin: '8472' })
  expect(await enter('8472', people[1])).toBe('in')
})

test('who is raised takes a PIN that the new role may have, unless theirs is one', async () => {
  const { till, people } = await startPeople(2)
  const raised = { id: people[1]!, name: 'Person 1', role: 'manager' as const }
  expect(await till.fails('user.save', raised)).toMatchObject({ reason: 'pin.needed', field: 'pin' })
  expect(await till.fails('user.save', { ...raised, pin: '6281' })).toMatchObject({ reason: 'pin.short' })
  expect(await till.fails('user.save', { ...raised, pin: '123456' })).toMatchObject({ reason: 'pin.common' })
  await till.ok('user.save', { ...raised, pin: '593826' })
  await till.ok('user.save', { ...raised, role: 'cashier' })
  await till.ok('user.save', { ...raised, role: 'owner' })
  expect(await till.fails('user.save', { name: 'B', role: 'cashier', pin: '2580' })).toMatchObject({
    reason: 'pin.common',
  })
})

test('an owner whose PIN could not be chosen any more gets in and is reminded, a demo owner is not', async () => {
  const { till, people } = await startPeople(2)
  const unlock = async () =>
    (await till.window('later').ok('session.unlock', { userId: people[1]!, pin: pinOf(1) })).pinProblem
  expect(await unlock()).toBeNull()
  const db = new Sqlite(join(till.dataDir, 'workspace.db'))
  db.exec("update user set role = 'owner' where role = 'cashier'")
  expect(await unlock()).toBe('short')
  db.exec('update user set demo = 1')
  expect(await unlock()).toBeNull()
  db.close()
})
