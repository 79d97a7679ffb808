/** What taking a fact needs. */
import type { Db } from '../../db/engine/sqlite.ts'
import type { TakenFrom } from '../../db/profile/taken.ts'
import type { Clock, Ids, Log } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import type { OutcomeBody } from '../contract/hub/outcome.ts'
import type { Fact } from '../contract/hub/wire.ts'
import type { Present } from '../queue/correct.ts'
import type { Ledger } from '../queue/ledger.ts'
import type { HubBefore } from './contained.ts'
import type { WantedDocument } from './wants.ts'

/** A till of the branch, or an earlier signer. */
export interface Origin {
  uid: string
  name: string
}

export interface Taking {
  db: Db
  clock: Clock
  ids: Pick<Ids, 'uuid'>
  /** What a document is rebuilt from that a person sends again. */
  present: Present
  log: Log
  emit(event: OwnEvent): void
  /** A fact waits for this document, which may be from before. */
  wants(document: WantedDocument): void
  /** The trail that a till's own one continues, and up to which row; null: it continues none. */
  parentOf(originUid: string): Stretch | null
  /** What the hub knows of a fact from an earlier signer of the branch, or from an earlier file of this one. */
  known(originUid: string, fact: Pick<Fact, 'seq' | 'hash'>): Known
  /** What earlier hubs may have of a till. */
  hubBefore(originUid: string): HubBefore
}

/** A till's trail up to a row. */
export interface Stretch {
  uid: string
  upTo: number
}

export interface Known {
  outcome?: OutcomeBody | undefined
  /** The number at the authority under which the stock record may have been sent. */
  sentAs?: number | undefined
}

export interface FactFrom {
  from: Origin
  fact: Fact
}

/** What became of a document while its till signed itself. */
export interface Earlier {
  state: 'accepted' | 'refused' | 'withdrawn'
  /** At the authority. */
  number: number | null
}

export interface TakeContext extends Taking {
  origin: TakenFrom
  /** The document is from before the till left its documents to the signer. */
  earlier: Earlier | null
}

export const ledgerOf = ({ db, clock, emit }: Taking): Ledger => ({ db, now: clock.now, emit })
