/** What taking a fact needs. */
import type { Db } from '../../db/engine/sqlite.ts'
import type { TakenFrom } from '../../db/profile/taken.ts'
import type { Clock, Log } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import type { Ledger } from '../queue/ledger.ts'
import type { Masters } from './items.ts'
import type { OutcomeBody } from './outcomeBody.ts'

/** A till of the branch, or an earlier signer. */
export interface Origin {
  uid: string
  name: string
}

export interface Taking {
  db: Db
  clock: Pick<Clock, 'now'>
  log: Log
  emit(event: OwnEvent): void
  masters: Masters
  /** Outcomes that the hub has of this origin already, by the fact's number. */
  outcomes: ReadonlyMap<number, OutcomeBody>
}

export interface TakeContext extends Taking {
  origin: TakenFrom
}

export const ledgerOf = ({ db, clock, emit }: Taking): Ledger => ({ db, now: clock.now, emit })
