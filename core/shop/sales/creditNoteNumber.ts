/** Numbers of credit notes whose caller leaves the choice to Kaunta (`spec 4.12`). */

import type { Db } from '../../../db/engine/sqlite.ts'
import { creditNotesOf } from '../../../db/profile/creditNotes.ts'
import { type Invoice, invoiceByNumber, invoicesByTraderNumber } from '../../../db/profile/invoices.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { mayReplace } from './answer.ts'

/** `spec 4.12`: orgInvcNo + 10000. */
const offset = 10_000
/** `authority §1.4`: trdInvcNo C50. */
const longest = 50

/** Returns a text made unique by `turn`: `CN-7`, `CN-7-2`, `CN-7-3`. */
const marked = (original: string, turn: number): string => {
  const ending = turn === 1 ? '' : `-${turn}`
  return `${`CN-${original}`.slice(0, longest - ending.length)}${ending}`
}

/** Returns the default number of a credit note, and its alternatives by `turn`. */
const candidate = (original: string, turn: number): string =>
  /^\d{1,15}$/.test(original) ? String(Number(original) + offset + turn - 1) : marked(original, turn)

export const defaultNumber = (original: string): string => candidate(original, 1)

/** Returns the first default that is free, or whose rejected credit note for the same sale can be replaced. */
export const freeNumber = (
  db: Db,
  original: string,
  sale: Pick<Invoice, 'id'>,
): { number: string; replaces: Invoice | undefined } => {
  for (let turn = 1; ; turn += 1) {
    const number = candidate(original, turn)
    const holder = invoiceByNumber(db, number)
    if (!holder) return { number, replaces: undefined }
    if (holder.original_id === sale.id && mayReplace(db, holder, 'creditNote'))
      return { number, replaces: holder }
  }
}

/** Returns `CN-{orgInvcNo}`, or the next one that no document has. */
export const freeTraderNumber = (db: Db, original: string): string => {
  for (let turn = 1; ; turn += 1) {
    const number = marked(original, turn)
    if (!invoiceByNumber(db, number) && invoicesByTraderNumber(db, number).length === 0) return number
  }
}

/** Returns the credit note that the same body without a number created. A retry must not credit twice. */
export const madeBy = (db: Db, sale: Pick<Invoice, 'id'>, body: unknown): Invoice | undefined => {
  const hash = bodyHash(body)
  return creditNotesOf(db, sale.id).find(({ body_hash }) => body_hash === hash)
}
