/** Which copies are kept: a year of hourly copies, one by one. */
import { expect, it } from 'vitest'
import { type BackupFile, surplus } from '../../../core/recovery/backupFiles.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const copy = (madeAt: number, kind: BackupFile['kind']): BackupFile => ({
  name: `${madeAt}-${kind}`,
  kind,
  madeAt,
  bytes: 0,
})

/** Copies that are there after `hours` of hourly ones, the first of each day a daily one. */
const after = (hours: number, from = Date.UTC(2026, 0, 1)): { files: BackupFile[]; now: number } => {
  let files: BackupFile[] = []
  let now = from
  for (let hour = 0; hour < hours; hour += 1) {
    now = from + hour * hourMs
    files = [copy(now, hour % 24 === 0 ? 'daily' : 'hourly'), ...files]
    const gone = new Set(surplus(files, now))
    files = files.filter((file) => !gone.has(file))
  }
  return { files, now }
}

it('keeps six hours, two weeks of days and eight weeks more, whatever day it is', () => {
  for (let day = 0; day < 7; day += 1) {
    const { files, now } = after((200 + day) * 24)
    const hourly = files.filter(({ kind }) => kind === 'hourly')
    const daily = files.filter(({ kind }) => kind === 'daily').map(({ madeAt }) => madeAt)
    expect(hourly.map(({ madeAt }) => (now - madeAt) / hourMs)).toEqual([0, 1, 2, 3, 4, 5])
    const [weekly, recent] = [daily.slice(14), daily.slice(0, 14)]
    for (const [index, madeAt] of recent.entries()) expect(recent[0]! - madeAt).toBe(index * dayMs)
    expect(weekly).toHaveLength(8)
    for (const [index, madeAt] of weekly.slice(1).entries()) expect(weekly[index]! - madeAt).toBe(7 * dayMs)
    expect(recent.at(-1)! - weekly[0]!).toBeLessThanOrEqual(7 * dayMs)
  }
})

it('takes copies that a wrong clock dated ahead for the oldest', () => {
  const { files, now } = after(48)
  const ahead = Array.from({ length: 8 }, (_, at) => copy(now + (at + 1) * dayMs, 'hourly'))
  const gone = surplus([...ahead, ...files], now)
  expect(gone).toEqual(expect.arrayContaining(ahead))
  expect(gone).toHaveLength(8)
})

it('keeps ten copies that a person asked for', () => {
  const files = Array.from({ length: 12 }, (_, at) => copy(100 - at, 'manual'))
  expect(surplus(files, 100)).toEqual(files.slice(-2))
})
