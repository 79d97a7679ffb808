/** What a person or the authority did with a document at its till. */
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { submissionOfNumber } from '../../db/profile/numbersSent.ts'
import { type SignatureRow, storeSignature } from '../../db/profile/signatures.ts'
import { type Submission, submission, updateSubmission } from '../../db/profile/submissions.ts'
import { changeTaken, takenDocument, takenSubmission, tellOutcome } from '../../db/profile/taken.ts'
import { withdraw } from '../queue/correct.ts'
import type { TakeContext } from './context.ts'
import type { Documented } from './documents.ts'

const rowOf = ({ db, origin }: TakeContext, fact: Documented) => {
  const taken = takenSubmission(db, origin.id, (fact.rows.row as unknown as Submission).id)
  const row = taken?.submission_id ? submission(db, taken.submission_id) : undefined
  return taken && row ? { taken, row } : undefined
}

const reasonIn = (content: string): string => {
  try {
    return String((JSON.parse(content) as { reason?: unknown }).reason ?? '')
  } catch {
    return ''
  }
}

/** A manager of the till withdrew a rejected document. */
export const takeWithdrawn = (context: TakeContext, fact: Documented): void => {
  const { db, origin, clock } = context
  const found = rowOf(context, fact)
  if (!found) return
  const { taken, row } = found
  changeTaken(db, taken, { answers: fact.seq })
  const why = { by: fact.who, reason: reasonIn(fact.content) }
  if (fact.seq <= origin.since)
    updateSubmission(db, row.id, {
      state: 'withdrawn',
      withdrawn_by: why.by,
      withdrawn_reason: why.reason,
    })
  else if (row.state === 'refused') withdraw({ db, ports: { clock } }, row, why)
  // It has arrived after all, or is on its way.
  else tellOutcome(db, row.id)
}

/** The authority rejected it when the till still had a device of its own. */
export const takeRefused = (context: TakeContext, fact: Documented): void => {
  const { db, origin } = context
  const found = fact.seq <= origin.since ? rowOf(context, fact) : undefined
  if (found) updateSubmission(db, found.row.id, { state: 'refused', authority_number: null })
}

/** The till's own device signed it. Later credit notes need its number. */
export const takeSignature = (context: TakeContext, fact: Documented): void => {
  const { db, origin } = context
  if (fact.seq > origin.since) return
  const signature = fact.rows.row as unknown as SignatureRow
  const taken = takenDocument(db, origin.id, 'invoice', signature.invoice_id)
  if (!taken) return
  storeSignature(db, { ...signature, invoice_id: taken.document_id })
  const { authority_number: number } = signature
  const row = taken.submission_id === null ? undefined : submission(db, taken.submission_id)
  if (!row || submissionOfNumber(db, row.lane, number)) return
  updateSubmission(db, row.id, { state: 'accepted', authority_number: number })
  if (number >= nextNumber(db, 'authority.sales')) setNextNumber(db, 'authority.sales', number + 1)
}
