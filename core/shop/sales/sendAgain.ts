import type { Db } from '../../../db/engine/sqlite.ts'
import { isSignedByHub } from '../../../db/profile/hubLink.ts'
import { invoiceById } from '../../../db/profile/invoices.ts'
import type { Submission } from '../../../db/profile/submissions.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Profile } from '../../profile/profile.ts'
import { type Correction, requeueRefused } from '../../queue/correct.ts'
import type { ShopContext } from '../context.ts'
import { covers } from './leftToCredit.ts'
import { creditedSaleOf } from './original.ts'

/** Why a rejected credit note is not sent again: a later one took the same part, or the sale is of a till of a former hub. */
const whyNot = (db: Db, invoiceId: number | null) => {
  const note = invoiceId === null ? undefined : invoiceById(db, invoiceId)
  const sale = note && creditedSaleOf(db, note)
  if (!note || !sale) return undefined
  const params = { number: sale.number }
  if (sale.till !== null && !isSignedByHub(db))
    return fail(
      '802',
      'invoice.otherTills',
      `Till ${sale.till} made sale ${sale.number}, and this till has left its hub. Withdraw this credit note.`,
      { field: 'id', params: { ...params, till: sale.till } },
    )
  if (covers(db, sale, note)) return undefined
  return fail(
    '802',
    'invoice.nothingLeft',
    `Other credit notes already credited these goods; nothing of them is left on ${sale.number}. Withdraw this one.`,
    { field: 'id', params },
  )
}

/**
 * Requeues a rejected or set-aside document, in the caller's transaction if there is one. 802 for a credit note with
 * nothing left to credit. {@link announceResent} follows the commit.
 */
export const requeue = (profile: Profile, row: Submission, correction: Correction): Reply<null> => {
  const { db } = profile
  const refused = whyNot(db, row.invoice_id)
  if (refused) return refused
  db.transaction(() => requeueRefused(profile, row, correction))
  return ok(null)
}

/** Shows the change in every window, and sends. */
export const announceResent = (profile: Profile, rows: readonly Pick<Submission, 'invoice_id'>[]): void => {
  profile.emit({ type: 'queue.changed' })
  for (const { invoice_id: invoiceId } of rows)
    if (invoiceId !== null) profile.emit({ type: 'invoice.changed', invoiceId })
  profile.submitter.wake()
}

/** Resends a rejected or set-aside document; fails as {@link requeue}. */
export const sendAgain = (
  { profile }: Pick<ShopContext, 'profile'>,
  row: Submission,
  correction: Correction,
): Reply<null> => {
  const done = requeue(profile, row, correction)
  if (done.ok) announceResent(profile, [row])
  return done
}
