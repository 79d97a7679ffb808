/** Which submission waits for which, and what releases it. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { whole } from './payloads.ts'
import { type Lane, profile, type SubmissionState } from './schema.ts'
import type { Submission } from './submissions.ts'

const unmetChildren = prepare((p: { id: number; settled: 0 | 1 }) =>
  profile
    .selectFrom('submission_dependency')
    .select('submission_id')
    .where('depends_on', '=', p.id)
    .where('met', '=', sql.lit(0))
    .where((where) =>
      where.or([where(where.val(p.settled), '=', 1), where('need', '=', sql.lit('settled'))]),
    ),
)
const meet = prepare((p: { id: number; child: number }) =>
  profile
    .updateTable('submission_dependency')
    .set({ met: 1 })
    .where('submission_id', '=', p.child)
    .where('depends_on', '=', p.id),
)
const blockersBy = prepare((p: { id: number; by: number }) =>
  profile
    .updateTable('submission')
    .set((set) => ({ blockers: set('blockers', '+', set.val(p.by)) }))
    .where('id', '=', p.id),
)
/** The row waits for so many more, or fewer. */
export const changeBlockers = (db: Db, id: number, by: number): void => {
  db.run(blockersBy({ id, by }))
}

/**
 * Releases rows that waited for this one: all if it was accepted, otherwise those that only needed it settled. Rows
 * that need its acceptance stay, and nothing else waits for those.
 */
export const release = (db: Db, id: number, accepted: boolean): void => {
  for (const { submission_id: child } of db.all(unmetChildren({ id, settled: accepted ? 1 : 0 }))) {
    db.run(meet({ id, child }))
    changeBlockers(db, child, -1)
  }
  if (accepted) return
  for (const { submission_id: held } of db.all(unmetChildren({ id, settled: 1 }))) release(db, held, false)
}

/**
 * Reads a document and all that it waits for, directly or indirectly. Each comes once: where a hundred documents wait for one
 * another, the paths between them are countless.
 */
const ahead = (from: number, needs: readonly ('accepted' | 'settled')[]) =>
  profile.withRecursive('ahead(id)', (db) =>
    db.selectNoFrom(sql<number>`${from}`.as('id')).union(
      db
        .selectFrom('ahead')
        .innerJoin('submission_dependency', 'submission_dependency.submission_id', 'ahead.id')
        .select('submission_dependency.depends_on as id')
        .where('met', '=', sql.lit(0))
        .where(
          'need',
          'in',
          needs.map((need) => sql.lit(need)),
        ),
    ),
  )
const anyNeed = ['accepted', 'settled'] as const

const aheadQuery = prepare((p: { id: number; other: number }) =>
  ahead(p.id, anyNeed).selectFrom('ahead').select('id').where('id', '=', p.other),
)
/** True if this row waits for the other, directly or indirectly. */
export const waitsFor = (db: Db, id: number, other: number): boolean =>
  db.first(aheadQuery({ id, other })) !== undefined

const lanesQuery = prepare((p: { id: number }) =>
  ahead(p.id, anyNeed)
    .selectFrom('ahead')
    .innerJoin('submission', 'submission.id', 'ahead.id')
    .select('lane')
    .distinct()
    .where(
      sql<boolean>`not exists (select 1 from submission_dependency where submission_id = ahead.id and met = 0)`,
    ),
)
/** Returns the lanes that must move before this row can be sent: its own, or those of what it waits for. */
export const lanesAhead = (db: Db, id: number): Lane[] => db.all(lanesQuery({ id })).map(({ lane }) => lane)

const stoppedQuery = prepare((p: { id: number }) =>
  ahead(p.id, ['accepted'])
    .selectFrom('ahead')
    .innerJoin('submission', 'submission.id', 'ahead.id')
    .select('submission.id')
    .where('submission.id', '<>', p.id)
    .where(sql<boolean>`state in ('refused', 'withdrawn')`)
    .limit(sql.lit(1)),
)
/** True if this row waits for a document that a manager must correct first. */
export const waitsForPerson = (db: Db, id: number): boolean => db.first(stoppedQuery({ id })) !== undefined

/** Makes a row wait for one more; does nothing if it does already. */
export const addDependency = (
  db: Db,
  id: number,
  { id: parent, need }: { id: number; need: 'accepted' | 'settled' },
): void => {
  const added = db.run(
    profile
      .insertInto('submission_dependency')
      .values({ submission_id: id, depends_on: parent, need })
      .onConflict((conflict) =>
        conflict.doUpdateSet({ met: 0, need }).where('submission_dependency.met', '=', 1),
      ),
  ).changes
  if (added > 0) changeBlockers(db, id, 1)
}

/** Returns rows in one of these states that need this one's acceptance. */
export const dependantsOnAcceptance = (db: Db, id: number, states: SubmissionState[]): Submission[] =>
  db
    .all(
      profile
        .selectFrom('submission')
        .innerJoin('submission_dependency', 'submission_dependency.submission_id', 'submission.id')
        .selectAll('submission')
        .where('submission_dependency.depends_on', '=', id)
        .where('submission_dependency.need', '=', sql.lit('accepted'))
        .where('submission_dependency.met', '=', sql.lit(0))
        .where('submission.state', 'in', states),
    )
    .map(whole)
