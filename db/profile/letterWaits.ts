/**
 * Of a signer: registrations of a changed tax letter that wait until every till of the branch has it. Each counts among
 * the row's blockers.
 */
import { type Db, prepare } from '../engine/sqlite.ts'
import { changeBlockers } from './dependencies.ts'
import { profile } from './schema.ts'

export interface LetterWait {
  submission_id: number
  item_id: number
  /** Epoch milliseconds. */
  since: number
}

const waitsQuery = prepare(() => profile.selectFrom('letter_wait').selectAll().orderBy('submission_id'))
export const letterWaits = (db: Db): LetterWait[] => db.all(waitsQuery({}))

const ofItem = prepare((p: { id: number }) =>
  profile.selectFrom('letter_wait').selectAll().where('item_id', '=', p.id).orderBy('submission_id'),
)
/** Returns the registrations of an item that wait. */
export const letterWaitsOf = (db: Db, itemId: number): LetterWait[] => db.all(ofItem({ id: itemId }))

/** Lets a registration wait; does nothing if it does already. Call it inside a transaction. */
export const waitWithLetter = (db: Db, wait: LetterWait): void => {
  const { changes } = db.run(
    profile
      .insertInto('letter_wait')
      .values(wait)
      .onConflict((conflict) => conflict.doNothing()),
  )
  if (changes > 0) changeBlockers(db, wait.submission_id, 1)
}

/** Lets the registrations of an item go. Call it inside a transaction. */
export const endLetterWaits = (db: Db, itemId: number): void => {
  for (const { submission_id } of letterWaitsOf(db, itemId)) {
    db.run(profile.deleteFrom('letter_wait').where('submission_id', '=', submission_id))
    changeBlockers(db, submission_id, -1)
  }
}
