/** Acts that one person approved for another, and reviews of closings. Each function that adds a row also audits it. */
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { audit } from './audit.ts'
import { digestOf } from './books.ts'
import { type ProfileSchema, profile } from './schema.ts'

export type ApprovalRow = Selectable<ProfileSchema['approval']>
export type ShiftReview = Selectable<ProfileSchema['shift_review']>

/** Returns whether an approval was used for one of its acts. */
export const isUsed = (db: Db, { uid, act }: Pick<ApprovalRow, 'uid' | 'act'>): boolean =>
  db.first(profile.selectFrom('approval').select('id').where('uid', '=', uid).where('act', '=', act)) !==
  undefined

export const approvalById = (db: Db, id: number): ApprovalRow | undefined =>
  db.first(profile.selectFrom('approval').selectAll().where('id', '=', id))

/** Call it inside the transaction of the act. */
export const insertApproval = (db: Db, row: Omit<Required<Insertable<ProfileSchema['approval']>>, 'id'>) => {
  const { id } = db.run(profile.insertInto('approval').values(row))
  audit(db, {
    at: row.used_at,
    kind: 'approved',
    subject: row.document,
    row_id: id,
    who: row.approver_name,
    content: digestOf('approval', { ...row, id }),
  })
}

export const reviewOf = (db: Db, shiftId: number): ShiftReview | undefined =>
  db.first(profile.selectFrom('shift_review').selectAll().where('shift_id', '=', shiftId))

/** `number`: of its shift. */
export const insertReview = (db: Db, row: ShiftReview, number: number): void => {
  db.run(profile.insertInto('shift_review').values(row))
  audit(db, {
    at: row.reviewed_at,
    kind: 'shiftReviewed',
    subject: String(number),
    row_id: row.shift_id,
    who: row.author_name,
    content: digestOf('shift_review', row),
  })
}
