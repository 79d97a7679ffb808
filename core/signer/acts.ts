/** What a person did with a document at its till. */
import { type Submission, submission } from '../../db/profile/submissions.ts'
import { changeTaken, tellOutcome } from '../../db/profile/taken.ts'
import { withdraw } from '../queue/correct.ts'
import type { TakeContext } from './context.ts'
import type { Documented } from './documents.ts'
import { takenForSubmission } from './stretches.ts'

const rowOf = (context: TakeContext, fact: Documented) => {
  const taken = takenForSubmission(context, fact, (fact.rows.row as unknown as Submission).id)
  const row = taken?.submission_id ? submission(context.db, taken.submission_id) : undefined
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
  const { db, clock } = context
  const found = rowOf(context, fact)
  if (!found) return
  const { taken, row } = found
  changeTaken(db, taken, { answers: fact.seq })
  const why = { by: fact.who, reason: reasonIn(fact.content) }
  if (row.state === 'refused') withdraw({ db, ports: { clock } }, row, why)
  // It has arrived after all, or is on its way.
  else tellOutcome(db, row.id)
}
