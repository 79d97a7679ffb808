/** Insurances of the branch, and the outcome of their registration. */
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { type ProfileSchema, profile } from './schema.ts'
import type { Submission } from './submissions.ts'

export type InsuranceRow = Selectable<ProfileSchema['insurance']>

/** Stores an insurance, replacing one with the same code. The time of its first registration stays. */
export const storeInsurance = (db: Db, row: Insertable<ProfileSchema['insurance']>): void => {
  const { code: _, created_at: __, ...rest } = row
  db.run(
    profile
      .insertInto('insurance')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doUpdateSet(rest)),
  )
}

export const insurances = (db: Db): InsuranceRow[] =>
  db.all(profile.selectFrom('insurance').selectAll().orderBy('code'))

/** Returns the newest registration of an insurance, in any state. */
export const submissionOfInsurance = (db: Db, code: string): Submission | undefined =>
  db.first(
    profile
      .selectFrom('submission')
      .selectAll()
      .where('insurance_code', '=', code)
      .orderBy('id', 'desc')
      .limit(1),
  )
