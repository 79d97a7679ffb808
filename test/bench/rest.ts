/**
 * Sales of twenty lines over HTTP, each durable before its answer, beside bare Fastify routes that insert the same rows: with
 * a second copy of them, as the till keeps one, and without.
 * The authority is down: callers prefer not to wait for it (`Prefer: respond-async`), and nothing is sent meanwhile.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openExclusively } from '../../core/host/openExclusively.ts'
import { nodePorts } from '../../core/platform/nodePorts.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startPractice } from '../support/practice.ts'
import { startProcess } from '../support/process.ts'
import { memoryLog } from '../support/server.ts'
import { fillCatalogue } from './catalogue.ts'
import { type LoadFigures, type LoadOrder, numberHole } from './load.ts'
import { randomFrom, timesOf } from './measure.ts'
import { atLeast, type Figure, type Section } from './report.ts'
import { contents, rowReader } from './sameRows.ts'
import { databaseOf, furnish, windowOf } from './till.ts'

const items = 10_000
const linesPerSale = 20
const connections = [1, 10, 50]
const rounds = { counted: 7, warmUp: 2 }
const requestsPerRound = 600
const warmUpRequests = 5000

/** As a program writes it that knows the specification; what is sold is all at 16 %. */
const saleBody = (codes: string[]): string =>
  JSON.stringify({
    transaction: {
      invcNo: numberHole,
      salesDt: '20260301',
      pmtTyCd: '01',
      rcptTyCd: 'S',
      salesSttsCd: '02',
      currency: 'KES',
      exchangeRate: 1,
      totTaxblAmt: linesPerSale * 200,
      totTax: linesPerSale * 32,
      totAmt: linesPerSale * 232,
      regrId: 'USR01',
      regrNm: 'Admin',
    },
    lineItems: codes.map((itemCd, index) => ({
      itemClsCd: '5059690800',
      itemCd,
      itemTyCd: '2',
      itemNm: `Amani fresh milk 500ml ${index}`,
      orgnNatCd: 'KE',
      pkgUnitCd: 'NT',
      qtyUnitCd: 'U',
      taxTyCd: 'B',
      prc: 116,
      qty: 2,
      dcRt: 0,
      dcAmt: 0,
      taxblAmt: 200,
      taxAmt: 32,
      totAmt: 232,
    })),
    receipt: {},
    autoRegisterItems: false,
  })

/** A till with goods that has sold once, while its authority was down; and the rows of that sale. */
const prepare = async (folder: string) => {
  const authority = await startPractice()
  const dataDir = join(folder, 'ours')
  const host = await openExclusively(dataDir, nodePorts(dataDir, memoryLog()))
  try {
    const appId = await furnish(host, authority.url)
    const ask = windowOf(host)
    await ask('device.initialize', {})
    await authority.stop()
    const file = databaseOf(dataDir, appId)
    fillCatalogue(file, items)
    const random = randomFrom(22)
    const goods: string[] = []
    while (goods.length < linesPerSale) {
      const { item } = await ask('item.get', { id: 1 + random(items) })
      if (item.taxType === 'B' && !goods.includes(item.code)) goods.push(item.code)
    }
    const body = saleBody(goods)
    const { key } = await ask('apiKey.mint', {})
    await host.callRest(host.verifyApiKey(key), 'sale.submit', JSON.parse(body), { waitMs: 0 })
    return { dataDir, file, body, key }
  } finally {
    await host.close()
  }
}

const routes = ['ours', 'twice', 'once'] as const
type Route = (typeof routes)[number]

const perConnections = async (
  count: number,
  send: (whose: Route, connections: number) => Promise<LoadFigures>,
): Promise<Figure[]> => {
  const runs: Record<Route, LoadFigures[]> = { ours: [], twice: [], once: [] }
  for (let round = -rounds.warmUp; round < rounds.counted; round++) {
    for (const whose of routes) {
      const figures = await send(whose, count)
      if (round >= 0) runs[whose].push(figures)
    }
  }
  const middle = (whose: Route) => {
    const of = (name: keyof LoadFigures) => timesOf(runs[whose].map((run) => run[name])).p50
    return { p50: of('p50'), p95: of('p95'), p99: of('p99'), perSecond: of('perSecond') }
  }
  // The ratio of neighbouring runs: a busy moment of the machine affects both.
  const ratioTo = (whose: Route) =>
    timesOf(runs.ours.map((run, index) => run.perSecond / (runs[whose][index]?.perSecond ?? 1))).p50
  const ratio = ratioTo('twice')
  const named = count === 1 ? '1 connection' : `${count} connections`
  return [
    { name: `POST /sales-with-items, ${named}`, ratio, goal: atLeast(ratio, 0.7), times: middle('ours') },
    { name: '  bare route, the same rows and a second copy', times: middle('twice') },
    { name: `  bare route, the rows alone (ours: ${ratioTo('once').toFixed(2)})`, times: middle('once') },
  ]
}

export const restSection = async (): Promise<Section> => {
  const folder = temporaryFolder()
  const stops: (() => Promise<unknown>)[] = []
  const started = async <T>(entry: string, ...args: string[]) => {
    const child = await startProcess<T>(entry, args)
    stops.push(child.stop)
    return child
  }
  try {
    const { dataDir, file, body, key } = await prepare(folder.path)
    const template = join(folder.path, 'template.json')
    const copies = { twice: join(folder.path, 'twice.db'), once: join(folder.path, 'once.db') }
    for (const copy of Object.values(copies)) copyFileSync(file, copy)
    const reader = rowReader(file)
    writeFileSync(template, JSON.stringify({ rows: reader.read(1), number: numberHole }))
    reader.close()
    const ours = await started<{ url: string }>('test/bench/restServer.ts', dataDir)
    const bare = (...args: string[]) => started<{ url: string }>('test/bench/bareSales.ts', ...args)
    const once = await bare(copies.once, template)
    const twice = await bare(copies.twice, template, join(folder.path, 'second.copy'))
    const load = await started('test/bench/load.ts')
    const urls = { ours: ours.ready.url, twice: twice.ready.url, once: once.ready.url }
    const sent = { ours: 0, twice: 0, once: 0 }
    const send = (whose: Route, count: number, requests = requestsPerRound): Promise<LoadFigures> => {
      const order: LoadOrder = {
        url: `${urls[whose]}/api/v1/sales-with-items`,
        headers: { 'content-type': 'application/json', 'x-api-key': key, prefer: 'respond-async' },
        body,
        from: sent[whose] + 1,
        requests,
        connections: count,
      }
      sent[whose] += requests
      return load.ask<LoadFigures>(JSON.stringify(order))
    }
    // A gateway runs for weeks: its code is compiled, and its tables are not empty.
    for (const whose of routes) await send(whose, 10, warmUpRequests)
    const figures: Figure[] = []
    for (const count of connections) figures.push(...(await perConnections(count, send)))
    if (Object.values(copies).some((copy) => contents(copy) !== contents(file)))
      throw new Error('The yardstick did not write what the interface writes')
    return { title: `Sales of ${linesPerSale} lines over REST, durable, not waited for`, figures }
  } finally {
    for (const stop of stops) await stop()
    folder.remove()
  }
}
