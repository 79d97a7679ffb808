/** What waits for what in the queue, and what lets it go. */
import { sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { whole } from './payloads.ts'
import { type Lane, profile, type SubmissionState } from './schema.ts'
import { type Submission, submission } from './submissions.ts'

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
const unblock = prepare((p: { id: number }) =>
  profile
    .updateTable('submission')
    .set((set) => ({ blockers: set('blockers', '-', sql.lit(1)) }))
    .where('id', '=', p.id),
)

/**
 * Lets go what waited for this row: everything when it was accepted, what only wanted it settled otherwise. What can
 * only follow a row that was not accepted is then not on its way either: nothing else waits for that.
 */
export const release = (db: Db, id: number, accepted: boolean): void => {
  for (const { submission_id: child } of db.all(unmetChildren({ id, settled: accepted ? 1 : 0 }))) {
    db.run(meet({ id, child }))
    db.run(unblock({ id: child }))
  }
  if (accepted) return
  for (const { submission_id: held } of db.all(unmetChildren({ id, settled: 1 }))) release(db, held, false)
}

const unmetParents = prepare((p: { id: number }) =>
  profile
    .selectFrom('submission_dependency')
    .innerJoin('submission', 'submission.id', 'submission_dependency.depends_on')
    .select(['submission.id', 'submission.state', 'submission.blockers'])
    .where('submission_dependency.submission_id', '=', p.id)
    .where('submission_dependency.met', '=', sql.lit(0))
    .where('submission_dependency.need', '=', sql.lit('accepted')),
)
const parents = prepare((p: { id: number }) =>
  profile
    .selectFrom('submission_dependency')
    .select('depends_on')
    .where('submission_id', '=', p.id)
    .where('met', '=', sql.lit(0)),
)
/** Does this row wait for the other, itself or through what it waits for? */
export const waitsFor = (db: Db, id: number, other: number): boolean =>
  id === other || db.all(parents({ id })).some(({ depends_on }) => waitsFor(db, depends_on, other))

/** The lanes that have to move before this row can go: its own, or those of all that it waits for. */
export const lanesAhead = (db: Db, id: number): Lane[] => {
  const before = db.all(parents({ id }))
  if (before.length > 0) return before.flatMap(({ depends_on }) => lanesAhead(db, depends_on))
  const row = submission(db, id)
  return row ? [row.lane] : []
}

/** Can this row only go on once a person has mended what it waits for? */
export const waitsForPerson = (db: Db, id: number): boolean =>
  db
    .all(unmetParents({ id }))
    .some(
      (parent) =>
        parent.state === 'refused' ||
        parent.state === 'withdrawn' ||
        (parent.blockers > 0 && waitsForPerson(db, parent.id)),
    )

/** Lets a row wait for one more; nothing when it does already. */
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
  if (added > 0) {
    db.run(
      profile
        .updateTable('submission')
        .set((set) => ({ blockers: set('blockers', '+', 1) }))
        .where('id', '=', id),
    )
  }
}

/** Rows in one of these states that can only go out once this one is accepted. */
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
