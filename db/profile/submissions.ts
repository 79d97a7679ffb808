/**
 * Statements of the queue. Conditions such as `state = 'queued'` stay literal: SQLite uses a partial index only for a
 * query that repeats its condition, never for a bound value.
 */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, isOneOf, prepare, prepareColumns } from '../engine/sqlite.ts'
import { packNew, payloadDigest, whole } from './payloads.ts'
import { type ProfileSchema, profile, type SubmissionState } from './schema.ts'

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
  'customs_entry_id',
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
    customs_entry_id: null,
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

type Change = Updateable<ProfileSchema['submission']>
const update = prepareColumns(({ id, ...change }: Change & { id: number }) =>
  profile.updateTable('submission').set(change).where('id', '=', id),
)

/**
 * What a new content changes. Another payload gets another digest. A payload that was damaged on disk keeps its old
 * digest, which shows the damage. A column that is set again costs its indexes: a queue of 20,000 items has many.
 */
const differing = (before: Submission, change: Change): Change => {
  const differs = Object.entries(change).filter(([name, value]) => value !== before[name as keyof Submission])
  const { payload, ...rest }: Change = Object.fromEntries(differs)
  if (payload === undefined) return rest
  const row = { ...before, payload }
  return { ...rest, ...packNew(row), digest: payloadDigest(row) }
}

/** Changes columns of one row. */
export const updateSubmission = (db: Db, id: number, changes: Change): void => {
  const before = changes.payload === undefined ? undefined : submission(db, id)
  const change = before ? differing(before, changes) : changes
  if (Object.keys(change).length > 0) db.run(update({ ...change, id }))
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

/** Returns the id of the newest submission; 0 = none. */
export const newestSubmission = (db: Db): number =>
  db.first(profile.selectFrom('submission').select('id').orderBy('id', 'desc').limit(sql.lit(1)))?.id ?? 0
