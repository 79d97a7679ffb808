/** A new till reads the catalogue of its hub, hears of new prices, and asks when there is nothing new. */
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { FeedPage } from '../../core/contract/hub/wire.ts'
import { applyPage } from '../../core/link/applyFeed.ts'
import { createReading, pageIn } from '../../core/link/reading.ts'
import type { Session } from '../../core/link/session.ts'
import { migrate } from '../../db/engine/migrate.ts'
import { openDb } from '../../db/engine/sqlite.ts'
import type { HubDb } from '../../db/hub/postgres.ts'
import { insertRows } from '../../db/hub/rows.ts'
import { startJournal } from '../../db/journal/journal.ts'
import { profileMigrations } from '../../db/profile/migrations/index.ts'
import { beginShares } from '../../db/profile/shared.ts'
import { temporaryFolder } from '../support/folder.ts'
import { longestWork } from '../support/loopWatch.ts'
import { startBenchHub } from './benchHub.ts'
import { timed, timesOf } from './measure.ts'
import { atMost, type Figure, inThousands, type Section } from './report.ts'

const soap = {
  ...{ type: '2', tax_type: 'B', item_class: '5313160800', class_chosen: 1, origin_country: 'KE' },
  ...{ package_unit: 'NT', quantity_unit: 'U', active: 1, favourite: 0 },
}
const words = 'Maize flour sugar soap bread milk tea rice oil salt beans eggs'.split(' ')

const items = 100_000
/** Rows of one statement. */
const atOnce = 5_000
const prices = { changed: 500, rounds: 20 }
/** The first ones find a hub whose code is not compiled yet. */
const polls = { before: 1_000, measured: 1_000 }

const itemRow = (at: number) => ({
  ...{ uid: randomUUID(), kind: 'item', scope: 0, versions: { '*': 1 }, authors: {}, active: true },
  body: {
    ...soap,
    name: `${words[at % 12]} ${words[(at * 7 + 3) % 12]} ${at} 500 g`,
    barcode: String(6_160_000_000_000 + at),
    category: words[at % 9] ?? 'Food',
    price: 50_00 + (at % 900) * 100,
    code: `KE2NTU${String(at + 1).padStart(7, '0')}`,
    authority_code: `KE2NTU${String(at + 1).padStart(7, '0')}`,
  },
})

const fill = async (db: HubDb): Promise<void> => {
  const columns = ['uid', 'kind', 'scope', 'versions', 'authors', 'active', 'body'] as const
  for (let from = 0; from < items; from += atOnce) {
    const rows = Array.from({ length: atOnce }, (_, at) => itemRow(from + at))
    await insertRows(db, 'shared', columns, rows)
  }
  await sql`analyze`.execute(db)
}

/** Bytes that this process has received as a client, with those of TLS. */
const countReceived = (): (() => number) => {
  const sockets: Socket[] = []
  subscribe('net.client.socket', (message) => sockets.push((message as { socket: Socket }).socket))
  return () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
}

/** A till's database, and what a page changes there. */
const openReader = async () => {
  const folder = temporaryFolder()
  const db = openDb(join(folder.path, 'till.db'))
  await migrate(db, profileMigrations)
  db.keepJournal((raw) =>
    startJournal(raw, {
      folder: join(folder.path, 'journal'),
      schema: 'x',
      now: Date.now,
      broken: (error) => {
        throw error
      },
    }),
  )
  beginShares(db, 'P051234567X/00')
  const quiet = () => undefined
  const reader = {
    db,
    ids: { uuid: randomUUID },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    now: Date.now,
    registers: () => false,
    people: null,
    changed: quiet,
    keepPlace: quiet,
    stopped: () => false,
  }
  return {
    apply: (page: FeedPage) => applyPage(reader, page),
    priced: (price: number) =>
      db.raw.prepare('select count(*) from item where price = ?').pluck().get(price) as number,
    [Symbol.dispose]: () => {
      db.close()
      folder.remove()
    },
  }
}

/** Reads as a till's link does: until there is no more. */
const readerOf = (session: Session, apply: (page: FeedPage) => Promise<void>) => {
  let place = ''
  const read = createReading({
    fetch: async (query) => {
      const path = `/feed?wait=0&place=${encodeURIComponent(query.place)}`
      const heard = await session.call({ method: 'GET', path })
      return heard.is === 'problem' ? heard : pageIn(heard.body)
    },
    place: () => place,
    seq: () => 0,
    waitMs: 0,
    apply: async (page) => {
      await apply(page)
      place = page.place
    },
  })
  return async (): Promise<void> => {
    for (;;) {
      const page = await read()
      if ('problem' in page) throw new Error(`The hub said ${JSON.stringify(page)}`)
      if (!page.more) return
    }
  }
}

export const hubCatalogueSection = async (): Promise<Section> => {
  const received = countReceived()
  await using hub = await startBenchHub()
  const { db } = hub
  const { session } = await hub.till('T1')
  using till = await openReader()
  const read = readerOf(session, till.apply)
  await fill(db)
  // The token comes before.
  await session.call({ method: 'GET', path: '/hello' })
  const before = received()
  let seconds = 0
  const { cpuMs } = await longestWork(async () => {
    seconds = (await timed(read)).ms / 1000
  })
  const megabytes = (received() - before) / 1e6

  const priceMs: number[] = []
  for (let round = 0; round < prices.rounds; round += 1) {
    const price = 90_000_01 + round
    await sql`update shared set body = jsonb_set(body, '{price}', to_jsonb(${price}::int)), versions = jsonb_build_object('*', ${round + 2}::int)
      where uid in (select uid from shared order by uid limit ${prices.changed} offset ${round * prices.changed})`.execute(
      db,
    )
    priceMs.push((await timed(read)).ms)
    if (till.priced(price) !== prices.changed) throw new Error('The till did not take the prices')
  }
  const pollMs: number[] = []
  for (let poll = 0; poll < polls.before; poll += 1) await read()
  for (let poll = 0; poll < polls.measured; poll += 1) pollMs.push((await timed(read)).ms)

  const at95 = (samples: number[], limit: number): Pick<Figure, 'goal' | 'times'> => {
    const times = timesOf(samples)
    return { goal: atMost(Math.round(times.p95 * 10) / 10, limit, ' ms at p95'), times }
  }
  return {
    title: `A till reads ${inThousands(items)} items of its hub over HTTPS, durable`,
    figures: [
      { name: 'all of it', goal: atMost(Math.round(seconds), 25, ' s'), text: `${seconds.toFixed(1)} s` },
      { name: '  on the wire', goal: atMost(megabytes, 8, ' MB'), text: `${megabytes.toFixed(1)} MB` },
      {
        name: '  the longest turn of the event loop',
        goal: atMost(Math.round(cpuMs), 50, ' ms'),
        text: `${cpuMs.toFixed(1)} computing`,
      },
      { name: `${prices.changed} new prices`, ...at95(priceMs, 200) },
      { name: 'nothing new', ...at95(pollMs, 3) },
    ],
  }
}
