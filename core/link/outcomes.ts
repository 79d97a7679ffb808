/**
 * What the signer of the branch says of this till's documents. It settles them as an answer of the authority would:
 * signature, released rows, audit rows, events.
 */
import type { Db } from '../../db/engine/sqlite.ts'
import { auditHash, till } from '../../db/profile/audit.ts'
import { noteSaleSigned } from '../../db/profile/otherSales.ts'
import { isUnsaid, mayOweAgain, owedAt, submissionOfFact } from '../../db/profile/owed.ts'
import { type Submission, submission, updateSubmission } from '../../db/profile/submissions.ts'
import type { OwnEvent } from '../contract/events.ts'
import { type OutcomeBody, outcomeBody } from '../contract/hub/outcome.ts'
import { ownReasons } from '../contract/ownReasons.ts'
import { withdraw } from '../queue/correct.ts'
import { isOpen, makeAnew } from '../queue/enqueue.ts'
import type { Ledger } from '../queue/ledger.ts'
import { accept, holdForReason, refuse, signLate, supersedeByOther } from '../queue/settle.ts'
import { remedyHere } from './remedies.ts'

type Reason = (typeof ownReasons)[keyof typeof ownReasons]
const isOwnReason = (text: string | null): text is Reason =>
  (Object.values(ownReasons) as (string | null)[]).includes(text)

const accepted = (ledger: Ledger, row: Submission, { number, signature, original }: OutcomeBody): void => {
  const { db } = ledger
  if (original && row.invoice_id !== null) noteSaleSigned(db, row.invoice_id, original)
  if (row.state !== 'accepted') accept(ledger, { ...row, authority_number: number }, signature)
  else if (signature) signLate(ledger, row, signature)
}

const refused = (ledger: Ledger, row: Submission, { code, text, remedy }: OutcomeBody): void => {
  const { db } = ledger
  if (!isOpen(row)) return
  if (code === null && isOwnReason(text)) holdForReason(ledger, row, { reason: text, remedy: 'givenTwice' })
  else refuse(ledger, row, { code: code ?? '', text: text ?? '' })
  if (remedy) updateSubmission(db, row.id, { remedy: remedyHere(db, remedy) })
  mayOweAgain(db, row.id)
}

/** It is not sent yet, or is sent again. */
const held = ({ db }: Ledger, row: Submission, { code, text }: OutcomeBody): void => {
  if (row.state === 'refused') makeAnew(db, row.id, row)
  if (isOpen(row) || row.state === 'refused')
    updateSubmission(db, row.id, { last_code: code, last_text: text })
}

const isDocument = ({ kind }: Submission): boolean =>
  kind === 'sale' || kind === 'creditNote' || kind === 'stockRecord'

/** A person withdrew it, or the signer: the authority has a later change of it, which another till made. */
const withdrawn = (ledger: Ledger, row: Submission, { by, text }: OutcomeBody): void => {
  const { db, now } = ledger
  if (!isOpen(row) && row.state !== 'refused') return
  if (row.kind === 'item' && by === till && text === ownReasons.laterChange) supersedeByOther(ledger, row)
  else withdraw({ db, ports: { clock: { now } } }, row, { by: by ?? '', reason: text ?? '' })
}

const settle = (ledger: Ledger, row: Submission, outcome: OutcomeBody): void => {
  const { db } = ledger
  const { state, answers } = outcome
  // A person sent it again or changed it, and the signer does not know that yet. A document does not change.
  const isOlder = answers < owedAt(db, row.id) || isUnsaid(db, row)
  const isLate = isOlder && !(state === 'accepted' && isDocument(row))
  if (isLate) return
  if (state === 'accepted') accepted(ledger, row, outcome)
  else if (state === 'refused') refused(ledger, row, outcome)
  else if (state === 'held') held(ledger, row, outcome)
  else withdrawn(ledger, row, outcome)
}

/**
 * Settles the document of a row of this till's trail. Returns its submission if that changed. Call it inside a
 * transaction; `events` gets what must be told after the commit. The same outcome again changes nothing, and neither
 * does one of a copied till's document.
 */
export const applyOutcome = (
  { db, now }: { db: Db; now: () => number },
  { seq, body }: { seq: number; body: unknown },
  events: OwnEvent[],
): number | undefined => {
  const read = outcomeBody.safeParse(body)
  const row = submissionOfFact(db, seq)
  if (!read.success || !row) return undefined
  const { hash } = read.data
  if (hash !== null && hash !== auditHash(db, seq)) return undefined
  const { scuId, mrcNo } = read.data
  const ledger: Ledger = {
    db,
    now,
    emit: (event) => events.push(event),
    signer: { scuId, mrcNo },
  }
  settle(ledger, row, read.data)
  const after = submission(db, row.id)
  return JSON.stringify(after) === JSON.stringify(row) ? undefined : row.id
}
