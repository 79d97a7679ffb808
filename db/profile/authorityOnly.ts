/**
 * Documents that the authority has and this database has not, found after an older copy took its place. Who sends one of
 * them again gets the authority's, and no second one.
 */
import type { Db } from '../engine/sqlite.ts'
import { prepare } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

/** Remembers what the authority has under the trader's number. */
export const noteAuthorityOnly = (db: Db, traderNumber: string, authorityNumber: number): void => {
  const content = { authority_number: authorityNumber }
  db.run(
    profile
      .insertInto('authority_only')
      .values({ trader_number: traderNumber, ...content })
      .onConflict((conflict) => conflict.column('trader_number').doUpdateSet(content)),
  )
}

const byTrader = prepare((p: { traderNumber: string }) =>
  profile.selectFrom('authority_only').select('authority_number').where('trader_number', '=', p.traderNumber),
)
/** The authority's number of a document that comes again, which is one of this database from then on. */
export const takeAuthorityOnly = (db: Db, traderNumber: string): number | undefined => {
  const found = db.first(byTrader({ traderNumber }))
  if (found) db.run(profile.deleteFrom('authority_only').where('trader_number', '=', traderNumber))
  return found?.authority_number
}
