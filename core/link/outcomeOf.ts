/** How a document of these books ended, as another computer is told it. */
import type { Db } from '../../db/engine/sqlite.ts'
import { invoiceById } from '../../db/profile/invoices.ts'
import { device } from '../../db/profile/reference.ts'
import { type SignatureRow, signatureOf } from '../../db/profile/signatures.ts'
import type { Submission } from '../../db/profile/submissions.ts'
import type { Taken } from '../../db/profile/taken.ts'
import type { OutcomeBody } from '../contract/hub/outcome.ts'
import { remedyElsewhere } from './remedies.ts'

const stateOf = ({ state }: Submission): OutcomeBody['state'] =>
  state === 'accepted' || state === 'refused' || state === 'withdrawn' ? state : 'held'

/** The authority's signature as it came; null: there is none. */
export const signatureIn = (row: SignatureRow | undefined): OutcomeBody['signature'] =>
  row?.signature
    ? {
        receiptNumber: row.receipt_number ?? 0,
        totalReceiptNumber: row.total_receipt_number ?? 0,
        internalData: row.internal_data ?? '',
        signature: row.signature,
        signedAt: row.signed_at ?? '',
      }
    : null

const signed = (db: Db, row: Submission): Pick<OutcomeBody, 'signature' | 'scuId' | 'mrcNo'> => {
  const unit = device(db)
  const stored = row.invoice_id === null ? undefined : signatureOf(db, row.invoice_id)
  return {
    scuId: stored?.scu_id ?? unit?.sdc_id ?? '',
    mrcNo: stored?.mrc_no ?? unit?.mrc_no ?? '',
    signature: signatureIn(stored),
  }
}

/** What a credit note's paper names. */
const originalOf = (db: Db, { kind, invoice_id }: Submission): OutcomeBody['original'] => {
  const note = kind === 'creditNote' && invoice_id !== null ? invoiceById(db, invoice_id) : undefined
  const sale = note?.original_id ? signatureOf(db, note.original_id) : undefined
  return sale?.receipt_number ? { scuId: sale.scu_id, receiptNumber: sale.receipt_number } : null
}

/** Returns how a document ended, or that it is held, for another computer. `asker`: the till's fact that it answers. */
export const outcomeOf = (
  db: Db,
  row: Submission,
  asker: Pick<Taken, 'local_submission' | 'answers' | 'hash'>,
): OutcomeBody => {
  const state = stateOf(row)
  const isWithdrawn = state === 'withdrawn'
  return {
    submission: asker.local_submission ?? 0,
    answers: asker.answers,
    hash: asker.hash,
    state,
    code: row.last_code,
    text: isWithdrawn ? row.withdrawn_reason : row.last_text,
    remedy: state === 'refused' ? remedyElsewhere(db, row.remedy) : null,
    by: isWithdrawn ? row.withdrawn_by : null,
    number: state === 'accepted' ? row.authority_number : null,
    original: state === 'accepted' ? originalOf(db, row) : null,
    ...signed(db, row),
    at: row.settled_at ?? 0,
  }
}
