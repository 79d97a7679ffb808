import type { Clock } from './ports.ts'

/**
 * Resolves with the promise's result if it comes within `ms` milliseconds; otherwise with undefined, and the promise
 * continues.
 */
export const within = <T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(undefined))
    work.then(resolve, reject).finally(cancel)
  })
