/**
 * Detects a twin: a data folder that was restored to an older state, or cloned to a second computer, uses the till's
 * numbers twice. The authority reveals it: a number has a document of the till's own series that this database does
 * not know.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { lastNumberUnanswered } from '../../db/profile/attempts.ts'
import { invoiceByNumber, invoicesByTraderNumber } from '../../db/profile/invoices.ts'
import { nextNumber } from '../../db/profile/lanes.ts'
import { readSetting } from '../../db/profile/settings.ts'
import { type Submission, submissionOfInvoice, updateSubmission } from '../../db/profile/submissions.ts'
import type { FoundInvoice } from '../authority/port.ts'
import { markRemark } from './mark.ts'

/** Set once a twin was found, and never cleared. */
export const twinSetting = 'twin'
export const hasTwin = (db: Db): boolean => (readSetting(db, twinSetting) ?? false) as boolean

/** How far the query of the authority has come after an older copy replaced the database. */
export const realignSetting = 'realign'
/** True if Kaunta must query the authority before it sends sales. */
export const mustRealign = (db: Db): boolean => (readSetting(db, realignSetting) ?? null) !== null
/** Not a restored copy, but another signer of the branch has used numbers. */
export const signerFinding = 'signer'
/** True if the authority may have documents of this till that its database does not know. */
export const mayLackDocuments = (db: Db): boolean => {
  const pending = (readSetting(db, realignSetting) ?? null) as { finding: string } | null
  return pending !== null && pending.finding !== signerFinding
}

/** Rows up to this id existed before the database was found to be too old. The authority may have them. */
export const recoveredSetting = 'recoveredUpTo'

/** Of the signer of a branch: who it is at the hub, and its last epoch. */
export const signerSetting = 'signer'
/**
 * Stands for the number of a row that another signer may have sent, under one that is not known here. The row takes no
 * number that is free.
 */
export const unknownNumber = ({ id }: Pick<Submission, 'id'>): number => -id
export const isUnknownNumber = (number: number | null): boolean => number !== null && number < 0

/** True if these books are a signer's. It has the documents of all series of its branch. */
export const isSigner = (db: Db): boolean => (readSetting(db, signerSetting) ?? null) !== null

/** More numbers than a till uses before it could meet a twin that continues from here. */
export const apart = 5_000

/** Returns the till's own series of a trader's number; null if it is in none. */
export const ownNumber = (
  db: Db,
  traderNumber: string | null,
): { series: 'till.sale' | 'till.creditNote'; number: number } | null => {
  const tillName = String(readSetting(db, 'tillName') ?? 'T1')
  if (!traderNumber?.startsWith(`${tillName}-`)) return null
  const [, creditNote, digits] = /^(CN-)?(\d{1,15})$/.exec(traderNumber.slice(tillName.length + 1)) ?? []
  return digits ? { series: creditNote ? 'till.creditNote' : 'till.sale', number: Number(digits) } : null
}

/**
 * True if the document uses our own series but was never sent by us under that number. Every series is a signer's own:
 * another signer of the branch may have sent what this one still has to send.
 */
export const isOfTwin = (db: Db, found: FoundInvoice): boolean => {
  if (!isSigner(db) && !ownNumber(db, found.traderNumber)) return false
  const invoice =
    invoiceByNumber(db, found.traderNumber ?? '') ?? invoicesByTraderNumber(db, found.traderNumber ?? '')[0]
  const row = invoice && submissionOfInvoice(db, invoice.id)
  if (!row) return true
  if (found.remark !== null && row.mark !== null) return found.remark !== markRemark(row.mark)
  // The document arrived late, under a number that it was sent with once.
  return row.authority_number !== found.number && lastNumberUnanswered(db, row.id) !== found.number
}

/** True if the till's next numbers could meet the twin's. */
export const isNear = (db: Db, found: FoundInvoice): boolean => {
  if (isSigner(db)) return true
  const own = ownNumber(db, found.traderNumber)
  return own !== null && Math.abs(nextNumber(db, own.series) - own.number) < apart
}

/** The row's number belongs to another document. The row takes its next number once the authority was asked about all. */
export const giveUpNumber = (db: Db, row: Submission): void =>
  updateSubmission(db, row.id, {
    state: 'queued',
    authority_number: null,
    may_have_arrived: 0,
    landed: 0,
    wanted_number: null,
    next_attempt_at: 0,
  })
