/**
 * The queue for the screen: figures and pages. Windows query them on every event, so the cost must not depend on the
 * queue's length. Conditions stay literal: see `submissions.ts`.
 */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type Lane, profile, type SubmissionKind, type SubmissionState } from './schema.ts'
import { openStates, type Submission } from './submissions.ts'

const counted = prepare((_: object) => profile.selectFrom('submission_count').selectAll())
const oldestOpen = prepare((_: object) =>
  profile
    .selectFrom('submission')
    .select((select) => select.fn.min('created_at').as('at'))
    .where('state', 'in', openStates),
)
const openSales = () =>
  profile.selectFrom('submission').where('lane', '=', sql.lit<Lane>('sales')).where('state', 'in', openStates)
const oldestSale = prepare((_: object) =>
  openSales().select((select) => select.fn.min('created_at').as('at')),
)
const salesBefore = prepare((p: { at: number }) =>
  openSales()
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('created_at', '<', p.at),
)
const unsignedCount = prepare((_: object) =>
  profile
    .selectFrom('submission')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('without_signature', '=', sql.lit(1)),
)

const isOpenState = (state: SubmissionState): boolean =>
  state === 'queued' || state === 'sending' || state === 'unknown'

/**
 * Returns how many rows wait, need a person or are uncertain, and since when the oldest waits. `sales`: the same of
 * sales and credit notes, and how many of them were created before `lateBefore`.
 */
export const queueFigures = (db: Db, lateBefore: number) => {
  const counts = db.all(counted({}))
  const sum = (of: (state: SubmissionState) => boolean, lane?: Lane) =>
    counts.reduce(
      (total, row) => (of(row.state) && (!lane || row.lane === lane) ? total + row.count : total),
      0,
    )
  const isRefused = (state: SubmissionState) => state === 'refused'
  const oldestSaleAt = db.first(oldestSale({}))?.at ?? null
  return {
    waiting: sum(isOpenState),
    oldestAt: db.first(oldestOpen({}))?.at ?? null,
    refused: sum(isRefused),
    unknown: sum((state) => state === 'unknown'),
    withoutSignature: db.first(unsignedCount({}))?.count ?? 0,
    sales: {
      waiting: sum(isOpenState, 'sales'),
      refused: sum(isRefused, 'sales'),
      oldestAt: oldestSaleAt,
      late:
        oldestSaleAt !== null && oldestSaleAt < lateBefore
          ? (db.first(salesBefore({ at: lateBefore }))?.count ?? 0)
          : 0,
    },
  }
}

export const waitingPerLane = (db: Db): { lane: Lane; count: number }[] =>
  [...Map.groupBy(db.all(counted({})), ({ lane }) => lane)].map(([lane, states]) => ({
    lane,
    count: states.reduce((total, { state, count }) => (isOpenState(state) ? total + count : total), 0),
  }))

const waitingLanes = prepare((_: object) =>
  profile
    .selectFrom('submission_count')
    .select('lane')
    .distinct()
    .where('state', 'in', [sql.lit<SubmissionState>('queued'), sql.lit<SubmissionState>('unknown')])
    .where('count', '>', sql.lit(0)),
)
/** Returns the lanes with rows that may be sent. */
export const lanesInUse = (db: Db): Lane[] => db.all(waitingLanes({})).map(({ lane }) => lane)

export const sentSince = (db: Db, since: number): number =>
  db.first(
    profile
      .selectFrom('submission')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('state', '=', sql.lit('accepted'))
      .where('settled_at', '>=', since),
  )?.count ?? 0

const acceptedSalesQuery = prepare((p: { since: number }) =>
  profile
    .selectFrom('submission')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('accepted'))
    .where('settled_at', '>=', p.since)
    .where('lane', '=', sql.lit<Lane>('sales')),
)
/** Returns how many sales and credit notes the authority accepted since then. */
export const acceptedSales = (db: Db, since: number): number =>
  db.first(acceptedSalesQuery({ since }))?.count ?? 0

