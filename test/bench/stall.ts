/** How long the event loop stands still while a large shop's database is copied, checked and read. */
import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { longestTurn } from '../support/loopWatch.ts'
import { fillCatalogue } from './catalogue.ts'
import { writeSales } from './history.ts'
import { atMost, type Figure, type Section } from './report.ts'
import { openTill } from './till.ts'

const items = 100_000
const invoices = 100_000
const movements = 400_000
const bytes = 1_000_000_000
const longestMs = 50

/** Movements beyond those of the sales, and answers of the authority that take up the room. */
const fill = (file: string): void => {
  const db = new Sqlite(file)
  db.pragma('synchronous = OFF')
  const numbers = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)'
  const have = db.prepare('select count(*) from movement').pluck().get() as number
  db.prepare(`${numbers} insert into movement (item_id, stock_record_id, type, quantity, on_hand_after, moved_at)
    select 1 + i % ${items}, 1 + i % ${invoices}, '06', 100, 1000000, i from n`).run(movements - have)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const missing = Math.max(bytes - statSync(file).size, 1)
  db.prepare(`${numbers} insert into attempt (submission_id, action, started_at, outcome, request, response)
    select 2, 'send', i, 'accepted', hex(randomblob(4000)), hex(randomblob(4000)) from n`).run(
    Math.ceil(missing / 16_400),
  )
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

export const stallSection = async (): Promise<Section> => {
  await using till = await openTill()
  fillCatalogue(till.file, items)
  writeSales(till.file, { last: invoices, sent: true })
  fill(till.file)
  let name = ''
  const work: Record<string, () => Promise<unknown>> = {
    'a copy, checked and compressed': async () => {
      name = (await till.ask('backup.make', {})).name
    },
    'a second copy, the first one leaves its plain form': () => till.ask('backup.make', {}),
    'a look into a compressed copy': () => till.ask('backup.describe', { copy: { place: 'own', name } }),
    diagnostics: () => till.ask('diagnostics.make', {}),
    'a slice of the audit trail, all of it': async () => {
      await till.ask('audit.check', {})
      while ((await till.ask('audit.status', {})).running)
        await new Promise((resolve) => setTimeout(resolve, 100))
    },
    'the day’s report': () => till.ask('report.day', { language: 'en' }),
    'a search for one letter': () => till.ask('item.search', { text: 's', limit: 40 }),
    'items by name': () => till.ask('item.list', {}),
    'items with one letter': () => till.ask('item.list', { text: 's' }),
    'items with a word': () => till.ask('item.list', { text: 'sugar' }),
    'items out of stock': () => till.ask('stock.levels', { filter: 'out' }),
    'stock levels': () => till.ask('stock.levels', {}),
    'stock levels the authority does not have': () => till.ask('stock.levels', { filter: 'waiting' }),
    'receipts that wait': () => till.ask('invoice.list', { state: 'waiting' }),
    'receipts by a number that is not there': () => till.ask('invoice.list', { text: '999999999' }),
    'receipts by an amount': () => till.ask('invoice.list', { text: '195.00' }),
    'the queue': () => till.ask('queue.list', { filter: 'waiting' }),
  }
  const figures: Figure[] = []
  for (const [title, act] of Object.entries(work)) {
    const start = performance.now()
    const { wallMs, cpuMs } = await longestTurn(act)
    const took = performance.now() - start
    figures.push({
      name: title,
      goal: atMost(Math.round(wallMs), longestMs, ' ms'),
      text: `${wallMs.toFixed(1)} (computing ${cpuMs.toFixed(1)}, took ${took.toFixed(0)})`,
    })
  }
  const size = (statSync(till.file).size / 1e9).toFixed(2)
  return { title: `The longest turn of the event loop, ${size} GB`, figures }
}
