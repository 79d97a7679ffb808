/**
 * After a restored copy that may be older than the last sale: asks the authority for each number beyond the known
 * ones, before the sales lane sends anything. Pending documents that already arrived are taken over.
 */

import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/engine/sqlite.ts'
import { noteAuthorityOnly } from '../../db/profile/authorityOnly.ts'
import { nextNumber, setNextNumber } from '../../db/profile/lanes.ts'
import { highestNumberOf, submissionOfNumber } from '../../db/profile/numbersSent.ts'
import { readSetting, writeSetting } from '../../db/profile/settings.ts'
import type { Authority, FoundInvoice } from '../authority/port.ts'
import type { Ledger } from './ledger.ts'
import type { Reach } from './reach.ts'
import { isRecovered, isSame, ownDocument } from './reconcile.ts'
import { accept } from './settle.ts'
import { apart, giveUpNumber, ownNumber, realignSetting } from './twin.ts'

export const nothingFoundYet = { adopted: 0, gone: 0, others: 0, refusals: 0 }
export interface Realigned {
  /** Pending documents that had already arrived. */
  adopted: number
  /** Documents of this till that are no longer in its database. */
  gone: number
  /** Documents of other tills. */
  others: number
}
interface Pending extends Realigned {
  finding: string
  /** Refusals of the query, one after the other. */
  refusals?: number
}

/**
 * An authority that refuses the query so often in a row does not support it. A single refusal may be a passing fault; if
 * it ended the search, later documents would stay unknown here.
 */
const refusalsToEnd = 5

const pending = (db: Db): Pending | null => (readSetting(db, realignSetting) ?? null) as Pending | null
const series = 'authority.sales'

/** Raises our own series above an unknown number of this till. Returns true if the number belongs to this till. */
const noteOwnNumber = (db: Db, traderNumber: string | null): boolean => {
  const own = ownNumber(db, traderNumber)
  if (!own) return false
  const next = nextNumber(db, own.series)
  // A number far ahead belongs to a twin. Following it would make our numbers meet the twin's.
  if (own.number < next + apart) setNextNumber(db, own.series, Math.max(next, own.number + 1))
  return true
}

/** Stores what has `number` at the authority. Returns the row that it is, or null. Call it inside a transaction. */
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
  // The row may have got another number since. Whichever number it has will be found.
  if (held && held.id !== own?.id) giveUpNumber(db, held)
  const known = own !== undefined || holder?.state === 'accepted'
  if (own) accept(ledger, { ...own, authority_number: number }, found.signature)
  const gone = !known && noteOwnNumber(db, found.traderNumber)
  if (!known && found.traderNumber !== null) noteAuthorityOnly(db, found.traderNumber, number)
  setNextNumber(db, series, Math.max(nextNumber(db, series), number + 1))
  writeSetting(db, realignSetting, {
    ...state,
    refusals: 0,
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
  settled(ids: number[]): void
  /** false: stop, and leave the rest for the next round. */
  mayContinue(): boolean
  done(finding: string, result: Realigned): void
}

/** Numbers in one transaction. */
const skippedAtOnce = 500

/** Passes over numbers that accepted rows have. Returns true if there may be more of them. */
const skipKnown = (db: Db): boolean => {
  const first = nextNumber(db, series)
  let number = first
  while (number - first < skippedAtOnce && submissionOfNumber(db, 'sales', number)?.state === 'accepted')
    number += 1
  if (number > first) setNextNumber(db, series, number)
  return number - first === skippedAtOnce
}

/** Returns false if the authority stopped responding; the next call continues there. */
export const realign = async ({
  db,
  authority,
  reach,
  write,
  settled,
  mayContinue,
  done,
}: Realigning): Promise<boolean> => {
  while (mayContinue()) {
    if (write(() => skipKnown(db))) {
      await setImmediate()
      continue
    }
    const number = nextNumber(db, series)
    const answer = await authority.findInvoice(number)
    reach.note(answer)
    if (answer.kind === 'accepted') {
      const id = write((ledger) => adopt(ledger, number, answer.data))
      settled(id === null ? [] : [id])
      continue
    }
    if (answer.kind !== 'nothingFound' && answer.kind !== 'refused') return false
    const state = pending(db)
    const refusals = (state?.refusals ?? 0) + 1
    if (state && answer.kind === 'refused' && refusals < refusalsToEnd) {
      write(() => writeSetting(db, realignSetting, { ...state, refusals }))
      return false
    }
    // An authority may accept gaps. The numbers continue after the last known one.
    const last = highestNumberOf(db, 'sales')
    if (number <= last) {
      write(() => setNextNumber(db, series, last + 1))
      continue
    }
    // Without the query, each document is checked when its number turns out to be in use.
    write(() => writeSetting(db, realignSetting, null))
    if (state) done(state.finding, { adopted: state.adopted, gone: state.gone, others: state.others })
    return true
  }
  return false
}