const acceptedLastQuery = prepare((_: object) =>
  profile
    .selectFrom('submission')
    .select((select) => select.fn.max('settled_at').as('at'))
    .where('state', '=', sql.lit('accepted')),
)
/** Returns when the authority last accepted a document; null: never. */
export const acceptedLast = (db: Db): number | null => db.first(acceptedLastQuery({}))?.at ?? null

/** The condition of the index of what a person should see. Uncertain rows among them are only being checked. */
export const waitsForPerson = sql<boolean>`(submission.state = 'refused' or submission.state = 'unknown'
  or submission.without_signature = 1)`

/**
 * Returns a page of the queue: rows that need a person, pending rows (oldest first), rows sent since `since`, or
 * everything.
 */
export const listSubmissions = (
  db: Db,
  page: {
    filter: 'needsPerson' | 'waiting' | 'sentToday' | 'all'
    since: number
    after: number | undefined
    limit: number
  },
): Submission[] => {
  const all = profile.selectFrom('submission').selectAll().limit(page.limit)
  const { after } = page
  if (page.filter === 'waiting') {
    const query = all.where('state', 'in', openStates).orderBy('id')
    return db.all(after === undefined ? query : query.where('id', '>', after))
  }
  const newest = all.orderBy('id', 'desc')
  const below = after === undefined ? newest : newest.where('id', '<', after)
  if (page.filter === 'all') return db.all(below)
  if (page.filter === 'sentToday') {
    return db.all(below.where('state', '=', sql.lit('accepted')).where('settled_at', '>=', page.since))
  }
  return db.all(below.where(waitsForPerson).where('state', '<>', sql.lit('unknown')))
}

/** Returns rows in order of age, for other software. An absent filter accepts every row. */
export const findSubmissions = (
  db: Db,
  page: {
    state: 'open' | 'all' | SubmissionState
    kind: SubmissionKind | undefined
    lane: Lane | undefined
    after: number | undefined
    limit: number
  },
): Submission[] => {
  const { state, kind, lane, after } = page
  let query = profile.selectFrom('submission').selectAll().orderBy('id').limit(page.limit)
  const isOpen = state === 'open' || (state !== 'all' && isOpenState(state))
  if (isOpen) query = query.where('state', 'in', openStates)
  if (state !== 'open' && state !== 'all') query = query.where('state', '=', sql.lit(state))
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (lane !== undefined) query = query.where('lane', '=', lane)
  return db.all(after === undefined ? query : query.where('id', '>', after))
}

/** Returns the number of rows in each state. */
export const countsByState = (db: Db): Record<SubmissionState, number> => {
  const counts = { queued: 0, sending: 0, unknown: 0, accepted: 0, refused: 0, withdrawn: 0 }
  for (const { state, count } of db.all(counted({}))) counts[state] += count
  return counts
}

/** Returns what these rows still wait for. */
export const unmetDependencies = (db: Db, ids: number[]) =>
  db.all(
    profile
      .selectFrom('submission_dependency')
      .innerJoin('submission', 'submission.id', 'submission_dependency.depends_on')
      .select([
        'submission_dependency.submission_id as child',
        'submission.id',
        'submission.kind',
        'submission.title',
        'submission.state',
      ])
      .where('submission_dependency.submission_id', 'in', ids)
      .where('submission_dependency.met', '=', sql.lit(0))
      .orderBy('submission.id'),
  )

const earliestWait = prepare((_: object) =>
  profile
    .selectFrom('submission')
    .select((select) => select.fn.min('next_attempt_at').as('at'))
    .where('next_attempt_at', '>', sql.lit(0)),
)
/** Returns when the next row of any lane may be sent; null if none waits for a time. */
export const nextAttemptAt = (db: Db): number | null => db.first(earliestWait({}))?.at ?? null
