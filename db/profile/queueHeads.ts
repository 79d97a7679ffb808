/** Whose turn it is in a lane, and what is being sent. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { whole } from './payloads.ts'
import { type Lane, profile, type SubmissionState } from './schema.ts'
import { openStates, type Submission } from './submissions.ts'

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

const inFlight = prepare((p: { lane: Lane }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('lane', '=', p.lane)
    .where('state', '=', sql.lit<SubmissionState>('sending')),
)
/** Returns the row that a lane is sending. */
export const sendingOf = (db: Db, lane: Lane): Submission | undefined => whole(db.first(inFlight({ lane })))

const anyInFlight = prepare(() =>
  profile
    .selectFrom('submission')
    .select('id')
    .where('state', '=', sql.lit<SubmissionState>('sending'))
    .limit(sql.lit(1)),
)
/** True if any lane is sending a row. */
export const isSending = (db: Db): boolean => db.first(anyInFlight({})) !== undefined

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
