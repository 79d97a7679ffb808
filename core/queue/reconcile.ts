/** Queries the authority: which document has a number, and which number is free. */

import type { Db } from '../../db/engine/sqlite.ts'
import { lastNumberUnanswered } from '../../db/profile/attempts.ts'
import { invoiceByNumber, invoicesByTraderNumber } from '../../db/profile/invoices.ts'
import { itemById } from '../../db/profile/items.ts'
import { readSetting } from '../../db/profile/settings.ts'
import { type Submission, submissionOfInvoice } from '../../db/profile/submissions.ts'
import type { Answer, Authority, FoundInvoice, Outcome } from '../authority/port.ts'
import { markRemark } from './mark.ts'
import type { Found } from './policy.ts'
import { salePayload } from './records.ts'
import { mustRealign, recoveredSetting } from './twin.ts'

export interface LookUp {
  outcome: Outcome<Found>
  /** The document with this number, if the authority returns it. */
  invoice: FoundInvoice | null
  /** The last response. */
  answer: Answer<unknown>
}

/** Compares the goods. A twin may sell other goods under the same number, for the same amount, at the same moment. */
const hasGoods = (db: Db, lines: { itemId: number }[], { itemCodes }: FoundInvoice): boolean => {
  // A shop's own code may be another one at the authority.
  const codes = lines.map(({ itemId }) => itemById(db, itemId)?.authority_code ?? '')
  return itemCodes.length === 0 || codes.sort().join() === itemCodes.toSorted().join()
}

/**
 * True if the authority's document is ours. It compares our marks, never the number alone. A document that was not
 * sent under this number must match in all of them: after a restored backup the till uses its own numbers again.
 */
export const isSame = (
  db: Db,
  row: Submission,
  found: FoundInvoice,
  { sent, recovered }: { sent: boolean; recovered: boolean },
): boolean => {
  const { kind, traderNumber, confirmedAt, lines } = salePayload.parse(JSON.parse(row.payload))
  const alike =
    found.kind === kind &&
    Math.abs(found.total) === Math.abs(row.amount ?? 0) &&
    (found.lines === 0 || found.lines === lines.length)
  if (row.mark !== null && found.remark === markRemark(row.mark)) return alike
  const isShown = row.mark !== null && found.remark !== null
  // Another mark, or no attempt without a response: a twin sold the same at the same moment. A row from before the
  // restore may have been sent since, under its own mark.
  if (!recovered && (isShown || (row.mark !== null && !sent))) return false
  if (sent && !isShown) return alike && (found.traderNumber === null || found.traderNumber === traderNumber)
  return (
    alike &&
    found.traderNumber === traderNumber &&
    (found.confirmedAt === null || found.confirmedAt === confirmedAt) &&
    hasGoods(db, lines, found)
  )
}

/** True if the row existed before the database was found to be too old. */
export const isRecovered = (db: Db, { id }: Submission): boolean =>
  id <= ((readSetting(db, recoveredSetting) ?? (mustRealign(db) ? id : 0)) as number)

/** Queries the number of a sale or credit note (`authority §1.4`, no. 21). */
export const lookUp = async (db: Db, authority: Authority, row: Submission): Promise<LookUp> => {
  const answer = await authority.findInvoice(row.authority_number ?? 0)
  if (answer.kind !== 'accepted') return { outcome: answer, invoice: null, answer }
  const invoice = answer.data
  const sent = row.may_have_arrived === 1 || row.state === 'accepted'
  const ours = isSame(db, row, invoice, { sent, recovered: isRecovered(db, row) })
  return {
    outcome: { kind: 'accepted', data: ours ? (invoice.signature ? 'ours' : 'oursUnsigned') : 'anothers' },
    invoice,
    answer,
  }
}

/**
 * Returns another document of ours that the authority has and Kaunta did not know of: from an older database, or a
 * very late arrival. A document that was never sent from here counts only if the database was too old.
 */
export const ownDocument = (db: Db, found: FoundInvoice): Submission | undefined => {
  const { traderNumber } = found
  if (traderNumber === null) return undefined
  return [invoiceByNumber(db, traderNumber), ...invoicesByTraderNumber(db, traderNumber)]
    .flatMap((invoice) => (invoice && submissionOfInvoice(db, invoice.id)) ?? [])
    .find((row) => {
      const unsettled = row.state === 'queued' || row.state === 'refused' || row.state === 'withdrawn'
      const recovered = isRecovered(db, row)
      // A manager's resend resets the attempt counter. The number of the earlier attempt is still stored.
      const unanswered = lastNumberUnanswered(db, row.id) === found.number
      const wasSent = row.attempts > 0 || unanswered
      if (!unsettled || row.authority_number !== null || (!wasSent && !recovered)) return false
      return isSame(db, row, found, { sent: false, recovered: recovered || unanswered })
    })
}

/** Highest number of the search for a free one. */
const searchLimit = 2 ** 40

/**
 * Returns the first number after `taken` that is free at the authority. The step doubles until a number is free, then
 * halves. null if the authority stopped responding.
 */
export const findFreeNumber = async (authority: Authority, taken: number): Promise<number | null> => {
  const has = async (number: number): Promise<boolean | null> => {
    const answer = await authority.findInvoice(number)
    if (answer.kind === 'accepted') return true
    return answer.kind === 'nothingFound' ? false : null
  }
  let used = taken
  let free: number | undefined
  for (let step = 1; free === undefined; step *= 2) {
    if (taken + step > searchLimit) return null
    const there = await has(taken + step)
    if (there === null) return null
    if (there) used = taken + step
    else free = taken + step
  }
  while (free - used > 1) {
    const middle = Math.floor((free + used) / 2)
    const there = await has(middle)
    if (there === null) return null
    if (there) used = middle
    else free = middle
  }
  return free
}
