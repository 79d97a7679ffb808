/**
 * How long ago a document's fate became uncertain, by a clock that nobody can set. A refusal is not believed, nor that a
 * number is another's, before whatever is on its way must have arrived and must be shown (`Timing.doubtMs`).
 */
import type { Clock } from '../base/ports.ts'

export interface Doubts {
  /** A try of this submission may have arrived, or may have arrived twice. */
  begin(id: number): void
  isOver(id: number): boolean
  /** Until it is over, milliseconds; 0 once it is. */
  left(id: number): number
  /** It is settled. */
  forget(id: number): void
}

/** `ms`: how long a doubt lasts. What was doubtful before this process began counts from its start. */
export const createDoubts = (clock: Clock, ms: number): Doubts => {
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
