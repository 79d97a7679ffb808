/** Every attempt of a submission: request and response. */
import { type Selectable, sql, type Updateable } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type Attempt = Selectable<ProfileSchema['attempt']>

const insertAttemptQuery = prepare(
  (p: {
    submission_id: number
    action: 'send' | 'lookUp'
    authority_number: number | null
    started_at: number
  }) =>
    profile.insertInto('attempt').values({
      submission_id: p.submission_id,
      action: p.action,
      authority_number: p.authority_number,
      started_at: p.started_at,
    }),
)
/** Written before the first byte is sent, so that a crash leaves a trace of the attempt. */
export const insertAttempt = (
  db: Db,
  attempt: {
    submission_id: number
    action: 'send' | 'lookUp'
    authority_number: number | null
    started_at: number
  },
): number => db.run(insertAttemptQuery(attempt)).id

type AttemptEnd = Required<
  Pick<
    Updateable<ProfileSchema['attempt']>,
    'duration_ms' | 'outcome' | 'code' | 'text' | 'http_status' | 'request' | 'response'
  >
>
const endAttemptQuery = prepare((p: AttemptEnd & { id: number }) =>
  profile
    .updateTable('attempt')
    .set({
      duration_ms: p.duration_ms,
      outcome: p.outcome,
      code: p.code,
      text: p.text,
      http_status: p.http_status,
      request: p.request,
      response: p.response,
    })
    .where('id', '=', p.id),
)
export const endAttempt = (db: Db, id: number, end: AttemptEnd): void => {
  db.run(endAttemptQuery({ ...end, id }))
}

export const attemptsOf = (db: Db, submissionId: number): Attempt[] =>
  db.all(profile.selectFrom('attempt').selectAll().where('submission_id', '=', submissionId).orderBy('id'))

const lastUnanswered = prepare((p: { id: number }) =>
  profile
    .selectFrom('attempt')
    .select('authority_number')
    .where('submission_id', '=', p.id)
    .where('action', '=', sql.lit<'send'>('send'))
    .where(({ or, eb }) =>
      or([eb('outcome', 'is', null), eb('outcome', '=', sql.lit<'mayHaveArrived'>('mayHaveArrived'))]),
    )
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)
/** Returns the number of the last sending without a response; null if there is none. */
export const lastNumberUnanswered = (db: Db, submissionId: number): number | null =>
  db.first(lastUnanswered({ id: submissionId }))?.authority_number ?? null

const latestAttempts = prepare((p: { id: number }) =>
  profile
    .selectFrom('attempt')
    .select(['action', 'authority_number', 'outcome', 'code', 'text', 'http_status'])
    .where('submission_id', '=', p.id)
    .orderBy('id', 'desc')
    .limit(sql.lit(50)),
)
/** Returns the outcomes of a row's latest attempts, newest first, at most fifty. */
export const latestTries = (
  db: Db,
  submissionId: number,
): Pick<Attempt, 'action' | 'authority_number' | 'outcome' | 'code' | 'text' | 'http_status'>[] =>
  db.all(latestAttempts({ id: submissionId }))
