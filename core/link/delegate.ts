/**
 * The queue of a till whose branch is signed by the hub. It sends nothing: the till's trail says what is owed, the
 * signer of the branch sends it, and the hub's feed brings the outcomes.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { waitsForPerson } from '../../db/profile/dependencies.ts'
import { queuedMasters, sayOwed, unsaid } from '../../db/profile/owed.ts'
import { type Submission, submission } from '../../db/profile/submissions.ts'
import type { Ports } from '../base/ports.ts'
import type { OwnEvent } from '../contract/events.ts'
import { isOpen } from '../queue/enqueue.ts'
import type { Ledger } from '../queue/ledger.ts'
import { accept } from '../queue/settle.ts'
import type { Submitter } from '../queue/submitter.ts'
import type { Timing } from '../queue/timing.ts'
import { createWaiters } from '../queue/waiters.ts'

/** The link to the hub, as far as the queue needs it. */
export interface DelegateLink {
  /** Skips every pause. */
  hurry(): void
  /** True while the hub answers. */
  isUp(): boolean
}

export interface DelegateOptions {
  db: Db
  ports: Pick<Ports, 'clock' | 'log'>
  timing: Timing
  /** Called with an error that may come from the disk. */
  diskFailed(error: unknown): void
  emit(event: OwnEvent): void
}

export interface Delegate extends Submitter {
  /** The link that carries the trail; null: there is none now. */
  linked(link: DelegateLink | null): void
  /** Outcomes of these rows were stored. Call it after the commit. */
  settled(ids: readonly number[]): void
  /** The hub does not answer any more. Callers that wait get the present state. */
  silent(): void
}

/** Rows in a transaction. */
const atOnce = 50
/** Milliseconds. A sale is answered before its rows are looked at. */
const lookMs = 5

export const isDelegate = (submitter: Submitter): submitter is Delegate => 'linked' in submitter

export const createDelegate = (options: DelegateOptions): Delegate => {
  const { db, ports, timing, diskFailed, emit } = options
  const { clock, log } = ports
  const waiters = createWaiters(db, clock, timing.hurryMs)
  let link: DelegateLink | null = null
  let stopped = true
  let cancel: (() => void) | null = null
  let hurriedAt = Number.NEGATIVE_INFINITY

  /** The signer tells the authority the stock of the branch after each record, so a till's own word ends here. */
  const endMasters = (): number[] => {
    const events: OwnEvent[] = []
    const ledger: Ledger = { db, now: clock.now, emit: (event) => events.push(event) }
    const rows = queuedMasters(db, atOnce)
    if (rows.length === 0) return []
    db.transaction(() => {
      for (const row of rows) accept(ledger, row, null)
    })
    for (const event of events) emit(event)
    return rows.map(({ id }) => id)
  }
  const say = (): number => {
    const rows = unsaid(db, atOnce)
    if (rows.length > 0)
      db.transaction(() => {
        for (const row of rows) sayOwed(db, row, clock.now())
      })
    // The link hears by events that there is something to send.
    if (rows.length > 0) emit({ type: 'queue.changed' })
    return rows.length
  }
  const look = (): void => {
    cancel = null
    if (stopped) return
    try {
      const said = say()
      const ended = endMasters()
      if (ended.length > 0) settled(ended)
      if (said === atOnce || ended.length === atOnce) wake()
    } catch (error) {
      log.error({ err: error }, 'what the signer of the branch is to send could not be stored; it is retried')
      diskFailed(error)
      cancel = clock.after(timing.retryMs, look)
    }
  }
  const wake = (): void => {
    if (stopped) return
    cancel ??= clock.after(lookMs, look)
  }
  const settled = (ids: readonly number[]): void => {
    emit({ type: 'queue.changed' })
    for (const id of ids) {
      const row = submission(db, id)
      if (!row) continue
      if (row.invoice_id !== null) emit({ type: 'invoice.changed', invoiceId: row.invoice_id })
      if (!isOpen(row)) waiters.settled(row)
    }
  }
  const tryNow = (): void => {
    wake()
    link?.hurry()
    emit({ type: 'queue.changed' })
  }
  return {
    start: () => {
      stopped = false
      wake()
    },
    wake,
    added: wake,
    tryNow,
    hurry: () => {
      if (clock.monotonic() - hurriedAt < timing.hurryMs) return
      hurriedAt = clock.monotonic()
      tryNow()
    },
    reachChanged: () => undefined,
    whenSettled: (id, ms) => {
      const row = submission(db, id)
      const isHopeless = !link?.isUp() || stopped || ms <= 0 || waitsForPerson(db, id)
      if (!row || !isOpen(row) || isHopeless) return Promise.resolve(row)
      wake()
      return waiters.wait(id, ms)
    },
    // Nothing is being sent here.
    instead: (row: Submission, work) => work().finally(() => settled([row.id])),
    uncertainFor: () => 0,
    stop: () => {
      stopped = true
      cancel?.()
      cancel = null
      waiters.end()
      return Promise.resolve()
    },
    linked: (to) => {
      link = to
    },
    settled: (ids) => {
      settled(ids)
      // What waited for them may end here, or be asked for.
      wake()
    },
    silent: () => waiters.end(),
  }
}
