/** When a window locks by itself: nobody touches it, or its person's PIN, role or place in the shop has changed. */
import { expect, test } from 'vitest'
import type { ProfileEvent } from '../../../core/contract/events.ts'
import { movableClock } from '../../support/clock.ts'
import { connectionTo, startTill } from '../operations/shop.ts'

const minute = 60_000
const ownerPin = '471362'

const start = async () => {
  const { clock, wait, move } = movableClock()
  const till = await startTill({ ports: { clock } })
  const { user: owner } = await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: ownerPin })
  const isOpen = async () => (await till.ok('workspace.state')).session !== null
  const unlock = () => till.ok('session.unlock', { userId: owner.id, pin: ownerPin })
  return { till, wait, move, owner, isOpen, unlock }
}

test('a new shop locks a window that nobody has touched for ten minutes, whatever it asks by itself', async () => {
  const { till, wait, move, isOpen } = await start()
  expect((await till.ok('user.list')).lockAfterMinutes).toBe(10)
  for (let minutes = 0; minutes < 30; minutes += 9) {
    wait(9 * minute)
    await till.ok('session.touched')
  }
  // The computer's date is set: that is no time that passes.
  move(365 * 24 * 60 * minute)
  wait(9 * minute)
  expect(await isOpen()).toBe(true)
  wait(minute)
  expect(await isOpen()).toBe(false)
  await till.ok('session.touched')
  expect(await till.fails('user.list')).toMatchObject({ reason: 'session.locked' })
  const rows = till.readWorkspace<{ who: string; content: string }>(
    "select who, content from audit where kind = 'locked'",
  )
  expect(rows.map(({ who, content }) => [who, JSON.parse(content).because])).toEqual([['Kaunta', 'idle']])
})

test('the owner sets after how many minutes, also that it never does, for windows that are open too', async () => {
  const { till, wait, isOpen, unlock } = await start()
  await till.ok('workspace.setLockAfter', { minutes: 0 })
  wait(24 * 60 * minute)
  expect(await isOpen()).toBe(true)
  await till.restart()
  await unlock()
  expect((await till.ok('user.list')).lockAfterMinutes).toBe(0)
  await till.ok('workspace.setLockAfter', { minutes: 2 })
  wait(2 * minute)
  expect(await isOpen()).toBe(false)
})

test('a window hears that it was locked, without asking', async () => {
  let due: (() => void)[] = []
  const { clock, wait } = movableClock()
  const slow = {
    ...clock,
    after: (ms: number, run: () => void) => {
      if (ms < minute) return clock.after(ms, run)
      due.push(run)
      return () => {
        due = due.filter((each) => each !== run)
      }
    },
  }
  const till = await startTill({ ports: { clock: slow } })
  await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: ownerPin })
  const heard: ProfileEvent['type'][] = []
  till.host().subscribe(({ type }) => heard.push(type))
  wait(10 * minute)
  for (const run of due) run()
  await expect.poll(() => heard).toContain('session.changed')
})

test('a new PIN, a dismissal or a lower role locks the windows of that person at once, and no other', async () => {
  const { till } = await start()
  const changes = [{ pin: '593826' }, { active: false }, { role: 'cashier' as const }]
  for (const [index, change] of changes.entries()) {
    const person = { name: `Otieno ${index}`, role: 'manager' as const, pin: '628417' }
    const { id } = await till.ok('user.save', person)
    const windows = ['a', 'b'].map((name) => till.window(`${name}${index}`))
    for (const window of windows) await window.ok('session.unlock', { userId: id, pin: person.pin })
    const renamed = { id, name: `Otieno O. ${index}`, role: person.role }
    await till.ok('user.save', renamed)
    for (const window of windows)
      expect((await window.ok('workspace.state')).session?.user.name).toBe(renamed.name)
    await till.ok('user.save', { ...renamed, ...change })
    for (const window of windows) expect((await window.ok('workspace.state')).session).toBeNull()
    await till.ok('user.list')
  }
})

test('at a locked till of a shop nobody chooses the language for everybody', async () => {
  const till = await startTill()
  const stranger = till.window('stranger')
  await stranger.ok('workspace.setLanguage', { language: 'sw' })
  await till.host().createProfile({ kind: 'device', connection: connectionTo({ url: 'http://127.0.0.1:9' }) })
  await stranger.ok('workspace.setLanguage', { language: 'en' })
  await till.ok('workspace.createOwner', { name: 'Wanjiru', pin: ownerPin })
  expect(await stranger.fails('workspace.setLanguage', { language: 'sw' })).toMatchObject({
    code: '001',
    reason: 'session.locked',
  })
  expect((await till.ok('workspace.state')).language).toBe('en')
  await till.ok('workspace.setLanguage', { language: 'sw' })
  expect((await stranger.ok('workspace.state')).language).toBe('sw')
})
