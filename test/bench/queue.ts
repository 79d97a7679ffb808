/** What a long outage costs: the same questions to a queue of a hundred and to one of a hundred thousand documents. */
import { headOfLane } from '../../db/app/submissions.ts'
import { openDb } from '../../db/sqlite.ts'
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
    { name: `${name}, 100 000 waiting`, ratio, goal: atMost(ratio, 1.5), times: many },
    { name: '  100 waiting', times: few },
  ]
}

export const queueSection = async (): Promise<Section> => {
  await using calm = await tillWith(few)
  await using outage = await tillWith(many)
  const [calmDb, outageDb] = [openDb(calm.file), openDb(outage.file)]
  const figures = [
    ...(await compared('next document of a lane', {
      many: () => headOfLane(outageDb, 'sales'),
      few: () => headOfLane(calmDb, 'sales'),
    })),
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
