/** The cost of a long outage: the same queries to a queue of a hundred and to one of a hundred thousand documents. */
import { randomUUID } from 'node:crypto'
import type { Authority } from '../../core/authority/port.ts'
import { claimNext } from '../../core/queue/claim.ts'
import { timing } from '../../core/queue/timing.ts'
import { type Db, openDb } from '../../db/engine/sqlite.ts'
import { headOfLane } from '../../db/profile/queueHeads.ts'
import { fillCatalogue } from './catalogue.ts'
import { writeSales } from './history.ts'
import { inTurns } from './measure.ts'
import { atMost, type Figure, type Section } from './report.ts'
import { type BenchTill, openTill } from './till.ts'

/** Two documents for each sale: the invoice and its stock record. */
const few = 50
const many = 50_000

const tillWith = async (sales: number): Promise<BenchTill> => {
  const till = await openTill()
  fillCatalogue(till.file, 5000)
  writeSales(till.file, { last: sales, sent: false })
  return till
}

const compared = async (
  name: string,
  competitors: { many: () => unknown; few: () => unknown },
): Promise<Figure[]> => {
  const { many, few } = await inTurns(competitors, { rounds: 400, warmUp: 50 })
  const ratio = many.p50 / few.p50
  return [
    { name: `${name}, 100 000 waiting`, ratio, goal: atMost(ratio, 1.2), times: many },
    { name: '  100 waiting', times: few },
  ]
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const undone = new Error('undone')

/** Takes the head of the sales in hand as the queue does, and lets it go again. */
const claim = (db: Db): void => {
  try {
    db.transaction(() => {
      const ledger = { db, now: Date.now, emit: () => undefined }
      // Nothing is sent: the authority is asked for nothing before the claim is in the database.
      const turn = claimNext(ledger, 'sales', {
        authority: {} as Authority,
        timing,
        log: quiet,
        token: () => 'mark',
      })
      if (!('send' in turn)) throw new Error(`Nothing was claimed: ${JSON.stringify(turn)}`)
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
}

const sell = (till: BenchTill) =>
  till.ask('sale.complete', {
    lines: [1, 2, 3].map((itemId) => ({ itemId, quantity: 100 })),
    tenders: [{ method: '01', amount: 100_000_000 }],
    requestId: randomUUID(),
  })

export const queueSection = async (): Promise<Section> => {
  await using calm = await tillWith(few)
  await using outage = await tillWith(many)
  const [calmDb, outageDb] = [openDb(calm.file), openDb(outage.file)]
  const figures = [
    ...(await compared('next document of a lane', {
      many: () => headOfLane(outageDb, 'sales'),
      few: () => headOfLane(calmDb, 'sales'),
    })),
    ...(await compared('a claim, undone', { many: () => claim(outageDb), few: () => claim(calmDb) })),
    ...(await compared('a sale, durable', { many: () => sell(outage), few: () => sell(calm) })),
    ...(await compared('status.get', {
      many: () => outage.ask('status.get', {}),
      few: () => calm.ask('status.get', {}),
    })),
    ...(await compared('queue.list, a page of what waits', {
      many: () => outage.ask('queue.list', { filter: 'waiting' }),
      few: () => calm.ask('queue.list', { filter: 'waiting' }),
    })),
  ]
  calmDb.close()
  outageDb.close()
  return { title: 'A long queue', figures }
}
