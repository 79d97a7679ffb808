import type { Db } from '../../../db/engine/sqlite.ts'
import { codesOf, hasCode } from '../../../db/profile/reference.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { type CodeRow, paymentCode, paymentCodes } from '../../fiscal/codes.ts'
import { invalid } from '../failures.ts'

/** Payment methods: the authority's table 07 as fetched, before that the specification's. */
export const paymentTable = (db: Db): CodeRow[] => {
  const rows = codesOf(db, { class: '07' }).map(({ code, name }) => ({ code, name }))
  return rows.length > 0 ? rows : [...paymentCodes]
}

const callersOther = '09'

/**
 * Translates a caller's `pmtTyCd`. `09` is in no table of the authority (`authority §10`) but callers use it, so it
 * becomes "other".
 */
export const paymentOf = (db: Db, field: string, code: string | null | undefined): Reply<string | null> => {
  if (!code) return ok(null)
  if (hasCode(db, '07', code)) return ok(code)
  const table = paymentTable(db)
  if (table.some((row) => row.code === code)) return ok(code)
  if (code === callersOther) return ok(paymentCode('other', table))
  return invalid(field, code, `one of ${[...table.map((row) => row.code), callersOther].join(', ')}`)
}
