/** What a hub takes in and tells, and its backup. Facts come as tills send them, with digests and chains to check. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { checkHub } from '../../core/hub/copies/check.ts'
import { restoreBackup } from '../../core/hub/copies/restore.ts'
import { ingest } from '../../core/hub/ingest.ts'
import { runningServer } from '../../db/hub/engine.ts'
import { makeDatabase, openHubDb } from '../../db/hub/postgres.ts'
import { type MadeTrail, makeGoods, makeTrail } from '../support/trail.ts'
import { type BenchHub, type CallingTill, openBenchHub } from './benchHub.ts'
import { timed, timesOf } from './measure.ts'
import { atLeast, atMost, type Figure, inThousands, type Section } from './report.ts'

const tillCount = 10
/** They sell this many sales a second together. */
const many = { tills: 100, sales: 90 }
const lines = 5
/** A sale is two facts: the movement of its goods, and the document. */
const factsPerSale = 2

interface Selling {
  till: CallingTill
  trail: MadeTrail
  sent: number
}

const open = async (hub: BenchHub, count: number): Promise<Selling[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => ({
      till: await hub.till(`T${n + 1}`),
      trail: makeTrail(`T${n + 1}`),
      sent: 0,
    })),
  )

/** The next `sales` of a till, made before they are measured. */
const makeSales = ({ trail }: Selling, sales: number): void => {
  const goods = makeGoods(lines)
  for (let n = 0; n < sales; n += 1) trail.sell(goods)
}

const next = (selling: Selling, sales: number) => {
  const facts = selling.trail.facts.slice(selling.sent, selling.sent + sales * factsPerSale)
  selling.sent += facts.length
  return { protocol: 1 as const, facts }
}

/** Sales a second, all tills at once. */
const ingestIn = async (hub: BenchHub, tills: Selling[], each: number, sales: number): Promise<number> => {
  for (const till of tills) makeSales(till, sales)
  const { ms } = await timed(() =>
    Promise.all(
      tills.map(async (selling) => {
        for (let n = 0; n < sales; n += each) await ingest(hub.hub, selling.till, next(selling, each))
      }),
    ),
  )
  return Math.round((sales * tills.length * 1000) / ms)
}

/**
 * Over HTTPS, one sale after another at each till, with pauses of `pauseMs` on average. Milliseconds to the receipt, and to
 * another till.
 */
const tell = async (hub: BenchHub, tills: Selling[], sales: number, pauseMs: number) => {
  const reader = await hub.till('reader')
  const toldAt = new Map<string, number>()
  const over = new AbortController()
  const read = async (): Promise<void> => {
    let place = ''
    while (!over.signal.aborted) {
      const path = `/feed?wait=5&place=${encodeURIComponent(place)}`
      const heard = await reader.session.call({ method: 'GET', path, signal: over.signal })
      if (heard.is !== 'answered') continue
      const page = heard.body as { place: string; rows: { uid: string }[] }
      place = page.place
      for (const { uid } of page.rows) toldAt.set(uid, performance.now())
    }
  }
  const reading = read()
  // Connections and tokens come before.
  await Promise.all(tills.map(({ till }) => till.session.call({ method: 'GET', path: '/hello' })))
  await setTimeout(1_000)
  const [receipts, told]: [number[], number[]] = [[], []]
  await Promise.all(
    tills.map(async (selling, n) => {
      await setTimeout((n * pauseMs) / tills.length)
      for (let sale = 0; sale < sales; sale += 1) {
        const goods = makeGoods(1)
        selling.trail.sell(goods)
        const start = performance.now()
        const body = next(selling, 1)
        const heard = await selling.till.session.call({ method: 'POST', path: '/facts', body })
        if (heard.is !== 'answered') throw new Error(`The hub said ${JSON.stringify(heard)}`)
        receipts.push(performance.now() - start)
        const uid = goods[0]?.uid ?? ''
        while (!toldAt.has(uid)) await setTimeout(2)
        told.push((toldAt.get(uid) ?? 0) - start)
        // One page tells all tills at once. Cashiers do not sell in step, so neither do these.
        await setTimeout(pauseMs * (0.5 + Math.random()))
      }
    }),
  )
  over.abort()
  await reading
  return { receipts: timesOf(receipts.slice(tills.length)), told: timesOf(told.slice(tills.length)) }
}

export const backUp = async ({ hub, folder }: BenchHub): Promise<Figure[]> => {
  const made = await timed(() => hub.copies.make('manual'))
  const checked = await timed(() => checkHub(hub.db))
  if (checked.result.wrong.length > 0) throw new Error(checked.result.wrong[0])
  const password = (await hub.ports.secrets.get('hub.database')) ?? ''
  const url = await runningServer({ folder: join(folder, 'hub/server'), password })
  if (!url) throw new Error('The server does not run')
  await makeDatabase(url('postgres'), 'restored')
  const db = openHubDb(url('restored'), () => undefined)
  try {
    const code = (await hub.copies.recoveryCode()).replaceAll('-', '')
    const restored = await timed(() => restoreBackup({ db, file: made.result, code }))
    const rows = restored.result.tables.reduce((sum, table) => sum + table.rows, 0)
    const rate = (ms: number) => `${inThousands(Math.round((rows * 1000) / ms))} rows a second`
    return [
      { name: `backup of ${inThousands(rows)} rows, read again`, text: rate(made.ms) },
      { name: 'the same restored, all digests compared', text: rate(restored.ms) },
      {
        name: 'all facts and sums checked',
        text: `${inThousands(Math.round((checked.result.facts * 1000) / checked.ms))} facts a second`,
      },
    ]
  } finally {
    await db.destroy()
  }
}

export const hubTakeSection = async (): Promise<Section> => {
  await using hub = await openBenchHub()
  const tills = await open(hub, tillCount)
  // A hub that runs has compiled its code, and PostgreSQL has planned its statements.
  await ingestIn(hub, tills, 1, 60)
  const single = await ingestIn(hub, tills, 1, 60)
  const packed = await ingestIn(hub, tills, 100, 1_000)
  const few = await tell(hub, tills, 60, 100)
  const all = await tell(hub, await open(hub, many.tills), 15, (many.tills * 1000) / many.sales)
  return {
    title: `A hub with ${tillCount} tills, sales of ${lines} lines`,
    figures: [
      {
        name: 'taken in, 100 sales a request',
        goal: atLeast(packed, 4_000),
        text: `${inThousands(packed)} sales a second`,
      },
      {
        name: 'taken in one by one',
        goal: atLeast(single, 250),
        text: `${inThousands(single)} sales a second`,
      },
      {
        name: 'sent, to the receipt',
        goal: atMost(Math.round(few.receipts.p95), 25, ' ms at p95'),
        times: few.receipts,
      },
      {
        name: `sent by ${many.tills} tills, ${many.sales} sales a second, to another till`,
        goal: atMost(Math.round(all.told.p95), 50, ' ms at p95'),
        times: all.told,
      },
      ...(await backUp(hub)),
    ],
  }
}
