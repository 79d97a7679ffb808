/** Never more is credited than was sold. Two tills that did not hear of each other may both give money back. */
import { creditNotesOf } from '../../db/profile/creditNotes.ts'
import { invoiceById } from '../../db/profile/invoices.ts'
import { type Submission, submission, submissionOfInvoice } from '../../db/profile/submissions.ts'
import { ownReasons } from '../contract/ownReasons.ts'
import type { GivenTwice } from '../contract/queue.ts'
import { holdForReason } from '../queue/settle.ts'
import { covers } from '../shop/sales/leftToCredit.ts'
import { ledgerOf, type TakeContext } from './context.ts'

/** Who gave money back for the sale, and when. */
const givenBack = ({ db }: TakeContext, saleId: number): GivenTwice[] =>
  creditNotesOf(db, saleId)
    .map(({ number, total, author_name: by, sold_at: at }) => ({ number, total, by, at }))
    .toSorted((a, b) => a.at - b.at)

/** The credit note that came later is held for a manager. */
export const holdIfCreditedTwice = (
  context: TakeContext,
  note: { id: number; submissionId: number; saleId: number },
): void => {
  const { db } = context
  const sale = invoiceById(db, note.saleId)
  const row = submission(db, note.submissionId)
  if (!sale || !row || covers(db, sale, note)) return
  holdForReason(ledgerOf(context), row, {
    reason: ownReasons.creditedTwice,
    remedy: 'givenTwice',
    about: { twice: givenBack(context, note.saleId) },
  })
}

/** An earlier signer sent this credit note, and this one hears of it now. Those that wait may exceed the sale. */
export const holdWaitingCredits = (context: TakeContext, { invoice_id }: Submission): void => {
  const { db } = context
  const saleId = invoiceById(db, invoice_id ?? 0)?.original_id
  if (saleId == null) return
  const waiting = creditNotesOf(db, saleId).filter(({ state }) => state === 'queued')
  for (const { id } of waiting.toReversed())
    holdIfCreditedTwice(context, { id, submissionId: submissionOfInvoice(db, id)?.id ?? 0, saleId })
}
