/** A scan or a keypress never waits for a database of 40 MB, or for a long list of the authority. */

import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { fillCatalogue } from '../../bench/catalogue.ts'
import { writeSales } from '../../bench/history.ts'
import { longestWork, slowness } from '../../support/loopWatch.ts'
import { openShop, startAuthority } from '../../support/shop.ts'

/** Beyond this a person feels that the till hesitates. */
const longestMs = 50
const bytes = 40_000_000

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

it('still answers while 40 MB are copied, checked and read', async () => {
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

const classes = 20_000

/** Passes calls on to an authority, and answers with many item classes. In a thread of its own, as it computes too. */
const manyClasses = `
  const { createServer } = require('node:http')
  const { parentPort, workerData } = require('node:worker_threads')
  const { text } = require('node:stream/consumers')
  const list = Array.from({ length: workerData.classes }, (_, index) => ({
    itemClsCd: String(1e9 + index), itemClsNm: 'Goods of the shelf number ' + index, itemClsLvl: 5,
    taxTyCd: 'B', mjrTgYn: null, useYn: 'Y',
  }))
  createServer(async (request, response) => {
    const { tin, bhfid, cmckey = '' } = request.headers
    const headers = { 'content-type': 'application/json', tin, bhfId: bhfid, cmcKey: cmckey }
    const answer = await fetch(workerData.origin + request.url, { method: 'POST', headers, body: await text(request) })
    const body = await answer.json()
    if (request.url.endsWith('selectItemClsList')) body.data = { itemClsList: list }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port) })`

it(`still answers while it stores ${classes} item classes of the authority`, async () => {
  const authority = await startAuthority({ dialect: 'legacy', checks: 'strict' })
  const workerData = { origin: new URL(authority.url).origin, classes }
  const proxy = new Worker(manyClasses, { eval: true, workerData })
  onTestFinished(async () => void (await proxy.terminate()))
  const [port] = (await once(proxy, 'message')) as [number]
  const url = authority.url.replace(/:\d+/, `:${port}`)
  const shop = await openShop({ authority: { ...authority, url }, initialised: false })
  onTestFinished(shop.close)
  const { cpuMs } = await longestWork(() => shop.call('device.initialize'))
  expect(shop.read('select count(*) as n from item_class')).toEqual([{ n: classes }])
  expect(cpuMs).toBeLessThan(longestMs)
}, 120_000)

it('finds work that keeps the thread for longer', async () => {
  const { cpuMs } = await longestWork(async () => {
    const end = process.threadCpuUsage().user + 80_000 * slowness()
    while (process.threadCpuUsage().user < end);
  })
  expect(cpuMs).toBeGreaterThan(longestMs)
})
