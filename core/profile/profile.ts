/** One set of books: its database, its authority, its queue. Sandbox and Production never share any of it. */

import type { Db } from '../../db/engine/sqlite.ts'
import type { ProfileRow } from '../../db/workspace/queries.ts'
import type { Approvals } from '../access/approvals.ts'
import type { Audit } from '../audit/dailyCheck.ts'
import type { Authority } from '../authority/port.ts'
import type { PracticeControl } from '../authority/practiceControl.ts'
import type { Ports } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import type { Settings } from '../contract/workspace.ts'
import type { Disk } from '../disk/diskMonitor.ts'
import type { TaxRates } from '../fiscal/tax.ts'
import type { LinkSwitch } from '../link/linkSwitch.ts'
import type { Printers } from '../printing/direct/printers.ts'
import type { Spooler } from '../printing/direct/spooler.ts'
import type { Reach } from '../queue/reach.ts'
import type { Submitter } from '../queue/submitter.ts'
import type { Timing } from '../queue/timing.ts'
import type { Backups } from '../recovery/backups.ts'
import type { Recovery } from '../recovery/recovery.ts'
import type { FiscalClock } from './fiscalClock.ts'

/** The profile's present date. */
export interface Day extends Pick<FiscalClock, 'sure' | 'uncertainty' | 'givable' | 'heardNow'> {
  /**
   * Asks the authority for its time while the date is uncertain. Waits no longer than a caller does; callers share
   * one request.
   */
  settle(): Promise<void>
  /** The profile's time minus the computer's clock, milliseconds. */
  offsetMs(): number
  /** True while a request to the authority is running. */
  isAsked(): boolean
  /** A person, or the command line, sets the date, `YYYYMMDD`. Returns false if it cannot be that date. */
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
  /** The link to a branch hub, if there is one. */
  readonly link: LinkSwitch
  /** null: this is not the practice authority. */
  readonly practice: PracticeControl | null
  /** Settings with defaults filled in. */
  settings(): Settings
  /** The audit trail names `who`. */
  saveSettings(change: Partial<Settings>, who: string): Settings
  /** The computer's direct printers. */
  readonly printers: Printers
  readonly spooler: Spooler
  /** Approvals that were given and not used yet. */
  readonly approvals: Approvals
  /** Percent per tax letter, from the authority's own table. */
  taxRates(): TaxRates
  /** The profile's one time (`fiscalClock.ts`), the same as its `ports.clock`. Epoch milliseconds. */
  now(): number
  readonly day: Day
  emit(event: OwnEvent): void
  /** Sends and queries nothing more. Callers that wait for the authority get the present state. */
  stop(): Promise<void>
  /** Closes the files. Call it after {@link Profile.stop}. */
  close(): Promise<void>
}
