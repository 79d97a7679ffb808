/** Waits after wrong PINs, without the slow check of a PIN. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPinGuard, waitsMs } from '../../../core/access/pinAttempts.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { openDb } from '../../../db/engine/sqlite.ts'
import { workspaceMigrations } from '../../../db/workspace/migrations/index.ts'
import { insertUser } from '../../../db/workspace/queries.ts'
import type { Door } from '../../../db/workspace/schema.ts'
import { temporaryFolder } from '../../support/folder.ts'

const longest = Math.max(...waitsMs)
const doors: Door[] = ['window', 'rest']
const people = ['wanjiru', 'otieno', 'achieng']

/** A guard whose clock and timers a test moves. */
const startGuard = async () => {
  const folder = temporaryFolder()
  const db = openDb(join(folder.path, 'workspace.db'))
  onTestFinished(() => {
    db.close()
    folder.remove()
  })
  await migrate(db, workspaceMigrations)
  for (const id of people)
    insertUser(db, { id, name: id, role: 'cashier', pin_hash: '', demo: 0, active: 1, created_at: 1 })
  let time = 0
  let timers: { at: number; run: () => void }[] = []
  const clock = {
    now: () => 1_000_000 + time,
    monotonic: () => time,
    after: (ms: number, run: () => void) => {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
  }
  const wait = (ms: number) => {
    time += ms
    const due = timers.filter(({ at }) => at <= time)
    timers = timers.filter(({ at }) => at > time)
    for (const { run } of due) run()
  }
  const open = () => createPinGuard({ db, clock, released: () => undefined })
  let guard = open()
  const rows = () =>
    db.raw.prepare("select subject, who, content from audit where kind = 'wrongPins' order by seq").all() as {
      subject: string
      who: string
      content: string
    }[]
  return {
    guard: () => guard,
    wait,
    restart: () => {
      guard.stop()
      timers = []
      guard = open()
    },
    reported: () =>
      rows().map(({ subject, content }) => [subject, (JSON.parse(content) as { count: number }).count]),
  }
}

/** The same numbers for the same seed, from 0 up to, not including, `below`. */
const seeded = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test.each([1, 2, 3, 4])(
  'whatever happens to others, who mistyped nothing never waits (seed %d)',
  async (seed) => {
    const { guard, wait, restart } = await startGuard()
    const random = seeded(seed)
    const failures = new Map<string, number>()
    for (let step = 0; step < 250; step += 1) {
      const who = random(5) === 0 ? `stranger ${random(40)}` : people[1 + random(2)]!
      const door = doors[random(2)]!
      const key = `${who} ${door}`
      switch (random(10)) {
        case 0:
          wait(random(200_000))
          break
        case 1:
          restart()
          break
        case 2:
          guard().right(who, door)
          failures.delete(key)
          break
        default:
          if (guard().waitMs(who, door) === 0) {
            guard().count(who, door)
            failures.set(key, (failures.get(key) ?? 0) + 1)
          }
      }
      for (const each of doors) expect(guard().waitMs(people[0]!, each)).toBe(0)
      for (const other of people)
        for (const each of doors) {
          const left = guard().waitMs(other, each)
          expect(left).toBeLessThanOrEqual(longest)
          if ((failures.get(`${other} ${each}`) ?? 0) < 3) expect(left).toBe(0)
        }
    }
  },
)

test('a series of wrong PINs is one row with its count: once it is over, or no further try comes', async () => {
  const { guard, wait, restart, reported } = await startGuard()
  const tries = (times: number, who: string, door: Door = 'window') => {
    for (let index = 0; index < times; index += 1) guard().count(who, door)
  }
  tries(4, 'otieno')
  guard().right('otieno', 'window')
  expect(reported()).toEqual([['otieno', 3]])
  tries(1, 'otieno')
  guard().right('otieno', 'window')
  tries(2, 'otieno', 'rest')
  wait(800_000)
  tries(1, 'otieno', 'rest')
  wait(800_000)
  restart()
  expect(reported()).toHaveLength(1)
  wait(900_000)
  expect(reported().slice(1)).toEqual([['otieno', 3]])
  tries(250, 'achieng')
  guard().renew('achieng')
  expect(reported().slice(2)).toEqual([
    ['achieng', 100],
    ['achieng', 100],
    ['achieng', 50],
  ])
  tries(3, 'nobody knows', 'rest')
  wait(900_000)
  expect(reported()).toHaveLength(5)
})
