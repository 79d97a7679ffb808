import type { Db } from '../../../db/engine/sqlite.ts'
import type { SubmissionState } from '../../../db/profile/schema.ts'
import { signatureOf } from '../../../db/profile/signatures.ts'
import type { InvoiceRow } from '../../contract/invoice.ts'

/** Returns a receipt's state from its submission's state. */
export const stateOf = (
  submission: SubmissionState | null,
  signed: boolean,
): Exclude<InvoiceRow['state'], 'training'> => {
  if (signed) return 'signed'
  switch (submission) {
    case 'accepted':
      return 'acceptedUnsigned'
    case 'unknown':
    case 'refused':
    case 'withdrawn':
      return submission
    default:
      return 'waiting'
  }
}

/** `{sdcId}/{curRcptNo}` (`authority §4.3`, block 12). */
export const controlUnitNumber = (db: Db, invoiceId: number): string | null => {
  const signed = signatureOf(db, invoiceId)
  return signed?.receipt_number ? `${signed.scu_id}/${signed.receipt_number}` : null
}
