/** Taking times. All are milliseconds of the monotonic clock. */

export interface Times {
  p50: number
  p95: number
  p99: number
  /** How many in a second, one after the other. */
  perSecond: number
}

export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

export const timesOf = (samples: readonly number[]): Times => {
  const sorted = samples.toSorted((a, b) => a - b)
  const total = samples.reduce((sum, each) => sum + each, 0)
  return {
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    perSecond: (samples.length * 1000) / total,
  }
}

/** How long `action` takes, and what it answers. */
export const timed = async <T>(action: () => T | Promise<T>): Promise<{ ms: number; result: T }> => {
  const start = performance.now()
  const result = await action()
  return { ms: performance.now() - start, result }
}

/**
 * Runs competitors in turns, so that whatever else the machine does meets all of them alike. The first `warmUp` rounds
 * do not count. `rest` comes before each run: work that one leaves behind must not fall on the next.
 */
export const inTurns = async <Name extends string>(
  competitors: Record<Name, (round: number) => unknown>,
  { rounds, warmUp, rest }: { rounds: number; warmUp: number; rest?: () => Promise<void> },
): Promise<Record<Name, Times>> => {
  const entries = Object.entries(competitors) as [Name, (round: number) => unknown][]
  const samples = new Map(entries.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, run] of entries) {
      await rest?.()
      const { ms } = await timed(() => run(round))
      if (round >= warmUp) samples.get(name)?.push(ms)
    }
  }
  return Object.fromEntries(entries.map(([name]) => [name, timesOf(samples.get(name) ?? [])])) as Record<
    Name,
    Times
  >
}

/** The same numbers on every run: figures of two runs differ by the machine alone. */
export const randomFrom = (seed: number) => {
  let state = seed
  /** A whole number from 0 up to, not including, `limit`. */
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
