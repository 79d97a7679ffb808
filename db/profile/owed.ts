/** What a till leaves to the signer of its branch, beside its documents: rows `owed` of its trail say so. */
import { type Selectable, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { audit, till } from './audit.ts'
import { whole } from './payloads.ts'
import { type ProfileSchema, profile, type SubmissionKind, type SubmissionState } from './schema.ts'
import { openStates, type Submission } from './submissions.ts'

/** Documents are facts of their own. */
const kinds = (['item', 'customer', 'purchase', 'insurance', 'customsEntry'] as const).map((kind) =>
  sql.lit<SubmissionKind>(kind),
)

const unsaidQuery = prepare((p: { limit: number }) =>
  profile
    .selectFrom('submission')
    .leftJoin('owed', 'owed.submission_id', 'submission.id')
    .selectAll('submission')
    .where('submission.state', 'in', openStates)
    .where('submission.state', '=', sql.lit('queued'))
    .where(({ or, eb, and }) =>
      or([
        and([eb('owed.submission_id', 'is', null), eb('submission.kind', 'in', kinds)]),
        sql<boolean>`owed.digest <> submission.digest`,
      ]),
    )
    .orderBy('submission.id')
    .limit(p.limit),
)
/** Returns queued rows of which the trail does not say yet that the signer is to send them, as they are now. */
export const unsaid = (db: Db, limit: number): Submission[] => db.all(unsaidQuery({ limit })).map(whole)

const putQuery = prepare((p: Selectable<ProfileSchema['owed']>) =>
  profile
    .insertInto('owed')
    .values({ submission_id: p.submission_id, seq: p.seq, digest: p.digest })
    .onConflict((conflict) => conflict.column('submission_id').doUpdateSet({ seq: p.seq, digest: p.digest })),
)

const lastSeq = prepare(() =>
  profile.selectFrom('audit').select('seq').orderBy('seq', 'desc').limit(sql.lit(1)),
)
const owedQuery = prepare((p: { id: number }) =>
  profile.selectFrom('owed').selectAll().where('submission_id', '=', p.id),
)
/**
 * Leaves a row to the signer, unless the trail says so already. `changed`: the columns of an item that this till changed;
 * absent: all. Call it inside a transaction.
 */
export const sayOwed = (db: Db, row: Submission, at: number, changed?: readonly string[]): void => {
  if (db.first(owedQuery({ id: row.id }))?.digest === row.digest) return
  audit(db, {
    at,
    kind: 'owed',
    subject: row.title,
    row_id: row.id,
    who: till,
    content: JSON.stringify({ document: row.kind, digest: row.digest, changed }),
  })
  db.run(
    putQuery({ submission_id: row.id, seq: db.first(lastSeq({}))?.seq ?? 0, digest: row.digest ?? 'none' }),
  )
}

/** Returns the number of the newest row `owed` about a submission; 0: there is none. */
export const owedAt = (db: Db, id: number): number => db.first(owedQuery({ id }))?.seq ?? 0

/** True if a person sent the row again, and the trail does not say so yet. */
export const isUnsaid = (db: Db, { id, state, digest }: Submission): boolean => {
  const row = state === 'queued' ? db.first(owedQuery({ id })) : undefined
  return row !== undefined && row.digest !== digest
}

/** The row was rejected. If a person sends it again, it is left to the signer anew. */
export const mayOweAgain = (db: Db, id: number): void => {
  db.run(putQuery({ submission_id: id, seq: owedAt(db, id), digest: '' }))
}

/** From now on, a rejected row that a person sends again is left to the signer. */
export const mayOweRefused = (db: Db): void => {
  db.run(
    profile
      .insertInto('owed')
      .columns(['submission_id', 'seq', 'digest'])
      .expression(
        profile
          .selectFrom('submission')
          .select(['id', sql<number>`0`.as('seq'), sql<string>`''`.as('digest')])
          .where('state', '=', sql.lit<SubmissionState>('refused')),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

const masters = prepare((p: { limit: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('kind', '=', sql.lit('stockMaster'))
    .where('lane', '=', sql.lit('stock'))
    .where('state', '=', sql.lit('queued'))
    .where('blockers', '=', sql.lit(0))
    .orderBy('id')
    .limit(p.limit),
)
/** Returns queued stock masters that nothing holds. The signer tells the stock of its branch by itself. */
export const queuedMasters = (db: Db, limit: number): Submission[] => db.all(masters({ limit }))

const factQuery = prepare((p: { seq: number }) =>
  profile.selectFrom('audit').select(['kind', 'row_id']).where('seq', '=', p.seq),
)
const byColumn = {
  invoice: 'invoice_id',
  stockRecord: 'stock_record_id',
} as const
/** Returns the submission that a row of the trail is about; undefined: none. */
export const submissionOfFact = (db: Db, seq: number): Submission | undefined => {
  const fact = db.first(factQuery({ seq }))
  if (!fact || fact.row_id === null) return undefined
  const { kind, row_id } = fact
  const column =
    kind === 'owed'
      ? 'id'
      : kind === 'stockRecord'
        ? byColumn.stockRecord
        : kind === 'sale' || kind === 'creditNote'
          ? byColumn.invoice
          : null
  return column === null
    ? undefined
    : whole(db.first(profile.selectFrom('submission').selectAll().where(column, '=', row_id)))
}
