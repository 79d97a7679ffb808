/**
 * Documents that the authority has and this database lacks, found after an older copy replaced the database. When a
 * caller sends one of them again, Kaunta returns the authority's instead of creating a second one.
 */
import type { Db } from '../engine/sqlite.ts'
import { prepare } from '../engine/sqlite.ts'
import { profile } from './schema.ts'

/** Remembers a document of the authority by its trader's number. */
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
/** Returns the authority's number of a document that is sent again. From then on it belongs to this database. */
export const takeAuthorityOnly = (db: Db, traderNumber: string): number | undefined => {
  const found = db.first(byTrader({ traderNumber }))
  if (found) db.run(profile.deleteFrom('authority_only').where('trader_number', '=', traderNumber))
  return found?.authority_number
}
