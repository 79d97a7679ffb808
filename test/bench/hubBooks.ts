/** What a hub answers from the books of a year: a million lines. And the backup of such books. */
import { sql } from 'kysely'
import { ingest } from '../../core/hub/ingest.ts'
import { bestSellersOf, reportOf } from '../../core/hub/report.ts'
import { salesFound } from '../../db/hub/credits.ts'
import { tillsOf } from '../../db/hub/door.ts'
import { asReport } from '../../db/hub/roles.ts'
import { makeGoods, makeTrail } from '../support/trail.ts'
import { type BenchHub, openBenchHub } from './benchHub.ts'
import { backUp } from './hubTake.ts'
import { inTurns, type Times } from './measure.ts'
import { atMost, type Figure, inThousands, type Section } from './report.ts'

const [tillCount, days, salesOfDay, lines] = [10, 200, 100, 5]
const dayMs = 86_400_000
const firstDay = Date.UTC(2026, 0, 1)
const dayOf = (day: number) => new Date(firstDay + day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')

const fill = async ({ hub, till: pair }: BenchHub): Promise<number> => {
  let branch = 0
  await Promise.all(
    Array.from({ length: tillCount }, async (_, n) => {
      const till = await pair(`T${n + 1}`)
      branch = till.branch
      const trail = makeTrail(`T${n + 1}`)
      const goods = makeGoods(200)
      let sent = 0
      for (let day = 0; day < days; day += 1) {
        for (let sale = 0; sale < salesOfDay; sale += 1) {
          const from = (day * salesOfDay + sale) % (goods.length - lines)
          const at = firstDay + day * dayMs + sale * 60_000
          trail.sell(goods.slice(from, from + lines), { at, day: dayOf(day) })
        }
        await ingest(hub, till, { protocol: 1, facts: trail.facts.slice(sent) })
        // The last one stays, as the next one continues it.
        trail.facts.splice(0, trail.facts.length - 1)
        sent = 1
      }
    }),
  )
  // All but the last day is signed, as in a shop.
  await sql`update invoice set state = 'accepted' where day < (select max(day) from invoice)`.execute(hub.db)
  await sql`analyze`.execute(hub.db)
  return branch
}

const goals = {
  'the report of a branch and a day': 10,
  'the 50 best sellers of a branch, 8 days': 300,
  'all tills of a branch, with what waits': 30,
  'a document by its number': 3,
}

export const hubBooksSection = async (): Promise<Section> => {
  await using hub = await openBenchHub()
  const { db, ports } = hub.hub
  const branch = await fill(hub)
  const asked: Record<keyof typeof goals, (round: number) => unknown> = {
    'the report of a branch and a day': (round) =>
      reportOf({ db, ports }, { branch, branchCode: '00' }, dayOf(days - 1 - (round % 100))),
    'the 50 best sellers of a branch, 8 days': (round) =>
      bestSellersOf({ db }, branch, { day: dayOf(days - 1 - (round % 100)), days: 8 }),
    'all tills of a branch, with what waits': () => tillsOf(db, branch),
    'a document by its number': (round) =>
      asReport(db, branch, (tx) =>
        salesFound(tx, branch, { number: `T${1 + (round % tillCount)}-${1 + round * 97}` }, 5),
      ),
  }
  const times = await inTurns(asked, { rounds: 100, warmUp: 10 })
  const figures = (Object.entries(times) as [keyof typeof goals, Times][]).map(
    ([name, of]): Figure => ({
      name,
      goal: atMost(Math.round(of.p95 * 10) / 10, goals[name], ' ms at p95'),
      times: of,
    }),
  )
  return {
    title: `A hub with ${inThousands(tillCount * days * salesOfDay * lines)} lines of ${tillCount} tills`,
    figures: [...figures, ...(await backUp(hub))],
  }
}
