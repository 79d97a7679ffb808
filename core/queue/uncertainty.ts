/**
 * Measures how long a document has been uncertain, with a clock that nobody can set. Until `Timing.uncertainMs` has
 * passed, an earlier attempt may still arrive or become visible. So Kaunta does not yet trust a rejection, and does
 * not yet assign the number to another till.
 */
import type { Clock } from '../base/ports.ts'

export interface Uncertainty {
  /** An attempt for this submission may have arrived, perhaps twice. */
  begin(id: number): void
  isOver(id: number): boolean
  /** Remaining milliseconds; 0 when it is over. */
  left(id: number): number
  /** The submission is settled. */
  forget(id: number): void
}

/** `ms`: duration of the uncertainty. A row that was uncertain before this process started counts from the start. */
export const createUncertainty = (clock: Clock, ms: number): Uncertainty => {
  const started = clock.monotonic()
  const since = new Map<number, number>()
  const left = (id: number) => Math.max(0, Math.ceil((since.get(id) ?? started) + ms - clock.monotonic()))
  return {
    begin: (id) => {
      since.set(id, clock.monotonic())
    },
    isOver: (id) => left(id) === 0,
    left,
    forget: (id) => {
      since.delete(id)
    },
  }
}
