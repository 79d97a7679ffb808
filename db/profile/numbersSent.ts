/** Submissions by the number of the authority that they have, hold, or may have arrived under. */
import { type ExpressionBuilder, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { whole } from './payloads.ts'
import { type Lane, type ProfileSchema, profile, type SubmissionState } from './schema.ts'
import type { Submission } from './submissions.ts'

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
export const highestNumberOf = (db: Db, lane: Lane): number =>
  Math.max(0, db.first(highestNumber({ lane }))?.number ?? 0)

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
