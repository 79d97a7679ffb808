/**
 * A data folder that was put back to an older state, or cloned to a second computer, gives the till's own numbers out twice.
 * The authority shows it: a number is taken by a document of the till's own series that this database does not know.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { lastNumberUnanswered } from '../../db/profile/attempts.ts'
import { invoiceByNumber } from '../../db/profile/invoices.ts'
import { nextNumber } from '../../db/profile/lanes.ts'
import { readSetting } from '../../db/profile/settings.ts'
import { type Submission, submissionOfInvoice, updateSubmission } from '../../db/profile/submissions.ts'
import type { FoundInvoice } from '../authority/port.ts'
import { markRemark } from './mark.ts'
import type { Ledger } from './settle.ts'

/** Set once another till of the same numbers was met, and never taken back. */
export const twinSetting = 'twin'
export const hasTwin = (db: Db): boolean => (readSetting(db, twinSetting) ?? false) as boolean

/** Where what the authority is asked for stands, after a copy that may be older took the database's place. */
export const realignSetting = 'realign'
/** Must the authority be asked before sales are sent? */
export const mustRealign = (db: Db): boolean => (readSetting(db, realignSetting) ?? null) !== null

/** Rows up to this id were there before the database was found to be older than the truth: the authority may have them. */
export const recoveredSetting = 'recoveredUpTo'

/** More than a till sells before two that go on from here meet. */
export const apart = 5_000

/** Which of the till's own series a trader's number is of; null: of none. */
export const ownNumber = (
  db: Db,
  traderNumber: string | null,
): { series: 'till.sale' | 'till.creditNote'; number: number } | null => {
  const tillName = String(readSetting(db, 'tillName') ?? 'T1')
  if (!traderNumber?.startsWith(`${tillName}-`)) return null
  const [, creditNote, digits] = /^(CN-)?(\d{1,15})$/.exec(traderNumber.slice(tillName.length + 1)) ?? []
  return digits ? { series: creditNote ? 'till.creditNote' : 'till.sale', number: Number(digits) } : null
}

/** Is what bears `found.number` of our own series, and never sent by us under that number? */
export const isOfTwin = (db: Db, found: FoundInvoice): boolean => {
  if (!ownNumber(db, found.traderNumber)) return false
  const invoice = invoiceByNumber(db, found.traderNumber ?? '')
  const row = invoice && submissionOfInvoice(db, invoice.id)
  if (!row) return true
  if (found.remark !== null && row.mark !== null) return found.remark !== markRemark(row.mark)
  // It came late, under a number that it was sent with once.
  return row.authority_number !== found.number && lastNumberUnanswered(db, row.id) !== found.number
}

/** Could the till's own next numbers meet those of the other one? */
export const isNear = (db: Db, found: FoundInvoice): boolean => {
  const own = ownNumber(db, found.traderNumber)
  return own !== null && Math.abs(nextNumber(db, own.series) - own.number) < apart
}

/** Its number is another's: the authority is asked for all that it has before the row takes its next one. */
export const waitForRecovery = ({ db }: Ledger, row: Submission): void =>
  updateSubmission(db, row.id, {
    state: 'queued',
    authority_number: null,
    may_have_arrived: 0,
    landed: 0,
    wanted_number: null,
    next_attempt_at: 0,
  })
