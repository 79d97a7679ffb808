/**
 * Statements of the queue. The literal conditions (`state = 'queued'`) stay literal: SQLite uses a partial index only
 * for a query that repeats its condition, never for a bound value.
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

/** Queues one thing to tell; it waits for every submission in `dependsOn`. Answers its id. */
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
/** Those of these submissions that are not settled yet. */
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
/** Whatever bears this number of the authority's, or holds it for its next try. */
export const submissionOfNumber = (db: Db, lane: Lane, number: number): Submission | undefined =>
  whole(db.first(byAuthorityNumber({ lane, number })))

const highestNumber = prepare((p: { lane: Lane }) =>
  profile
    .selectFrom('submission')
    .select((select) => select.fn.max('authority_number').as('number'))
    .where('lane', '=', p.lane)
    .where('authority_number', 'is not', null),
)
/** The largest number that a row of this lane has borne; 0 when none has. */
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
/** The newest registration of an item, whatever became of it. */
export const registrationOf = (db: Db, itemId: number): Submission | undefined =>
  db.first(latestOfItem({ id: itemId }))

const lettersSince = prepare((p: { id: number }) =>
  profile
    .selectFrom('submission')
    // What can no longer be read names no letter; a sale is kept all the same.
    .select(sql<string | null>`case when json_valid(payload) then payload ->> 'taxType' end`.as('letter'))
    .where('item_id', '=', p.id)
    .where('kind', '=', sql.lit('item'))
    .where(
      'id',
      '>=',
      sql<number>`(select max(id) from submission where item_id = ${p.id} and kind = 'item' and state = 'accepted')`,
    ),
)
/** Whatever the authority has of what it was told of an item since it last took something, the tax letter is this one. */
export const isTaxTypeTold = (db: Db, { id, tax_type }: { id: number; tax_type: string }): boolean => {
  const told = db.all(lettersSince({ id }))
  return told.length > 0 && told.every(({ letter }) => letter === tax_type)
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
/** What the authority was told of an item before that submission, and has refused. */
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
/** The newest telling of a customer, whatever became of it. */
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
/** What was last said of an item's stock, whatever became of it. */
export const lastStockMaster = (db: Db, itemId: number): Submission | undefined =>
  db.first(lastMaster({ id: itemId }))

const waitingMaster = prepare((p: { id: number }) =>
  newestMaster(p.id).where('state', '=', sql.lit('queued')).where('attempts', '=', sql.lit(0)),
)
/** A stock master row of this item that still waits for its turn. */
export const waitingStockMaster = (db: Db, itemId: number): Submission | undefined =>
  db.first(waitingMaster({ id: itemId }))

/** Of a submission: is there a sending of it under this number whose answer nobody has? */
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
/** What was set aside, sent again since, given up or neither, and may have arrived under this number; oldest first. */
export const sentUnder = (db: Db, lane: Lane, number: number): Submission[] =>
  db.all(maybeThereUnder({ lane, number })).map(whole)

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
/** Stock records that may have arrived under this number: set aside at any time, refused or given up `since` (epoch milliseconds). */
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

/** The row whose turn it is: one whose outcome is unknown, else one that holds a number, else the oldest that is free. */
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
/** Is anything of this lane not settled yet? */
export const isLaneOpen = (db: Db, lane: Lane): boolean => db.first(openIn({ lane })) !== undefined

const updates = new Map<string, ReturnType<typeof prepare<Record<string, unknown>, unknown>>>()
/** Another payload has another digest; one that was damaged on the disk keeps the one that says so. */
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

/** Changes some columns of one row; one prepared statement per set of columns. */
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
/** What is in flight in a lane. */
export const sendingOf = (db: Db, lane: Lane): Submission | undefined => whole(db.first(inFlight({ lane })))

/** Rows found in flight, at the start or in one lane: nobody knows what became of them. Answers how many. */
export const sendingBecomesUnknown = (db: Db, lane?: Lane): number => {
  const inFlight = profile
    .updateTable('submission')
    .set({ state: 'unknown', may_have_arrived: 1, next_attempt_at: 0 })
    .where('state', '=', sql.lit('sending'))
  return db.run(lane ? inFlight.where('lane', '=', lane) : inFlight).changes
}

/** Nothing waits for its time any more, but what was refused while an earlier try may be on its way: the next claim takes it. */
export const clearWaits = (db: Db): void => {
  db.run(
    profile
      .updateTable('submission')
      .set({ next_attempt_at: 0 })
      .where('next_attempt_at', '>', sql.lit(0))
      .where((where) => where.or([where('state', '<>', sql.lit('unknown')), where('last_code', 'is', null)])),
  )
}

/** Accepted documents whose signature could not be had, oldest first. */
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

/** Stopped because they were changed on disk. */
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

/** Has the authority ever accepted a registration of this item? */
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
 * After a database may have gone back in time: records of counted kinds that the authority cannot be asked about and that
 * wait to be sent may have arrived since. Where their number is taken they then count as accepted, instead of being sent
 * under the next one. `upTo`: the last submission that may have.
 */
export const doubtUnlookable = (db: Db, upTo = Number.MAX_SAFE_INTEGER): void => {
  db.run(
    profile
      .updateTable('submission')
      .set({ may_have_arrived: 1 })
      .where('state', '=', sql.lit('queued'))
      .where('id', '<=', upTo)
      .where('kind', 'in', [sql.lit<'stockRecord'>('stockRecord'), sql.lit<'purchase'>('purchase')]),
  )
}

/** The id of the newest submission; 0 = there is none. */
export const newestSubmission = (db: Db): number =>
  db.first(profile.selectFrom('submission').select('id').orderBy('id', 'desc').limit(sql.lit(1)))?.id ?? 0
