/**
 * Writers whose transactions commit in another order than they began, roll back and change rows again, while readers read.
 * The feed must miss nothing. Beside it a naive reader asks for what is greater than the last that it saw, and must miss
 * something: otherwise the run proved nothing.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { stampHub } from '../../db/hub/door.ts'
import { beginIncarnation } from '../../db/hub/incarnations.ts'
import { migrateHub } from '../../db/hub/migrate.ts'
import { type HubDb, openHubDb } from '../../db/hub/postgres.ts'
import { put, readerOf } from '../integration/hub/reading.ts'
import { createRandom } from '../simulation/random.ts'

export interface StressReport {
  runs: number
  rows: number
  rolledBack: number
  /** Rows that the feed has not told, or told in an older form. */
  missed: number
  stale: number
  /** Rows that `id > last` and `at > last` have not seen. */
  naiveMissed: number
  wrong: string[]
}

export interface Stress {
  /** An empty database. */
  url: string
  rows: number
  writers: number
  /** Milliseconds that a transaction stays open, at most. */
  openMs: number
  seed: number
}

/** A reader that goes by the order of a column. */
const naiveReader = (db: HubDb, column: 'id' | 'at') => {
  const type = sql.raw(column === 'id' ? 'bigint' : 'timestamptz')
  const seen = new Set<string>()
  let last = column === 'id' ? '0' : '-infinity'
  return {
    seen,
    read: async () => {
      const { rows } = await sql<{ item: string; mark: string }>`
        select item, ${sql.ref(column)}::text as mark from naive
        where ${sql.ref(column)} > ${last}::${type} order by ${sql.ref(column)}`.execute(db)
      for (const { item } of rows) seen.add(item)
      last = rows.at(-1)?.mark ?? last
    },
  }
}

export const stressFeed = async ({ url, rows, writers, openMs, seed }: Stress): Promise<StressReport> => {
  await using ends = new AsyncDisposableStack()
  const connect = (max: number): HubDb => {
    const db = openHubDb(url, () => undefined, max)
    ends.defer(() => db.destroy())
    return db
  }
  const db = connect(writers + 4)
  await migrateHub(db)
  await stampHub(db, { id: randomUUID(), environment: 'sandbox', made_at: 1 })
  await beginIncarnation(db, randomUUID())
  await sql`create table naive (id bigint generated always as identity, at timestamptz default clock_timestamp(),
    item uuid)`.execute(db)
  const { id: branch } = await db
    .insertInto('branch')
    .values({ pin: 'P051000001K', code: '00' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const till = { uid: randomUUID(), kind: 'till', name: 'T1', branch, made_at: 1 } as const
  const { id } = await db.insertInto('origin').values(till).returning('id').executeTakeFirstOrThrow()

  const committed = new Set<string>()
  let rolledBack = 0
  const write = async (writer: number): Promise<void> => {
    const random = createRandom(seed * 1_000 + writer)
    const own: string[] = []
    while (committed.size < rows) {
      const made = Array.from({ length: random.between(1, 4) }, () => randomUUID())
      const again = own.length > 0 && random.chance(0.3) ? [random.pick(own)] : []
      const undo = random.chance(0.15)
      const tx = await db.startTransaction().execute()
      for (const item of [...made, ...again])
        await put(branch, item, random.between(1, 1_000_000))(tx as never)
      for (const item of made) await sql`insert into naive (item) values (${item})`.execute(tx)
      await setTimeout(random.between(0, openMs))
      await (undo ? tx.rollback() : tx.commit()).execute()
      if (undo) rolledBack += 1
      else {
        own.push(...made)
        for (const item of made) committed.add(item)
      }
    }
  }
  const told = readerOf(() => db, { id, branch })
  const naive = (['id', 'at'] as const).map((column) => naiveReader(db, column))
  let isOver = false
  const reading = [async () => void (await told.read()), ...naive.map((reader) => reader.read)].map(
    async (read) => {
      while (!isOver) await read()
      await read()
    },
  )
  try {
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  } finally {
    isOver = true
  }
  await Promise.all(reading)

  const levels = await db.selectFrom('stock_level').select(['item', 'on_hand']).execute()
  const missed = levels.filter(({ item }) => told.known[item] === undefined).length
  const stale = levels.filter(({ item, on_hand }) => (told.known[item] ?? on_hand) !== on_hand).length
  const naiveMissed = naive.reduce(
    (sum, { seen }) => sum + [...committed].filter((item) => !seen.has(item)).length,
    0,
  )
  const wrong = [
    ...(levels.length === committed.size
      ? []
      : [`${committed.size} rows were written, ${levels.length} are there`]),
    ...(missed > 0 ? [`the feed missed ${missed} rows`] : []),
    ...(stale > 0 ? [`the feed told ${stale} rows in an older form`] : []),
    ...(naiveMissed > 0 ? [] : ['the naive reader missed nothing, so this run proves nothing']),
  ]
  return { runs: 1, rows: levels.length, rolledBack, missed, stale, naiveMissed, wrong }
}
