/**
 * Statements of the queue. Conditions such as `state = 'queued'` stay literal: SQLite uses a partial index only for a
 * query that repeats its condition, never for a bound value.
 */
import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, isOneOf, prepare } from '../engine/sqlite.ts'
import { packNew, payloadDigest, whole } from './payloads.ts'
import { type Lane, type ProfileSchema, profile, type SubmissionState } from './schema.ts'

export type Submission = Selectable<ProfileSchema['submission']>
export type NewSubmission = Insertable<ProfileSchema['submission']>

/** Not settled yet; literal, for the partial indexes. */
export const openStates = [
  sql.lit<SubmissionState>('queued'),
  sql.lit<SubmissionState>('sending'),
  sql.lit<SubmissionState>('unknown'),
]

const insertQuery = prepare((p: Required<Pick<NewSubmission, (typeof insertColumns)[number]>>) =>
  profile
    .insertInto('submission')
    .values(Object.fromEntries(insertColumns.map((name) => [name, p[name]])) as NewSubmission),
)
const insertColumns = [
  'kind',
  'lane',
  'blockers',
  'title',
  'amount',
  'payload',
  'packed',
  'digest',
  'item_id',
  'invoice_id',
  'stock_record_id',
  'customer_pin',
  'purchase_id',
  'insurance_code',
  'author_id',
  'author_name',
  'created_at',
] as const

const dependencyQuery = prepare(
  (p: { submission_id: number; depends_on: number; need: 'accepted' | 'settled' }) =>
    profile
      .insertInto('submission_dependency')
      .values({ submission_id: p.submission_id, depends_on: p.depends_on, need: p.need }),
)

/** Queues one document, which waits for every submission in `dependsOn`. Returns its id. */
export const insertSubmission = (
  db: Db,
  row: Pick<
    NewSubmission,
    'kind' | 'lane' | 'title' | 'payload' | 'author_id' | 'author_name' | 'created_at'
  > &
    Partial<NewSubmission>,
  dependsOn: { id: number; need: 'accepted' | 'settled' }[] = [],
): number => {
  const queued = {
    amount: null,
    item_id: null,
    invoice_id: null,
    stock_record_id: null,
    customer_pin: null,
    purchase_id: null,
    insurance_code: null,
    ...row,
  }
  const digest = payloadDigest(queued)
  const { id } = db.run(insertQuery({ ...queued, ...packNew(queued), digest, blockers: dependsOn.length }))
  for (const { id: parent, need } of dependsOn) {
    db.run(dependencyQuery({ submission_id: id, depends_on: parent, need }))
  }
  return id
}

const byId = prepare((p: { id: number }) =>
  profile.selectFrom('submission').selectAll().where('id', '=', p.id),
)
export const submission = (db: Db, id: number): Submission | undefined => whole(db.first(byId({ id })))

const openByIds = prepare((p: { ids: string }) =>
  profile
    .selectFrom('submission')
    .select(['id', 'blockers'])
    .where(isOneOf('id', p.ids))
    .where('state', 'in', openStates),
)
/** Returns the unsettled ones among these submissions. */
export const openAmong = (db: Db, ids: number[]): Pick<Submission, 'id' | 'blockers'>[] =>
  ids.length === 0 ? [] : db.all(openByIds({ ids: JSON.stringify(ids) }))

const byInvoice = prepare((p: { id: number }) =>
  profile.selectFrom('submission').selectAll().where('invoice_id', '=', p.id),
)
export const submissionOfInvoice = (db: Db, invoiceId: number): Submission | undefined =>
  whole(db.first(byInvoice({ id: invoiceId })))

export const submissionOfStockRecord = (db: Db, recordId: number): Submission | undefined =>
  whole(db.first(profile.selectFrom('submission').selectAll().where('stock_record_id', '=', recordId)))

