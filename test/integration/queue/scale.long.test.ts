/** The queue costs the same with a hundred thousand documents waiting as with one. */
import { join } from 'node:path'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figuresOf } from '../../../core/queue/stuck.ts'
import { migrate } from '../../../db/engine/migrate.ts'
import { type Db, openDb } from '../../../db/engine/sqlite.ts'
import { troubledRows, waitingSales } from '../../../db/profile/causes.ts'
import { missingRecords, waitingRecords } from '../../../db/profile/contained.ts'
import { profileMigrations } from '../../../db/profile/migrations/index.ts'
import {
  asideSubmissions,
  highestNumberOf,
  recordsSentUnder,
  sentUnder,
  submissionOfNumber,
} from '../../../db/profile/numbersSent.ts'
import { queuedMasters, unsaid } from '../../../db/profile/owed.ts'
import { clearWaits, headOfLane, sendingBecomesUnknown } from '../../../db/profile/queueHeads.ts'
import {
  acceptedLast,
  acceptedSales,
  listSubmissions,
  nextAttemptAt,
  queueFigures,
  waitingPerLane,
} from '../../../db/profile/queueList.ts'
import { registrationOf, waitingStockMaster } from '../../../db/profile/registrations.ts'
import { settlingRecords } from '../../../db/profile/stock.ts'
import { submissionOfInvoice, unsignedSubmissions } from '../../../db/profile/submissions.ts'
import { dueOutcomes, isItemUntold, takenBefore, unended } from '../../../db/profile/taken.ts'
import { type TemporaryFolder, temporaryFolder } from '../../support/folder.ts'

const settled = 200_000
const waiting = 100_000
const held = 100_000
const day = 86_400_000

let folder: TemporaryFolder
let db: ReturnType<typeof openDb>

const fill = (from: number, count: number, columns: string) =>
  db.raw.exec(`
    with recursive n (id) as (select ${from} union all select id + 1 from n where id < ${from + count - 1})
    insert into submission (id, kind, lane, state, blockers, title, payload, author_id, author_name, created_at,
      authority_number, settled_at, item_id)
    select ${columns} from n`)

beforeAll(async () => {
  folder = temporaryFolder()
  db = openDb(join(folder.path, 'till.db'))
  await migrate(db, profileMigrations)
  db.raw.exec(`insert into item (id, code, name, type, tax_type, price, item_class, origin_country, package_unit,
    quantity_unit, active, created_at, updated_at) values (1, 'A', 'Soap', '2', 'B', 100, '5059690800', 'KE', 'NT', 'U', 1, 0, 0)`)
  db.transaction(() => {
    fill(1, 1, `id, 'item', 'items', 'accepted', 0, 'Soap', '{}', 'u', 'U', 0, null, 0, 1`)
    // Half of what is settled are stock masters of one item that sells.
    fill(2, settled / 2, `id, 'stockMaster', 'stock', 'accepted', 0, 'Soap', '{}', 'u', 'U', id, null, id, 1`)
    fill(
      settled / 2 + 2,
      settled / 2,
      `id, 'sale', 'sales', 'accepted', 0, id, '{}', 'u', 'U', id, id, id, null`,
    )
    fill(
      settled + 2,
      waiting,
      `id, 'sale', 'sales', 'queued', 0, id, '{}', 'u', 'U', ${day} + id, null, null, null`,
    )
    fill(
      settled + waiting + 2,
      held,
      `id, 'stockRecord', 'stock', 'queued', 1, id, '{}', 'u', 'U', ${day} + id, null, null, null`,
    )
  })
}, 60_000)
afterAll(() => {
  db.close()
  folder.remove()
})

/** The database, noting how SQLite goes about each query. */
const explained = () => {
  const plans: string[] = []
  const note = (query: unknown) => {
    const { sql, parameters } = (
      'compile' in (query as object) ? (query as { compile(): CompiledQuery }).compile() : query
    ) as CompiledQuery
    const steps = db.raw.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]
    plans.push(...steps.map(({ detail }) => detail))
  }
  const watched: Db = {
    ...db,
    all: (query) => {
      note(query)
      return db.all(query)
    },
    first: (query) => {
      note(query)
      return db.first(query)
    },
    run: (query) => {
      note(query)
      return db.run(query)
    },
  }
  return { watched, plans }
}

