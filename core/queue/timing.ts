/** How long the queue waits, milliseconds. One place, so that tests can run the same code faster. */
export interface Timing {
  /** First pause after a document surely did not arrive; doubles with each try (`spec 7`: 006 asks for 30 s). */
  retryMs: number
  retryCapMs: number
  /** Before asking what became of a document whose answer was lost. */
  lookUpMs: number
  /**
   * Before a refusal is believed of what an earlier try may still bring, and before a number that is taken and not shown is
   * anybody's: longer than the authority takes for anything.
   */
  doubtMs: number
  /** Between tries while goods just booked in are not visible to sales yet (`authority §5.5`: 0.5 to 2 s). */
  shortMs: number
  /** Between quiet questions whether the authority is there: while it is, and while it is not. */
  probeMs: number
  probeUnreachableMs: number
  /** Between questions for signatures that could not be had. */
  signatureMs: number
  /** A pause for refused credentials is tried again by itself after this long. */
  pauseRetryMs: number
  /** The queue is not hurried for callers more often than this: some programs repeat a call without a pause. */
  hurryMs: number
  /** How long a caller of the interface waits for the authority's answer. */
  answerMs: number
  /** How long a receipt that prints at once waits for its signature. */
  printMs: number
}

export const timing: Timing = {
  retryMs: 30_000,
  retryCapMs: 600_000,
  lookUpMs: 2_000,
  doubtMs: 60_000,
  shortMs: 700,
  probeMs: 60_000,
  probeUnreachableMs: 10_000,
  signatureMs: 3_600_000,
  pauseRetryMs: 300_000,
  hurryMs: 1_000,
  answerMs: 8_000,
  printMs: 3_000,
}

/**
 * The pause before a call that failed is tried again while the authority answers others: a third of `retryMs` to all of
 * it, milliseconds. It does not grow, so the queue moves within half a minute once that call works again.
 */
export const steadyPause = (times: Timing, random: () => number): number =>
  Math.round(times.retryMs * (1 / 3 + random() * (2 / 3)))

/** The pause before try number `tries` + 1, with up to a fifth on top so that shops do not all call at once. */
export const growingPause = (times: Timing, tries: number, random: () => number): number =>
  Math.round(Math.min(times.retryMs * 2 ** Math.min(tries, 20), times.retryCapMs) * (1 + random() * 0.2))
