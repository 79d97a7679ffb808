import type { Clock } from './ports.ts'

/** What a promise comes to if it does so within so many milliseconds; undefined otherwise, and it goes on. */
export const within = <T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(undefined))
    work.then(resolve, reject).finally(cancel)
  })
