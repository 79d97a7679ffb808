/** The queue's health without personal data: no titles, amounts or bodies. */
import type { Db } from '../engine/sqlite.ts'
import { profile } from './schema.ts'
import { openStates } from './submissions.ts'

type Reader = Pick<Db, 'all'>

export const queueCounts = (db: Reader) => db.all(profile.selectFrom('submission_count').selectAll())

export const oldestOpenPerLane = (db: Reader) =>
  db.all(
    profile
      .selectFrom('submission')
      .select((select) => ['lane', select.fn.min('created_at').as('at')])
      .where('state', 'in', openStates)
      .groupBy('lane'),
  )

export const pausedLanes = (db: Reader) =>
  db.all(profile.selectFrom('lane').select(['name', 'paused_reason', 'paused_at']))

/** Returns the newest pending or rejected documents. */
export const troubledSubmissions = (db: Reader, limit: number) =>
  db.all(
    profile
      .selectFrom('submission')
      .select([
        'id',
        'kind',
        'lane',
        'state',
        'attempts',
        'blockers',
        'created_at',
        'last_tried_at',
        'last_code',
        'last_text',
        'remedy',
      ])
      .where('state', 'in', [...openStates, 'refused'])
      .orderBy('id', 'desc')
      .limit(limit),
  )

/** Returns the newest attempts that were not accepted. */
export const failedAttempts = (db: Reader, limit: number) =>
  db.all(
    profile
      .selectFrom('attempt')
      .innerJoin('submission', 'submission.id', 'attempt.submission_id')
      .select([
        'attempt.submission_id',
        'submission.kind',
        'submission.lane',
        'attempt.action',
        'attempt.started_at',
        'attempt.duration_ms',
        'attempt.outcome',
        'attempt.code',
        'attempt.http_status',
        'attempt.text',
      ])
      .where((where) =>
        where.or([where('attempt.outcome', 'is', null), where('attempt.outcome', '<>', 'accepted')]),
      )
      .orderBy('attempt.id', 'desc')
      .limit(limit),
  )

export const deviceIsInitialised = (db: Reader): boolean =>
  db.all(profile.selectFrom('device').select('initialised_at')).length > 0