const milliseconds = (work: () => void): number => {
  work()
  const times = Array.from({ length: 15 }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return times.toSorted((a, b) => a - b)[7]!
}

describe('with 100,000 waiting, 100,000 held and 200,000 settled', () => {
  it('a claim goes straight to its row by the partial indexes', () => {
    const { watched, plans } = explained()
    expect(headOfLane(watched, 'sales')?.id).toBe(settled + 2)
    expect(headOfLane(watched, 'stock')).toBeUndefined()
    const claim = ['submission_unknown', 'submission_holding', 'submission_ready']
    expect(plans).toEqual(
      [...claim, ...claim].map((index) => expect.stringMatching(`^SEARCH .* ${index} \\(lane=\\?\\)`)),
    )
  })

  it('nothing looks through the table, and nothing sorts it', () => {
    const { watched, plans } = explained()
    clearWaits(watched)
    nextAttemptAt(watched)
    sendingBecomesUnknown(watched)
    sendingBecomesUnknown(watched, 'sales')
    submissionOfNumber(watched, 'sales', 7)
    sentUnder(watched, 'sales', 7)
    recordsSentUnder(watched, 7, 0)
    highestNumberOf(watched, 'sales')
    submissionOfInvoice(watched, 7)
    waitingStockMaster(watched, 1)
    registrationOf(watched, 1)
    unsignedSubmissions(watched, 50)
    asideSubmissions(watched, 'sales', 50)
    figuresOf(watched)
    waitingPerLane(watched)
    troubledRows(watched, 'till', 500)
    waitingSales(watched, 12)
    acceptedSales(watched, day)
    acceptedLast(watched)
    const page = { since: day, after: undefined, limit: 50 }
    for (const filter of ['needsPerson', 'waiting', 'all'] as const)
      listSubmissions(watched, { ...page, filter })
    const scans = plans.filter(
      (plan) => /SCAN (?!submission_count)/.test(plan) && !/ INDEX submission_/.test(plan),
    )
    expect(scans).toEqual(['SCAN submission'])
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([])
  })

  it('a signer and a till that leaves its documents to one look through what waits alone', () => {
    const { watched, plans } = explained()
    takenBefore(watched, { seq: 7, hash: 'hash' })
    isItemUntold(watched)
    dueOutcomes(watched, 50)
    missingRecords(watched)
    waitingRecords(watched)
    settlingRecords(watched)
    unended(watched, null)
    unended(watched, { uid: 'till', upTo: 7 })
    unsaid(watched, 50)
    queuedMasters(watched, 50)
    const few =
      /SCAN (outcome_due|taken_from|taken_later|s$|CONSTANT ROW)| INDEX submission_(open|age|attention|ready)/
    expect(plans.filter((plan) => plan.includes('SCAN') && !few.test(plan))).toEqual([])
  })

  it.each<[string, () => void]>([
    ['claiming', () => headOfLane(db, 'sales')],
    ['finding the waiting stock master', () => waitingStockMaster(db, 1)],
    ['finding the registration', () => registrationOf(db, 1)],
    ['the figures', () => void [figuresOf(db), waitingPerLane(db), nextAttemptAt(db)]],
    [
      'the first page of what waits',
      () => listSubmissions(db, { filter: 'waiting', since: 0, after: undefined, limit: 50 }),
    ],
    [
      'what needs a person',
      () => listSubmissions(db, { filter: 'needsPerson', since: 0, after: undefined, limit: 50 }),
    ],
    ['everything', () => listSubmissions(db, { filter: 'all', since: 0, after: undefined, limit: 50 })],
    ['trying now', () => clearWaits(db)],
  ])('%s takes less than two milliseconds', (_, work) => {
    expect(milliseconds(work)).toBeLessThan(2)
  })

  it('the figures are right', () => {
    expect(queueFigures(db, day + settled + 2 + 10)).toEqual({
      waiting: waiting + held,
      oldestAt: day + settled + 2,
      refused: 0,
      unknown: 0,
      withoutSignature: 0,
      sales: { waiting, refused: 0, oldestAt: day + settled + 2, late: 10 },
    })
    expect(waitingPerLane(db)).toContainEqual({ lane: 'stock', count: held })
    db.raw.exec(`update submission set state = 'refused' where id = ${settled + 2}`)
    expect(queueFigures(db, 0)).toMatchObject({
      waiting: waiting + held - 1,
      refused: 1,
      oldestAt: day + settled + 3,
    })
  })
})
