/** One app (a profile on screen): its database, its authority, its queue. Sandbox and Production never share any of it. */

import type { Db } from '../../db/engine/sqlite.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'
import type { Audit } from '../audit/dailyCheck.ts'
import type { Authority } from '../authority/port.ts'
import type { PracticeControl } from '../authority/practiceControl.ts'
import type { Ports } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import type { Settings } from '../contract/workspace.ts'
import type { Disk } from '../disk/diskMonitor.ts'
import type { TaxRates } from '../fiscal/tax.ts'
import type { Reach } from '../queue/reach.ts'
import type { Submitter } from '../queue/submitter.ts'
import type { Timing } from '../queue/timing.ts'
import type { Backups } from '../recovery/backups.ts'
import type { Recovery } from '../recovery/recovery.ts'
import type { FiscalClock } from './fiscalClock.ts'

/** Which day it is. */
export interface Day extends Pick<FiscalClock, 'sure' | 'doubt' | 'givable'> {
  /** Asks the authority for its time while the day is in doubt, no longer than a caller waits; the first who asks. */
  settle(): Promise<void>
  /** The profile's time minus the computer's date, milliseconds. */
  offsetMs(): number
  /** Is the authority being asked? */
  isAsked(): boolean
  /** A person, or who started Kaunta, says which day it is, `YYYYMMDD`: false where it cannot be that day. */
  give(day: string, who: string): boolean
}

export interface Profile {
  readonly id: string
  readonly row: ProfileRow
  readonly db: Db
  readonly ports: Ports
  readonly timing: Timing
  readonly authority: Authority
  readonly reach: Reach
  readonly submitter: Submitter
  readonly backups: Backups
  readonly disk: Disk
  readonly audit: Audit
  readonly recovery: Recovery
  /** null: the authority is not the practice one. */
  readonly practice: PracticeControl | null
  /** Settings with defaults filled in. */
  settings(): Settings
  /** `who` is written down as having changed them. */
  saveSettings(change: Partial<Settings>, who: string): Settings
  /** Percent per tax letter as the authority's own table has them. */
  taxRates(): TaxRates
  /** The profile's one time (`fiscalClock.ts`), which its `ports.clock` tells too. Epoch milliseconds. */
  now(): number
  readonly day: Day
  emit(event: OwnEvent): void
  /** Sends and asks nothing any more; whoever waits for the authority is answered. */
  stop(): Promise<void>
  /** Closes the files; after {@link App.stop}. */
  close(): Promise<void>
}
