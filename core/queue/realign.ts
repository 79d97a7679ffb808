/**
 * After a copy was put in place that may be older than the last sale: asks the authority, number by number, what it has
 * beyond what we know, before the sales lane sends anything. Documents that wait here and are there already are adopted.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { noteAuthorityOnly } from '../../db/profile/authorityOnly.ts'
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import { submissionOfNumber, updateSubmission } from '../../db/profile/submissions.ts'
import type { Authority, FoundInvoice } from '../authority/port.ts'
import type { Reach } from './reach.ts'
import { isRecovered, isSame, ownDocument } from './reconcile.ts'
import { accept, type Ledger } from './settle.ts'
import { apart, ownNumber, realignSetting } from './twin.ts'

export const nothingFoundYet = { adopted: 0, gone: 0, others: 0 }
export interface Realigned {
  /** Documents that waited here and were there. */
  adopted: number
  /** Of this till by their number, and not in its database any more. */
  gone: number
  /** Somebody else's. */
  others: number
}
interface Pending extends Realigned {
  finding: string
}

const pending = (db: Db): Pending | null => (readSetting(db, realignSetting) ?? null) as Pending | null
const series = 'authority.sales'

/** Raises our own series above a number of this till's that we do not know; answers whether it is one. */
const noteOwnNumber = (db: Db, traderNumber: string | null): boolean => {
  const own = ownNumber(db, traderNumber)
  if (!own) return false
  const next = nextNumber(db, own.series)
  // Far ahead goes another till of the same numbers; behind it ours would meet them.
  if (own.number < next + apart) setNextNumber(db, own.series, Math.max(next, own.number + 1))
  return true
}

/** Writes down what bears `number` at the authority; answers the row that it is. Inside a transaction. */
const adopt = (ledger: Ledger, number: number, found: FoundInvoice): number | null => {
  const { db } = ledger
  const state = pending(db)
  if (!state) return null
  const holder = submissionOfNumber(db, 'sales', number)
  const held = holder && holder.state !== 'accepted' ? holder : undefined
  const own =
    held && isSame(db, held, found, { sent: held.may_have_arrived === 1, recovered: isRecovered(db, held) })
      ? held
      : ownDocument(db, found)
  if (held && held.id !== own?.id) {
    // It may have been given another number since; whichever it is will be met.
    updateSubmission(db, held.id, {
      state: 'queued',
      authority_number: null,
      may_have_arrived: 0,
      landed: 0,
      wanted_number: null,
      next_attempt_at: 0,
    })
  }
  const known = own !== undefined || holder?.state === 'accepted'
  if (own) accept(ledger, { ...own, authority_number: number }, found.signature)
  const gone = !known && noteOwnNumber(db, found.traderNumber)
  if (!known && found.traderNumber !== null) noteAuthorityOnly(db, found.traderNumber, number)
  setNextNumber(db, series, Math.max(nextNumber(db, series), number + 1))
  writeSetting(db, realignSetting, {
    ...state,
    adopted: state.adopted + (own ? 1 : 0),
    gone: state.gone + (gone ? 1 : 0),
    others: state.others + (known || gone ? 0 : 1),
  })
  return own?.id ?? null
}

export interface Realigning {
  db: Db
  authority: Authority
  reach: Reach
  write<T>(body: (ledger: Ledger) => T): T
  told(ids: number[]): void
  /** false: leave the rest for another time. */
  goOn(): boolean
  done(finding: string, result: Realigned): void
}

/** Answers false when the authority did not answer to the end: ask again later. Goes on where it was. */
export const realign = async ({
  db,
  authority,
  reach,
  write,
  told,
  goOn,
  done,
}: Realigning): Promise<boolean> => {
  while (goOn()) {
    const number = nextNumber(db, series)
    const answer = await authority.findInvoice(number)
    reach.note(answer)
    if (answer.kind === 'accepted') {
      const id = write((ledger) => adopt(ledger, number, answer.data))
      told(id === null ? [] : [id])
      continue
    }
    // An authority that does not answer this question: each document is looked at when its number turns out to be taken.
    if (answer.kind !== 'nothingFound' && answer.kind !== 'refused') return false
    const state = pending(db)
    write(() => writeSetting(db, realignSetting, null))
    if (state) done(state.finding, { adopted: state.adopted, gone: state.gone, others: state.others })
    return true
  }
  return false
}
