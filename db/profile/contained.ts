/** Which stock records the authority's stock of an item contains, at the signer of a branch. */
import { type Selectable, sql } from 'kysely'
import { type Db, prepare } from '../engine/sqlite.ts'
import { type ProfileSchema, profile, type SubmissionKind, type SubmissionState } from './schema.ts'
import { openStates } from './submissions.ts'

type ContainedRow = Selectable<ProfileSchema['contained']>

const byUid = prepare((p: { uid: string }) =>
  profile.selectFrom('contained').selectAll().where('uid', '=', p.uid),
)
export const containedRow = (db: Db, uid: string): ContainedRow | undefined => db.first(byUid({ uid }))

export const putContained = (db: Db, row: ContainedRow): void => {
  const { uid: _, ...told } = row
  db.run(
    profile
      .insertInto('contained')
      .values(row)
      .onConflict((conflict) => conflict.column('uid').doUpdateSet(told)),
  )
}

/** The authority has other stock of the item than Kaunta counted, by so many hundredths. */
export const addUnexplained = (db: Db, uid: string, quantity: number): void => {
  db.run(
    profile
      .insertInto('contained')
      .values({ uid, unexplained: quantity })
      .onConflict((conflict) =>
        conflict
          .column('uid')
          .doUpdateSet((set) => ({ unexplained: set('contained.unexplained', '+', quantity) })),
      ),
  )
}

// A cross join keeps its order in SQLite: few records wait, and an item may have a hundred thousand movements.
const missing = profile
  .selectFrom('submission')
  .crossJoin('taken')
  .crossJoin('taken_from')
  .leftJoin('movement', 'movement.stock_record_id', 'submission.stock_record_id')
  .select(['movement.item_id', 'taken_from.uid', 'taken.seq'])
  .where('submission.kind', '=', sql.lit<SubmissionKind>('stockRecord'))
  .whereRef('taken.submission_id', '=', 'submission.id')
  .whereRef('taken_from.id', '=', 'taken.origin')
  .where('taken_from.split_off', 'is', null)
const openMissing = prepare(() => missing.where('submission.state', 'in', openStates))
const refusedMissing = prepare(() =>
  missing.where('submission.state', '=', sql.lit<SubmissionState>('refused')),
)
const lateQuery = prepare((p: { kind: string }) =>
  profile
    .selectFrom('taken_later')
    .innerJoin('taken_from', 'taken_from.id', 'taken_later.origin')
    .select([sql<null>`null`.as('item_id'), 'taken_from.uid', 'taken_later.seq'])
    .where('kind', '=', p.kind),
)
/**
 * Returns the facts of tills with stock records that the authority does not have, once for each item. `item_id` null: the
 * record settles a difference, or its fact waits to be taken, so it may be of any items.
 */
export const missingRecords = (db: Db) => [
  ...[openMissing, refusedMissing].flatMap((query) => db.all(query({}))),
  ...db.all(lateQuery({ kind: 'stockRecord' })),
]

const waitingQuery = prepare((p: { kind: 'stockRecord' }) =>
  profile
    .selectFrom('submission')
    .select('id')
    .where('kind', '=', p.kind)
    .where('state', 'in', openStates)
    .orderBy('id'),
)
/** Returns the submissions of stock records that wait, in order. */
export const waitingRecords = (db: Db): number[] =>
  db.all(waitingQuery({ kind: 'stockRecord' })).map(({ id }) => id)
