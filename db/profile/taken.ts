/** What a signer took from the tills of its branch, and how far. */
import { type Selectable, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile, type SubmissionKind, type SubmissionState } from './schema.ts'

export type TakenFrom = Selectable<ProfileSchema['taken_from']>
export type Taken = Selectable<ProfileSchema['taken']>
export type TakenLater = Selectable<ProfileSchema['taken_later']>

const byUid = prepare((p: { uid: string }) =>
  profile.selectFrom('taken_from').selectAll().where('uid', '=', p.uid),
)
export const originByUid = (db: Db, uid: string): TakenFrom | undefined => db.first(byUid({ uid }))

/** Returns an origin as this signer knows it. A new one is added. */
export const takenFrom = (db: Db, { uid, name }: Pick<TakenFrom, 'uid' | 'name'>): TakenFrom => {
  const known = originByUid(db, uid)
  if (known?.name === name) return known
  db.run(
    profile
      .insertInto('taken_from')
      .values({ uid, name })
      .onConflict((conflict) => conflict.column('uid').doUpdateSet({ name })),
  )
  return originByUid(db, uid) as TakenFrom
}

export const origins = (db: Db): TakenFrom[] =>
  db.all(profile.selectFrom('taken_from').selectAll().orderBy('id'))

const placeQuery = prepare((p: { id: number; seq: number; hash: string | null }) =>
  profile
    .updateTable('taken_from')
    .set({ seq: p.seq, hash: p.hash })
    .where('id', '=', p.id)
    .where('seq', '<', p.seq),
)
/** The origin's facts up to this one were taken. `hash` null: it is not known. */
export const movePlace = (db: Db, id: number, { seq, hash }: { seq: number; hash: string | null }): void => {
  db.run(placeQuery({ id, seq, hash }))
}

/** The till itself owed what its facts up to `since` say, so none of them is taken any more. */
export const owedSince = (db: Db, id: number, since: number): void => {
  db.run(profile.updateTable('taken_from').set({ since, handed: null }).where('id', '=', id))
  movePlace(db, id, { seq: since, hash: null })
}

/** What the till had registered was taken over up to this item. */
export const tookOver = (db: Db, id: number, handed: string): void => {
  db.run(profile.updateTable('taken_from').set({ handed }).where('id', '=', id))
}

const ofFact = prepare((p: { origin: number; seq: number }) =>
  profile.selectFrom('taken').selectAll().where('origin', '=', p.origin).where('seq', '=', p.seq),
)
export const takenFact = (db: Db, origin: number, seq: number): Taken | undefined =>
  db.first(ofFact({ origin, seq }))

const ofDocument = prepare((p: { origin: number; document: Taken['document']; id: number }) =>
  profile
    .selectFrom('taken')
    .selectAll()
    .where('origin', '=', p.origin)
    .where('document', '=', p.document)
    .where('local_id', '=', p.id),
)
/** Returns a till's document by its id at the till. */
export const takenDocument = (
  db: Db,
  origin: number,
  document: Taken['document'],
  id: number,
): Taken | undefined => db.first(ofDocument({ origin, document, id }))

const ofSubmission = prepare((p: { origin: number; id: number }) =>
  profile.selectFrom('taken').selectAll().where('origin', '=', p.origin).where('local_submission', '=', p.id),
)
/** Returns a till's document by the id of its submission at the till. */
export const takenSubmission = (db: Db, origin: number, id: number): Taken | undefined =>
  db.first(ofSubmission({ origin, id }))

