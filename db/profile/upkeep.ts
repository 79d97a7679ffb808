/** Pruning and compression: bodies of attempts, and payloads of accepted documents. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import type { Attempt } from './attempts.ts'
import { pack, payloadDigest, shortDigest } from './payloads.ts'
import { profile, type SubmissionKind, type SubmissionState } from './schema.ts'

/** The end of a batch. The next one continues after it. */
export interface Place {
  at: number
  id: number
}
export const beginning: Place = { at: Number.MIN_SAFE_INTEGER, id: 0 }

const oldTries = prepare((p: { at: number; id: number; before: number; limit: number }) =>
  profile
    .selectFrom('attempt')
    .innerJoin('submission', 'submission.id', 'attempt.submission_id')
    .selectAll('attempt')
    .select('submission.state')
    .where('attempt.body_hash', 'is', null)
    .where(sql<boolean>`(attempt.started_at, attempt.id) > (${p.at}, ${p.id})`)
    .where('attempt.started_at', '<', p.before)
    .orderBy('attempt.started_at')
    .orderBy('attempt.id')
    .limit(p.limit),
)
const deleteTry = prepare((p: { id: number }) => profile.deleteFrom('attempt').where('id', '=', p.id))
const insertTry = prepare((p: Omit<Attempt, 'request' | 'response'>) =>
  profile.insertInto('attempt').values({
    id: p.id,
    submission_id: p.submission_id,
    action: p.action,
    authority_number: p.authority_number,
    started_at: p.started_at,
    duration_ms: p.duration_ms,
    outcome: p.outcome,
    code: p.code,
    text: p.text,
    http_status: p.http_status,
    body_hash: p.body_hash,
  }),
)

/** True if nobody needs the bodies: the document is settled, or the attempt never reached the authority. */
const isOver = ({ state, outcome }: { state: SubmissionState; outcome: string | null }): boolean =>
  state === 'accepted' || state === 'withdrawn' || outcome === 'neverArrived'

/**
 * Removes the bodies of attempts that began before `before` (epoch milliseconds). Their hash and outcome stay. Reads
 * up to `limit` attempts after `place`. Returns where it ended; null = no more.
 */
export const pruneBodies = (
  db: Db,
  { place, before, limit }: { place: Place; before: number; limit: number },
): { next: Place | null; pruned: number } =>
  db.transaction(() => {
    const tries = db.all(oldTries({ ...place, before, limit }))
    const over = tries.filter(isOver)
    // A row that only shrinks leaves its page half empty. SQLite joins pages where rows are deleted.
    for (const { id } of over) db.run(deleteTry({ id }))
    for (const { request, response, state: _, ...row } of over)
      db.run(insertTry({ ...row, body_hash: shortDigest([request, response]) }))
    const last = tries.at(-1)
    const next = last && tries.length === limit ? { at: last.started_at, id: last.id } : null
    return { next, pruned: over.length }
  })

const unpacked = prepare((p: { before: number; limit: number }) =>
  profile
    .selectFrom('submission')
    .selectAll()
    .where('state', '=', sql.lit<SubmissionState>('accepted'))
    .where('without_signature', '=', sql.lit(0))
    .where('packed', 'is', null)
    .where(
      'kind',
      'in',
      (['sale', 'creditNote', 'stockRecord', 'purchase'] as const).map((kind) =>
        sql.lit<SubmissionKind>(kind),
      ),
    )
    .where('settled_at', '<', p.before)
    .orderBy('settled_at')
    .limit(p.limit),
)
const packQuery = prepare((p: { id: number; payload: string; packed: Buffer; digest: string }) =>
  profile
    .updateTable('submission')
    .set({ payload: p.payload, packed: p.packed, digest: p.digest })
    .where('id', '=', p.id),
)

/**
 * Compresses payloads of documents that were accepted before `before` and not compressed when queued: purchases, and
 * those of earlier versions. Returns their number, 0 = no more.
 */
export const packPayloads = (db: Db, { before, limit }: { before: number; limit: number }): number =>
  db.transaction(() => {
    const rows = db.all(unpacked({ before, limit }))
    for (const row of rows)
      db.run(
        packQuery({
          id: row.id,
          ...pack(row),
          digest: row.digest ?? payloadDigest(row),
        }),
      )
    return rows.length
  })
