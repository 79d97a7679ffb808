/** Asking the authority what it has: whether a number bears our document, and which number is free. */
import type { Submission } from '../../db/app/submissions.ts'
import type { Answer, Authority, FoundInvoice, Outcome, Signature } from '../authority/port.ts'
import type { Found } from './policy.ts'
import { salePayload } from './records.ts'

export interface LookUp {
  outcome: Outcome<Found>
  signature: Signature | null
  answer: Answer<FoundInvoice>
}

/** Is what the authority has under our number our document? Compared by its own marks, never by the number alone. */
const whose = (row: Submission, found: FoundInvoice): Found => {
  const { kind, traderNumber, lines } = salePayload.parse(JSON.parse(row.payload))
  const same =
    found.kind === kind &&
    found.total === Math.abs(row.amount ?? 0) &&
    found.lines === lines.length &&
    (found.traderNumber === null || found.traderNumber === traderNumber)
  if (!same) return 'anothers'
  return found.signature ? 'ours' : 'oursUnsigned'
}

/** Looks up the number a sale or credit note holds (`authority §1.4`, no. 21). */
export const lookUp = async (authority: Authority, row: Submission): Promise<LookUp> => {
  const answer = await authority.findInvoice(row.authority_number ?? 0)
  if (answer.kind !== 'accepted') return { outcome: answer, signature: null, answer }
  return {
    outcome: { kind: 'accepted', data: whose(row, answer.data) },
    signature: answer.data.signature,
    answer,
  }
}

/** Largest number a search for a free one goes up to. */
const searchLimit = 2 ** 40

/**
 * The first number after `taken` that the authority does not have: doubles the step until it finds none, then halves.
 * null when the authority stopped answering meanwhile.
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