const lastQuery = prepare((p: { origin: number; upTo: number }) =>
  profile
    .selectFrom('taken')
    .select(['seq', 'hash'])
    .where('origin', '=', p.origin)
    .where('seq', '<=', p.upTo)
    .where('hash', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
)
/** Returns the last fact of an origin, up to `upTo`, that brought a document. */
export const lastTaken = (db: Db, origin: number, upTo: number): Pick<Taken, 'seq' | 'hash'> | undefined =>
  db.first(lastQuery({ origin, upTo }))

/**
 * The hub has other facts of this origin after `common`. What was taken after it stays, under an origin `uid` that the hub
 * does not know, until its till sends it again: {@link takenBefore}.
 */
export const splitOrigin = (
  db: Db,
  { id, ...origin }: TakenFrom,
  { uid, common }: { uid: string; common: Pick<Taken, 'seq' | 'hash'> },
): void => {
  const { id: off } = db.run(profile.insertInto('taken_from').values({ ...origin, uid, split_off: id }))
  db.run(
    profile.updateTable('taken').set({ origin: off }).where('origin', '=', id).where('seq', '>', common.seq),
  )
  db.run(profile.deleteFrom('taken_later').where('origin', '=', id).where('seq', '>', common.seq))
  db.run(profile.updateTable('taken_from').set(common).where('id', '=', id))
}

// A cross join keeps its order in SQLite: a branch has few tills, and a million facts of them.
const beforeQuery = prepare((p: { seq: number; hash: string }) =>
  profile
    .selectFrom('taken_from')
    .crossJoin('taken')
    .selectAll('taken')
    .where('taken_from.split_off', 'is not', null)
    .whereRef('taken.origin', '=', 'taken_from.id')
    .where('taken.seq', '=', p.seq)
    .where('taken.hash', '=', p.hash)
    .limit(sql.lit(1)),
)
/** Returns what the same fact brought before {@link splitOrigin}. */
export const takenBefore = (db: Db, fact: { seq: number; hash: string }): Taken | undefined =>
  db.first(beforeQuery(fact))

const insertQuery = prepare((p: Taken) =>
  profile.insertInto('taken').values({
    origin: p.origin,
    seq: p.seq,
    document: p.document,
    local_id: p.local_id,
    local_submission: p.local_submission,
    document_id: p.document_id,
    submission_id: p.submission_id,
    answers: p.answers,
    hash: p.hash,
  }),
)
export const insertTaken = (db: Db, row: Taken): void => {
  db.run(insertQuery(row))
}

export const changeTaken = (
  db: Db,
  { origin, seq }: Pick<Taken, 'origin' | 'seq'>,
  change: Partial<Pick<Taken, 'submission_id' | 'answers' | 'local_submission'>>,
): void => {
  db.run(profile.updateTable('taken').set(change).where('origin', '=', origin).where('seq', '=', seq))
}

// --- later ------------------------------------------------------------------------------------------------------------

/** Keeps that a fact waits, and why. */
export const takeLater = (db: Db, row: TakenLater): void => {
  db.run(
    profile
      .insertInto('taken_later')
      .values(row)
      .onConflict((conflict) => conflict.columns(['origin', 'seq']).doUpdateSet({ reason: row.reason })),
  )
}

export const tookLate = (db: Db, origin: number, seq: number): void => {
  db.run(profile.deleteFrom('taken_later').where('origin', '=', origin).where('seq', '=', seq))
}

/** Returns facts that wait, oldest first. `of`: an origin, and the number of the last fact before; absent: of all. */
export const waitingFacts = (db: Db, limit: number, of?: { origin: number; after: number }): TakenLater[] => {
  const query = profile.selectFrom('taken_later').selectAll().orderBy('origin').orderBy('seq').limit(limit)
  return db.all(of ? query.where('origin', '=', of.origin).where('seq', '>', of.after) : query)
}

// --- outcomes ---------------------------------------------------------------------------------------------------------

const dueQuery = prepare((p: { limit: number }) =>
  profile.selectFrom('outcome_due').selectAll().orderBy('submission_id').limit(p.limit),
)
// A cross join, as few outcomes are due.
const untoldItem = prepare((p: { kind: 'item' }) =>
  profile
    .selectFrom('outcome_due')
    .crossJoin('submission')
    .select('submission.id')
    .whereRef('submission.id', '=', 'outcome_due.submission_id')
    .where('kind', '=', p.kind)
    .limit(sql.lit(1)),
)
/** True if the hub was not told how a registration ended. */
export const isItemUntold = (db: Db): boolean => db.first(untoldItem({ kind: 'item' })) !== undefined

/** Returns submissions whose outcome the hub was not told, with how often it changed since. */
export const dueOutcomes = (db: Db, limit: number) => db.all(dueQuery({ limit }))

const toldQuery = prepare((p: { id: number; turn: number }) =>
  profile.deleteFrom('outcome_due').where('submission_id', '=', p.id).where('turn', '=', p.turn),
)
/** The hub has that outcome. One that changed meanwhile stays due. */
export const outcomeTold = (
  db: Db,
  { submission_id, turn }: { submission_id: number; turn: number },
): void => {
  db.run(toldQuery({ id: submission_id, turn }))
}

/** The hub must be told this outcome, also if it did not change here. */
export const tellOutcome = (db: Db, submissionId: number): void => {
  db.run(
    profile
      .insertInto('outcome_due')
      .values({ submission_id: submissionId, turn: 1 })
      .onConflict((conflict) =>
        conflict.column('submission_id').doUpdateSet((set) => ({
          turn: sql<number>`${set.ref('outcome_due.turn')} + 1`,
        })),
      ),
  )
}

/** The hub lost what it was told: everything that is settled is told again. */
export const tellEverything = (db: Db): void => {
  db.run(
    profile
      .insertInto('outcome_due')
      .columns(['submission_id', 'turn'])
      .expression(
        profile
          .selectFrom('taken')
          .innerJoin('submission', 'submission.id', 'taken.submission_id')
          .select(['submission.id', sql<number>`1`.as('turn')])
          .distinct()
          .where('submission.state', 'in', ['accepted', 'refused', 'withdrawn']),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

const ofOwn = prepare((p: { id: number }) =>
  profile
    .selectFrom('taken')
    .innerJoin('taken_from', 'taken_from.id', 'taken.origin')
    .selectAll('taken')
    .select(['taken_from.uid', 'taken_from.name'])
    .where('taken.submission_id', '=', p.id)
    .where('taken_from.split_off', 'is', null),
)
/** Returns the tills' documents that a submission of ours answers, but not those of {@link splitOrigin}. */
export const askersOf = (db: Db, submissionId: number): (Taken & Pick<TakenFrom, 'uid' | 'name'>)[] =>
  db.all(ofOwn({ id: submissionId }))

const openOnes = prepare((p: { after: number; limit: number }) =>
  profile
    .selectFrom('taken')
    .innerJoin('taken_from', 'taken_from.id', 'taken.origin')
    .innerJoin('submission', 'submission.id', 'taken.submission_id')
    .selectAll('taken')
    .select(['taken_from.uid', 'taken_from.name'])
    .where('taken.submission_id', '>', p.after)
    .where(({ or, eb }) =>
      or([
        eb('taken.document', 'in', [sql.lit<'invoice'>('invoice'), sql.lit<'stockRecord'>('stockRecord')]),
        eb('submission.kind', 'in', [
          sql.lit<SubmissionKind>('purchase'),
          sql.lit<SubmissionKind>('customsEntry'),
        ]),
      ]),
    )
    .where('submission.state', 'not in', [
      sql.lit<SubmissionState>('accepted'),
      sql.lit<SubmissionState>('withdrawn'),
    ])
    .orderBy('taken.submission_id')
    .limit(p.limit),
)
/** Returns tills' rows that the authority takes once and does not have yet, as far as is known here. */
export const openTaken = (
  db: Db,
  after: number,
  limit: number,
): (Taken & Pick<TakenFrom, 'uid' | 'name'>)[] => db.all(openOnes({ after, limit }))

// --- the end ----------------------------------------------------------------------------------------------------------

const unendedQuery = prepare((p: { uid: string | null; upTo: number }) =>
  profile.selectNoFrom(
    sql<number>`
      (select count(*) from (select id from submission where state in ('queued', 'sending', 'unknown')
          union select submission_id from outcome_due) s
        where (${p.uid} is null or exists (select 1 from taken t join taken_from f on f.id = t.origin
          where t.submission_id = s.id and f.uid = ${p.uid})))
      + (select count(*) from taken_from f where f.uid = ${p.uid} and f.seq < ${p.upTo})
      + (${p.uid} is not null and not exists (select 1 from taken_from f where f.uid = ${p.uid}))`.as(
      'count',
    ),
  ),
)
/**
 * Returns how many documents have not ended or are not told; of a till up to that fact, or (null) of all tills and of the
 * signer itself. Those that wait to be taken are not counted.
 */
export const unended = (db: Db, till: { uid: string; upTo: number } | null): number =>
  db.first(unendedQuery({ uid: till?.uid ?? null, upTo: till?.upTo ?? 0 }))?.count ?? 0
