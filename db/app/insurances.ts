/** Insurances of the branch, and what became of their registration. */
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../engine/sqlite.ts'
import { type AppSchema, app } from './schema.ts'
import type { Submission } from './submissions.ts'

export type InsuranceRow = Selectable<AppSchema['insurance']>

/** Keeps an insurance; one of the same code gives way, but for when it was first kept. */
export const storeInsurance = (db: Db, row: Insertable<AppSchema['insurance']>): void => {
  const { code: _, created_at: __, ...rest } = row
  db.run(
    app
      .insertInto('insurance')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doUpdateSet(rest)),
  )
}

export const insurances = (db: Db): InsuranceRow[] =>
  db.all(app.selectFrom('insurance').selectAll().orderBy('code'))

/** The newest registration of an insurance, whatever became of it. */
export const submissionOfInsurance = (db: Db, code: string): Submission | undefined =>
  db.first(
    app
      .selectFrom('submission')
      .selectAll()
      .where('insurance_code', '=', code)
      .orderBy('id', 'desc')
      .limit(1),
  )
