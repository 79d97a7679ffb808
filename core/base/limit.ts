/** How much is done at once. */

export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `most` works at once; the others wait in order. The caller bounds their number. A failure ends only its own work. */
export const createLimit = (most: number): Limit => {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
