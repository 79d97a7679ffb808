/** A scan or a keypress never waits while a database of 60 MB is copied, checked, looked into and read for reports. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { fillCatalogue } from '../../bench/catalogue.ts'
import { writeSales } from '../../bench/history.ts'
import { longestWork } from '../../support/loopWatch.ts'
import { openShop } from '../../support/shop.ts'

/** Beyond this a person feels that the till hesitates. */
const longestMs = 50
const bytes = 60_000_000

/** Rows that only take up room, as answers of the authority do. */
const fill = (file: string): void => {
  const db = new Sqlite(file)
  const missing = bytes - statSync(file).size
  db.prepare(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
    insert into attempt (submission_id, action, started_at, outcome, request, response)
    select 2, 'send', i, 'accepted', hex(randomblob(2000)), hex(randomblob(2000)) from n`).run(
    Math.ceil(missing / 8200),
  )
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

it('still answers while 60 MB are copied, checked and read', async () => {
  const shop = await openShop()
  // Code that compiles at the first call is not measured.
  await shop.call('backup.make')
  await shop.close()
  const file = join(shop.dataDir, 'apps', shop.appId, 'till.db')
  const last = 5_000
  fillCatalogue(file, 1000)
  writeSales(file, { last, sent: true })
  fill(file)
  expect(statSync(file).size).toBeGreaterThan(bytes)
  await shop.open()
  onTestFinished(shop.close)
  const longest: Record<string, number> = {}
  // The thread's own work: a busy computer takes the processor away from it for longer.
  const watch = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { result, cpuMs } = await longestWork(work)
    longest[name] = Math.round(cpuMs)
    return result
  }
  const { name } = await watch('backup.make', () => shop.call('backup.make'))
  await shop.call('backup.make')
  const packed = { copy: { place: 'own', name } } as const
  const { sales } = await watch('backup.describe', () => shop.call('backup.describe', packed))
  expect(sales).toBeGreaterThanOrEqual(last)
  await watch('report.day', () => shop.call('report.day', { language: 'en' }))
  await watch('diagnostics.make', () => shop.call('diagnostics.make'))
  await watch('backup.restore', () => shop.call('backup.restore', { ...packed, pin: '471362' }))
  const slow = Object.entries(longest).filter(([, ms]) => ms > longestMs)
  expect(slow, JSON.stringify(longest)).toEqual([])
}, 600_000)

it('finds work that keeps the thread for longer', async () => {
  const { cpuMs } = await longestWork(async () => {
    const end = process.threadCpuUsage().user + 80_000
    while (process.threadCpuUsage().user < end);
  })
  expect(cpuMs).toBeGreaterThan(longestMs)
})