const byAuthorityNumber = prepare((p: { lane: Lane; number: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('lane', '=', p.lane)
    .where('authority_number', '=', p.number),
)
/** Returns the row that has this number of the authority, or holds it for its next attempt. */
export const submissionOfNumber = (db: Db, lane: Lane, number: number): Submission | undefined =>
  whole(db.first(byAuthorityNumber({ lane, number })))

const highestNumber = prepare((p: { lane: Lane }) =>
  profile
    .selectFrom('submission')
    .select((select) => select.fn.max('authority_number').as('number'))
    .where('lane', '=', p.lane)
    .where('authority_number', 'is not', null),
)
/** Returns the largest number that a row of this lane has had; 0 if none. */
export const highestNumberOf = (db: Db, lane: Lane): number => db.first(highestNumber({ lane }))?.number ?? 0

const latestOfItem = prepare((p: { id: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .orderBy('id', 'desc')
    .limit(1),
)
/** Returns the newest registration of an item, in any state. */
export const registrationOf = (db: Db, itemId: number): Submission | undefined =>
  db.first(latestOfItem({ id: itemId }))

const lettersSince = prepare((p: { id: number }) =>
  profile
    .selectFrom('submission')
    // An unreadable payload names no letter. The sale is stored anyway.
    .select(sql<string | null>`case when json_valid(payload) then payload ->> 'taxType' end`.as('letter'))
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .where(
      'id',
      '>=',
      sql<number>`(select max(id) from submission where item_id = ${p.id} and kind = 'item' and state = 'accepted')`,
    ),
)
/** True if every version of the item that the authority may have, since it last accepted one, has this tax letter. */
export const isTaxTypeSent = (db: Db, { id, tax_type }: { id: number; tax_type: string }): boolean => {
  const letters = db.all(lettersSince({ id }))
  return letters.length > 0 && letters.every(({ letter }) => letter === tax_type)
}

const refusedOfItem = prepare((p: { id: number; before: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .where('state', '=', sql.lit('refused'))
    .where('id', '<', p.before),
)
/** Returns an item's rejected registrations before that submission. */
export const refusedRegistrations = (db: Db, itemId: number, before: number): Submission[] =>
  db.all(refusedOfItem({ id: itemId, before }))

const latestOfCustomer = prepare((p: { pin: string }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('customer_pin', '=', p.pin)
    .orderBy('id', 'desc')
    .limit(1),
)
/** Returns the newest submission of a customer, in any state. */
export const submissionOfCustomer = (db: Db, pin: string): Submission | undefined =>
  db.first(latestOfCustomer({ pin }))

const newestMaster = (itemId: number) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('kind', '=', sql.lit('stockMaster'))
    .orderBy('id', 'desc')
    .limit(1)
const lastMaster = prepare((p: { id: number }) => newestMaster(p.id))
/** Returns the newest stock master of an item, in any state. */
export const lastStockMaster = (db: Db, itemId: number): Submission | undefined =>
  db.first(lastMaster({ id: itemId }))

const waitingMaster = prepare((p: { id: number }) =>
  newestMaster(p.id).where('state', '=', sql.lit('queued')).where('attempts', '=', sql.lit(0)),
)
/** Returns a pending stock master of this item. */
export const waitingStockMaster = (db: Db, itemId: number): Submission | undefined =>
  db.first(waitingMaster({ id: itemId }))

/** For a submission: true if it was sent under this number without a response. */
const maybeSentUnder = (where: ExpressionBuilder<ProfileSchema, 'submission'>, number: number) =>
  where.exists(
    where
      .selectFrom('attempt')
      .select('attempt.id')
      .whereRef('attempt.submission_id', '=', 'submission.id')
      .where('action', '=', sql.lit<'send'>('send'))
      .where('attempt.authority_number', '=', number)
      .where(({ or, eb }) =>
        or([eb('outcome', 'is', null), eb('outcome', '=', sql.lit<'mayHaveArrived'>('mayHaveArrived'))]),
      ),
  )

const maybeThereUnder = prepare((p: { lane: Lane; number: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('lane', '=', p.lane)
    .where('authority_number', 'is', null)
    .where('may_have_arrived', '=', sql.lit(1))
    .where((where) => maybeSentUnder(where, p.number))
    .orderBy('id'),
)
/**
 * Returns rows that were set aside (resent, withdrawn or neither since) and may have arrived under this number,
 * oldest first.
 */
export const sentUnder = (db: Db, lane: Lane, number: number): Submission[] =>
  db.all(maybeThereUnder({ lane, number })).map(whole)

const asideIn = prepare((p: { lane: Lane; limit: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('lane', '=', p.lane)
    .where('authority_number', 'is', null)
    .where('may_have_arrived', '=', sql.lit(1))
    .where('state', 'in', [sql.lit<SubmissionState>('refused'), sql.lit<SubmissionState>('withdrawn')])
    .orderBy('id', 'desc')
    .limit(p.limit),
)
/** Returns rows that were set aside, and perhaps withdrawn since, and may have arrived; newest first. */
export const asideSubmissions = (db: Db, lane: Lane, limit: number): Submission[] =>
  db.all(asideIn({ lane, limit })).map(whole)

const refusedUnder = prepare((p: { number: number; since: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('stock_record_id', 'is not', null)
    .where('settled_at', '>=', p.since)
    .where('state', 'in', [sql.lit<SubmissionState>('refused'), sql.lit<SubmissionState>('withdrawn')])
    .where('authority_number', 'is', null)
    .where('may_have_arrived', '=', sql.lit(0))
    .where((where) => maybeSentUnder(where, p.number)),
)
/**
 * Returns stock records that may have arrived under this number: set aside at any time, rejected or withdrawn `since`
 * (epoch milliseconds).
 */
export const recordsSentUnder = (db: Db, number: number, since: number): Submission[] => [
  ...sentUnder(db, 'stock', number),
  ...db.all(refusedUnder({ number, since })).map(whole),
]

// --- claiming -------------------------------------------------------------------------------------------------------

const unknownHead = prepare((p: { lane: Lane }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('lane', '=', p.lane)
    .where('state', '=', sql.lit('unknown'))
    .orderBy('id')
    .limit(1),
)
const holdingHead = prepare((p: { lane: Lane }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('lane', '=', p.lane)
    .where('state', '=', sql.lit('queued'))
    .where('authority_number', 'is not', null)
    .orderBy('id')
    .limit(1),
)
const readyHead = prepare((p: { lane: Lane }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('lane', '=', p.lane)
    .where('state', '=', sql.lit('queued'))
    .where('blockers', '=', sql.lit(0))
    .orderBy('id')
    .limit(1),
)

/**
 * Returns the row whose turn it is: an uncertain one, else one that holds a number, else the oldest that waits for
 * nothing.
 */
export const headOfLane = (db: Db, lane: Lane): Submission | undefined =>
  whole(db.first(unknownHead({ lane })) ?? db.first(holdingHead({ lane })) ?? db.first(readyHead({ lane })))

const openIn = prepare((p: { lane: Lane }) =>
  profile
    .selectFrom('submission_count')
    .select('state')
    .where('lane', '=', p.lane)
    .where('state', 'in', openStates)
    .where('count', '>', sql.lit(0))
    .limit(sql.lit(1)),
)
/** True if any row of this lane is unsettled. */
export const isLaneOpen = (db: Db, lane: Lane): boolean => db.first(openIn({ lane })) !== undefined

const updates = new Map<string, ReturnType<typeof prepare<Record<string, unknown>, unknown>>>()
/**
 * Another payload gets another digest. A payload that was damaged on disk keeps its old digest, which shows the
 * damage.
 */
const withDigest = (
  db: Db,
  id: number,
  change: Updateable<ProfileSchema['submission']>,
): Updateable<ProfileSchema['submission']> => {
  const before = change.payload === undefined ? undefined : submission(db, id)
  if (!before || change.payload === undefined || change.payload === before.payload) return change
  const row = { ...before, payload: change.payload }
  return { ...change, ...packNew(row), digest: payloadDigest(row) }
}

/** Changes columns of one row. One prepared statement per set of columns. */
export const updateSubmission = (
  db: Db,
  id: number,
  changes: Updateable<ProfileSchema['submission']>,
): void => {
  const change = withDigest(db, id, changes)
  const key = Object.keys(change).join()
  let query = updates.get(key)
  if (!query) {
    const columns = Object.keys(change)
    query = prepare<Record<string, unknown>, unknown>((p) =>
      profile
        .updateTable('submission')
        .set(Object.fromEntries(columns.map((name) => [name, p[name]])))
        .where('id', '=', p['id'] as number),
    )
    updates.set(key, query)
  }
  db.run(query({ ...change, id }))
}

const inFlight = prepare((p: { lane: Lane }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('lane', '=', p.lane)
    .where('state', '=', sql.lit<SubmissionState>('sending')),
)
/** Returns the row that a lane is sending. */
export const sendingOf = (db: Db, lane: Lane): Submission | undefined => whole(db.first(inFlight({ lane })))

/** Marks rows that were being sent, at the start or in one lane, as unknown. Returns their number. */
export const sendingBecomesUnknown = (db: Db, lane?: Lane): number => {
  const inFlight = profile
    .updateTable('submission')
    .set({ state: 'unknown', may_have_arrived: 1, next_attempt_at: 0 })
    .where('state', '=', sql.lit('sending'))
  return db.run(lane ? inFlight.where('lane', '=', lane) : inFlight).changes
}

/** Ends every wait, except for rows rejected while an earlier attempt may still arrive. The next claim takes them. */
export const clearWaits = (db: Db): void => {
  db.run(
    profile
      .updateTable('submission')
      .set({ next_attempt_at: 0 })
      .where('next_attempt_at', '>', sql.lit(0))
      .where((where) => where.or([where('state', '<>', sql.lit('unknown')), where('last_code', 'is', null)])),
  )
}

/** Returns accepted documents without a signature, oldest first. */
export const unsignedSubmissions = (db: Db, limit: number): Submission[] =>
  db
    .all(
      profile
        .selectFrom('submission')
        .selectAll()
        .where('without_signature', '=', sql.lit(1))
        .orderBy('id')
        .limit(limit),
    )
    .map(whole)

/** Returns rows that were stopped because they were changed on disk. */
export const stoppedAsChanged = (db: Db): Submission[] =>
  db
    .all(
      profile
        .selectFrom('submission')
        .selectAll()
        .where('state', '=', sql.lit<SubmissionState>('refused'))
        .where('remedy', 'like', '{"remedy":"changedOnDisk"%'),
    )
    .map(whole)

/** True if the authority ever accepted a registration of this item. */
export const hasAccepted = (db: Db, itemId: number): boolean =>
  db.first(
    profile
      .selectFrom('submission')
      .select('id')
      .where('item_id', '=', itemId)
      .where('kind', '=', sql.lit('item'))
      .where('state', '=', sql.lit('accepted'))
      .limit(1),
  ) !== undefined

/**
 * After a database may have gone back in time: pending numbered records that the authority cannot be queried about
 * may have arrived. If their number is in use they then count as accepted, instead of being sent under the next one.
 * `upTo`: the last submission that may have arrived.
 */
export const markUnlookableUncertain = (db: Db, upTo = Number.MAX_SAFE_INTEGER): void => {
  db.run(
    profile
      .updateTable('submission')
      .set({ may_have_arrived: 1 })
      .where('state', '=', sql.lit('queued'))
      .where('id', '<=', upTo)
      .where('kind', 'in', [sql.lit<'stockRecord'>('stockRecord'), sql.lit<'purchase'>('purchase')]),
  )
}

/** Returns the id of the newest submission; 0 = none. */
export const newestSubmission = (db: Db): number =>
  db.first(profile.selectFrom('submission').select('id').orderBy('id', 'desc').limit(sql.lit(1)))?.id ?? 0
