/** Guessing PINs: five wrong ones in a quarter of an hour, whoever is tried and whatever the clock says. */
import { expect, test } from 'vitest'
import { movableClock } from '../../support/clock.ts'
import { ask, startTestServer } from '../../support/server.ts'
import { startTill } from './shop.ts'

const minute = 60_000
const day = 86_400_000

const startPeople = async (count = 1) => {
  const { clock, move, wait } = movableClock()
  const till = await startTill({ ports: { clock } })
  const { user: owner } = await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: '1234' })
  const people = [owner.id]
  for (let index = 1; index < count; index += 1) {
    const person = await till.ok('user.save', {
      name: `Person ${index}`,
      role: 'cashier',
      pin: `222${index}`,
    })
    people.push(person.id)
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
  const lockedUntil = async () => (await till.ok('workspace.state')).people.map((each) => each.lockedUntil)
  return { till, clock, move, wait, owner, people, enter, wrong, lockedUntil }
}
const [no, locked] = ['session.wrongPin', 'session.lockedOut']

test('five wrong PINs lock for a quarter of an hour; then one at a time until the right one comes', async () => {
  const { till, clock, wait, owner, enter, wrong, lockedUntil } = await startPeople()
  for (const triesLeft of [4, 3, 2, 1]) {
    expect(await till.fails('session.unlock', { userId: owner.id, pin: '9999' })).toMatchObject({
      code: '001',
      reason: no,
      field: 'pin',
      params: { triesLeft },
    })
  }
  expect(await wrong(1)).toEqual([locked])
  expect(await enter('1234')).toBe(locked)
  const [until] = await lockedUntil()
  expect(until! - clock.now()).toBeGreaterThan(14 * minute)
  wait(14 * minute)
  expect(await enter('1234')).toBe(locked)
  wait(minute)
  expect(await lockedUntil()).toEqual([null])
  expect(await wrong(2)).toEqual([locked, locked])
  wait(15 * minute)
  expect(await enter('1234')).toBe('in')
  expect(await wrong(1)).toEqual([no])
})

test('in no quarter of an hour are more than five looked at, however they are spread', async () => {
  const { till, wait, wrong } = await startPeople()
  const lookedAt: number[] = []
  const failures = () => till.readWorkspace<{ n: number }>('select failed_attempts as n from user')[0]!.n
  for (let now = 0; now < 240; now += 1) {
    await wrong(1)
    while (lookedAt.length < failures()) lookedAt.push(now)
    wait(minute)
  }
  const within = (from: number) => lookedAt.filter((at) => at >= from && at < from + 15).length
  expect(Math.max(...lookedAt.map(within))).toBe(5)
  expect(lookedAt.length).toBeLessThanOrEqual(5 + 240 / 15)
}, 60_000)

test('five people tried in turn lock the till for all of them', async () => {
  const { till, wait, people, enter, wrong } = await startPeople(6)
  for (const userId of people.slice(0, 4)) expect(await wrong(1, userId)).toEqual([no])
  expect(await wrong(1, people[4])).toEqual([locked])
  expect(await enter('2225', people[5])).toBe(locked)
  // Who is at a window already goes on.
  await till.ok('user.list')
  wait(15 * minute)
  expect(await enter('2225', people[5])).toBe('in')
})

test('what a person mistyped does not count on the till once they are in; what others tried does', async () => {
  const { people, enter, wrong } = await startPeople(3)
  expect(await wrong(4, people[1])).toEqual([no, no, no, no])
  expect(await enter('2221', people[1])).toBe('in')
  expect(await wrong(4, people[2])).toEqual([no, no, no, no])
  expect(await enter('2221', people[1])).toBe('in')
  expect(await wrong(1)).toEqual([locked])
})

test('the date of the computer opens nothing and locks nothing, over a restart neither', async () => {
  const { till, move, wait, enter, wrong, lockedUntil, clock } = await startPeople()
  await wrong(5)
  for (const jump of [20 * minute, day, 400 * day, -800 * day, -10 * day]) {
    move(jump)
    expect(await enter('1234')).toBe(locked)
    await till.restart()
    expect(await enter('1234')).toBe(locked)
    const [until] = await lockedUntil()
    expect(until! - clock.now()).toBeLessThanOrEqual(15 * minute)
  }
  wait(15 * minute)
  move(-day)
  expect(await enter('1234')).toBe('in')
})

test('what was waited before a restart counts, and the time that the till is off does not', async () => {
  const { till, move, wait, enter, wrong } = await startPeople()
  await wrong(5)
  wait(10 * minute)
  await till.restart()
  move(10 * minute)
  expect(await enter('1234')).toBe(locked)
  wait(5 * minute)
  expect(await enter('1234')).toBe('in')
})

test('tries side by side are all counted', async () => {
  const { till, owner, enter } = await startPeople()
  const windows = Array.from({ length: 8 }, (_, index) => till.window(`side-${index}`))
  const replies = await Promise.all(
    windows.map((window) => window.call('session.unlock', { userId: owner.id, pin: '9999' })),
  )
  expect(replies.filter((reply) => !reply.ok && reply.error.reason === no).length).toBeLessThan(5)
  expect(await enter('1234')).toBe(locked)
})

test('signing in over REST counts with the windows, names that nobody has too', async () => {
  const { till, wait, enter, wrong } = await startPeople()
  await using server = await startTestServer(till.host())
  const signIn = async (user: string, pin: string) =>
    (await ask(`${server.url}/api/v1/session`, { method: 'POST', body: { user, pin } })).json()['resultMsg']
  expect(await wrong(2)).toEqual([no, no])
  expect(await signIn('Wanjiru', '9999')).toMatch(/no such user/)
  expect(await signIn('Nobody', '1234')).toMatch(/no such user/)
  expect(await signIn('Nobody else', '1234')).toMatch(/no such user/)
  expect(await signIn('Wanjiru', '1234')).toMatch(/Too many/)
  expect(await enter('1234')).toBe(locked)
  wait(15 * minute)
  expect(await signIn('Wanjiru', '1234')).not.toMatch(/Too many|no such user/)
})

test('a new PIN from an owner lets a person try at once', async () => {
  const { till, people, enter, wrong } = await startPeople(2)
  expect((await wrong(5, people[1])).at(-1)).toBe(locked)
  await till.ok('user.save', { id: people[1]!, name: 'Person 1', role: 'cashier', pin: '4444' })
  expect(await enter('4444', people[1])).toBe('in')
})
