import { type PrintTiming, printTiming } from '../printing/direct/timing.ts'

/** Durations of the queue in milliseconds. One place, so that tests can run the same code faster. */
export interface Timing {
  /** First pause after a document did not arrive; doubles with each attempt (`spec 7`: 006 asks for 30 s). */
  retryMs: number
  retryCapMs: number
  /** Before Kaunta queries a document whose response was lost. */
  lookUpMs: number
  /**
   * Before Kaunta believes a rejection although an earlier attempt may still arrive, and before it assigns a used
   * number that shows no document. Longer than the authority takes for anything.
   */
  uncertainMs: number
  /** Between attempts while sales do not see goods that were just booked in (`authority §5.5`: 0.5 to 2 s). */
  shortMs: number
  /** Between background checks whether the authority can be reached: while it can, and while it cannot. */
  probeMs: number
  probeUnreachableMs: number
  /** Between queries for missing signatures. */
  signatureMs: number
  /** Rejected credentials are tried again after this long. */
  pauseRetryMs: number
  /** The queue is hurried for callers at most this often. Some programs repeat a call without a pause. */
  hurryMs: number
  /** How long a REST caller waits for the authority's response. */
  answerMs: number
  /** How long a receipt that prints at once waits for its signature. */
  printMs: number
  direct: PrintTiming
  /** Of the link to a branch hub (`core/link/link.ts`), where they are not the usual ones. */
  link?: { beatMs?: number; retryMs?: number; retryCapMs?: number; waitMs?: number }
}

export const timing: Timing = {
  retryMs: 30_000,
  retryCapMs: 600_000,
  lookUpMs: 2_000,
  uncertainMs: 60_000,
  shortMs: 700,
  probeMs: 60_000,
  probeUnreachableMs: 10_000,
  signatureMs: 3_600_000,
  pauseRetryMs: 300_000,
  hurryMs: 1_000,
  answerMs: 8_000,
  printMs: 3_000,
  direct: printTiming,
}

/**
 * Returns the pause in milliseconds before a failed call is retried while the authority answers other calls: between
 * a third of `retryMs` and all of it. It does not grow, so the queue moves within half a minute once that call works
 * again.
 */
export const steadyPause = (times: Timing, random: () => number): number =>
  Math.round(times.retryMs * (1 / 3 + random() * (2 / 3)))

/** Returns the pause before attempt number `tries` + 1, plus up to a fifth, so that shops do not all call at once. */
export const growingPause = (times: Timing, tries: number, random: () => number): number =>
  Math.round(Math.min(times.retryMs * 2 ** Math.min(tries, 20), times.retryCapMs) * (1 + random() * 0.2))
