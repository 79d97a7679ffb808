/** Signatures that only a till knows: an earlier signer told it, and its hub was lost. */
import type { SignatureRow } from '../../db/profile/signatures.ts'
import { submission } from '../../db/profile/submissions.ts'
import { takenDocument, tellOutcome } from '../../db/profile/taken.ts'
import { signatureIn } from '../link/outcomeOf.ts'
import { signLate } from '../queue/settle.ts'
import { ledgerOf, type TakeContext } from './context.ts'
import type { Documented } from './documents.ts'
import { takenAlong } from './stretches.ts'

/** Takes the signature if this file lacks it. A copied till that did not hear of it gets it with the outcome. */
export const takeSigned = (context: TakeContext, { rows }: Documented): void => {
  const { db, origin } = context
  const told = rows.row as unknown as SignatureRow
  const taken = takenAlong(context, origin.uid, (home) => takenDocument(db, home, 'invoice', told.invoice_id))
  const row = taken?.submission_id ? submission(db, taken.submission_id) : undefined
  const signature = signatureIn(told)
  if (!signature || row?.state !== 'accepted' || row.authority_number !== told.authority_number) return
  if (signLate(ledgerOf(context), row, signature)) tellOutcome(db, row.id)
}
