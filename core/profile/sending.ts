/**
 * Who sends what the till owes: its own queue, or the signer of its branch. It changes while the till works, and nobody who
 * adds to the queue notices.
 */
import { createLimit } from '../base/limit.ts'
import type { Delegate } from '../link/delegate.ts'
import type { Submitter } from '../queue/submitter.ts'

export interface Sending extends Submitter {
  /** Resolves once the present one of the two works. Call it before all else. */
  begin(): Promise<void>
  /** null: the till's own queue sends. */
  delegate(): Delegate | null
  /** Calls `made` with the present delegate and each later one. */
  whenDelegated(made: (delegate: Delegate) => void): void
  /**
   * Changes who sends, while nothing is sent. `work` may write who it is from now on. Rejects as `work` does, and then the
   * one before continues.
   */
  change(work: () => void | Promise<void>): Promise<void>
}

export interface SendingOptions {
  /** True: the signer of the branch sends. */
  isSignedByHub(): boolean
  own(): Submitter
  /** A till that works alone never loads it. */
  delegated(): Promise<Delegate>
}

export const createSending = (by: SendingOptions): Sending => {
  let present: Submitter | null = null
  let delegate: Delegate | null = null
  let made: (delegate: Delegate) => void = () => undefined
  let isStarted = false
  const inTurn = createLimit(1)
  const now = (): Submitter => {
    if (!present) throw new Error('Nothing sends yet')
    return present
  }
  const choose = async (): Promise<void> => {
    const isHub = by.isSignedByHub()
    if (present && isHub === (delegate !== null)) return
    delegate = isHub ? await by.delegated() : null
    if (delegate) made(delegate)
    present = delegate ?? by.own()
  }
  return {
    begin: () => inTurn(choose),
    delegate: () => delegate,
    whenDelegated: (call) => {
      made = call
      if (delegate) call(delegate)
    },
    change: (work) =>
      inTurn(async () => {
        await now().stop()
        try {
          await work()
        } finally {
          await choose()
          if (isStarted) now().start()
        }
      }),
    start: () => {
      isStarted = true
      now().start()
    },
    wake: () => now().wake(),
    added: (lane) => now().added(lane),
    tryNow: () => now().tryNow(),
    hurry: () => now().hurry(),
    reachChanged: (cameBack) => now().reachChanged(cameBack),
    whenSettled: (id, ms) => now().whenSettled(id, ms),
    instead: (row, work) => now().instead(row, work),
    uncertainFor: (id) => now().uncertainFor(id),
    stop: () => {
      isStarted = false
      return inTurn(() => now().stop())
    },
  }
}
