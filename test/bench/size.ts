/** The size of a sale on disk, at first and after pruning, and the size of a year: the database and its copies. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type BackupFile, surplus } from '../../core/recovery/backupFiles.ts'
import { type OpenDb, openDb } from '../../db/engine/sqlite.ts'
import { packCopy } from '../../db/integrity/copies.ts'
import { beginning, type Place, packPayloads, pruneBodies } from '../../db/profile/upkeep.ts'
import { startPractice } from '../support/practice.ts'
import { atMost, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'

const sales = 150
const linesPerSale = 5
const salesPerDay = 300
const daysPerYear = 365
/** As a new shop keeps them. */
const bodiesDays = 30
const dayMs = 86_400_000

const value = (db: OpenDb, sql: string): number => Number(db.raw.prepare(sql).pluck().get())
/** Bytes of pages in use. */
const used = (db: OpenDb): number =>
  value(
    db,
    'select (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size',
  )

const settled = async (till: BenchTill): Promise<void> => {
  const db = openDb(till.file)
  try {
    const open = "select count(*) from submission where state in ('queued', 'sending', 'unknown')"
    while (value(db, open) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  } finally {
    db.close()
  }
}

/** Sells, and waits until the authority has all of it. So each sale sends its own stock record, as in a quiet shop. */
const sell = async (till: BenchTill, items: number[], count: number): Promise<void> => {
  for (let sale = 0; sale < count; sale += 1) {
    const lines = Array.from({ length: linesPerSale }, (_, line) => ({
      itemId: items[(sale + line) % items.length] ?? 0,
      quantity: 100,
    }))
    const tenders = [{ method: '01' as const, amount: 6_500 * linesPerSale }]
    await till.ask('sale.complete', { lines, tenders, requestId: randomUUID() })
    await settled(till)
  }
}

/** As `core/profile/upkeep.ts` leaves them after the days for which they are kept. */
const age = (db: OpenDb): void => {
  const before = Number.MAX_SAFE_INTEGER
  for (let place: Place | null = beginning; place; )
    place = pruneBodies(db, { place, before, limit: 500 }).next
  while (packPayloads(db, { before, limit: 500 }) > 0);
}

/** Bytes of all copies after a year, the share of a database that a copy takes up being `packed`. */
const copiesOfYear = (databaseBytes: number, packed: number): number => {
  const end = Date.UTC(2027, 0, 1)
  const copy = (kind: BackupFile['kind'], madeAt: number): BackupFile => ({
    name: `${kind}-${madeAt}`,
    kind,
    madeAt,
    bytes: databaseBytes * (1 - (end - madeAt) / (daysPerYear * dayMs)) * packed,
  })
  const made = [
    ...Array.from({ length: daysPerYear }, (_, day) => copy('daily', end - day * dayMs)),
    ...Array.from({ length: 48 }, (_, hour) => copy('hourly', end - hour * 3_600_000)),
  ]
  const gone = new Set(surplus(made, end))
  // The newest is kept as it is, too.
  return databaseBytes + made.filter((each) => !gone.has(each)).reduce((sum, { bytes }) => sum + bytes, 0)
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`

export const sizeSection = async (): Promise<Section> => {
  const authority = await startPractice()
  try {
    await using till = await openTill(authority.url)
    await till.ask('device.initialize', {})
    const items: number[] = []
    for (let number = 0; number < 40; number += 1) {
      const name = `Amani fresh milk ${number}`
      const item = { name, type: '2' as const, taxType: 'B' as const, price: 6_500, itemClass: '5059690800' }
      items.push((await till.ask('item.save', item)).id)
    }
    const opening = items.map((itemId) => ({ itemId, quantity: 10_000_000 }))
    await till.ask('stock.adjust', { kind: 'opening', lines: opening })
    await settled(till)
    await sell(till, items, 10)
    const db = openDb(till.file)
    const packedFile = `${till.file}.zst`
    try {
      // Rows from before are aged first, so that the sales alone differ.
      const before = used(db)
      await sell(till, items, sales)
      const fresh = (used(db) - before) / sales
      age(db)
      const kept = Math.max(0, (used(db) - before) / sales)
      db.raw.pragma('wal_checkpoint(TRUNCATE)')
      const whole = value(db, 'select page_count * page_size from pragma_page_count, pragma_page_size')
      const packed = (await packCopy(till.file, packedFile)) / Math.min(whole, used(db))
      const database = salesPerDay * (daysPerYear * kept + bodiesDays * (fresh - kept))
      const copies = copiesOfYear(database, packed)
      return {
        title: `Room on the disk: sales of ${linesPerSale} lines, each with its stock record`,
        figures: [
          { name: 'a sale, as long as its bodies are kept', text: kilobytes(fresh) },
          { name: 'a sale, after that', text: kilobytes(kept) },
          {
            name: `the database after ${salesPerDay} a day for a year`,
            text: gigabytes(database),
            goal: atMost(Number((database / 1e9).toFixed(2)), 0.6, ' GB'),
          },
          { name: '  a compressed copy, of the database', text: packed.toFixed(2) },
          {
            name: '  its copies in one place',
            text: gigabytes(copies),
            goal: atMost(Number((copies / 1e9).toFixed(1)), 6, ' GB'),
          },
        ],
      }
    } finally {
      db.close()
      rmSync(packedFile, { force: true })
    }
  } finally {
    await authority.stop()
  }
}
