/** Does something for as long as it goes well, and again after a growing pause when it does not. */
import type { Ids } from '../base/ports.ts'
import type { HubProblem } from '../contract/hubLink.ts'
import type { Signal } from './signal.ts'

export interface Failed {
  problem: HubProblem
  /** As the hub asked, milliseconds; 0: it did not. */
  retryAfterMs: number
  /** For the log. */
  detail: string
}

export const failed = (problem: HubProblem, detail = ''): Failed => ({ problem, retryAfterMs: 0, detail })

/** Milliseconds. The first pause after a failure doubles up to the cap; each is random up to that. */
export interface RetryTiming {
  retryMs: number
  retryCapMs: number
}

/** A person must solve these. Asking more often does not help. */
const lasting: readonly HubProblem[] = [
  ...(['pinMismatch', 'revoked', 'unknown', 'otherEnvironment'] as const),
  ...(['forked', 'tooOld', 'tooNew'] as const),
]
/** A manager is at the hub now. */
const confirmationMs = 2_000

export const pauseAfter = (
  { problem, retryAfterMs }: Failed,
  failures: number,
  { retryMs, retryCapMs }: RetryTiming,
  random: () => number,
): number => {
  if (problem === 'unconfirmed') return Math.min(confirmationMs, retryCapMs)
  const grown = retryMs * 2 ** Math.min(failures, 20)
  const longest = lasting.includes(problem) ? retryCapMs : Math.min(retryCapMs, grown)
  return Math.max(retryAfterMs, retryMs + random() * (longest - retryMs))
}

export interface Trying {
  /** Works until it fails or `over` is aborted. `well`: it goes well, so the next pause is a short one again. */
  work(well: () => void): Promise<Failed>
  /** null: it goes well. */
  note(problem: Failed | null): void
  /** An error that nobody expected. */
  broke(error: unknown): Failed
  timing: RetryTiming
  ids: Pick<Ids, 'random'>
  hurried: Signal
  over: AbortSignal
}

/** Resolves once `over` is aborted. Never rejects. */
export const keepTrying = async (by: Trying): Promise<void> => {
  const { work, note, broke, timing, ids, hurried, over } = by
  let failures = 0
  const well = () => {
    failures = 0
    note(null)
  }
  while (!over.aborted) {
    const problem = await work(well).catch(broke)
    if (over.aborted) return
    failures += 1
    note(problem)
    await hurried.wait(pauseAfter(problem, failures, timing, ids.random), over)
  }
}
