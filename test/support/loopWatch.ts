/** Watches this thread's event loop: the longest turn, in time that passed and in time that the thread itself worked. */
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'

export interface LongestTurn {
  /** Milliseconds that passed between two turns; on a busy computer also those in which another program ran. */
  wallMs: number
  /** Milliseconds that this thread computed in one turn. */
  cpuMs: number
}

/** The thread's own work, milliseconds: a busy computer takes the processor away from it for longer. */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const reference = Array.from({ length: 2000 }, (_, id) => ({ id, name: `item ${id}`, price: id * 100 }))
/** Milliseconds of {@link slowness}'s work on an idle computer that keeps the limits. */
const referenceMs = 15

/** How many times slower this thread computes now than on an idle computer; at least 1. Processors share their caches. */
export const slowness = (): number => {
  const begun = cpuMs()
  for (let round = 0; round < 10; round += 1) JSON.parse(JSON.stringify(reference))
  return Math.max(1, (cpuMs() - begun) / referenceMs)
}

/** Between two looks, milliseconds. */
const lookMs = 2

/**
 * Collects the pauses in which this thread's garbage is collected: all tests of a worker leave theirs. Node reports a pause
 * some turns later, in time that passed.
 */
const watchPauses = (): { stop(): Promise<PerformanceEntry[]> } => {
  const pauses: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => void pauses.push(...list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  return {
    stop: async () => {
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      pauses.push(...observer.takeRecords())
      observer.disconnect()
      return pauses
    },
  }
}

/**
 * The longest turn while `work` is done, in milliseconds that the thread computed without collecting garbage, as an idle
 * computer would need them.
 */
export const longestWork = async <T>(work: () => Promise<T>): Promise<{ result: T; cpuMs: number }> => {
  const before = slowness()
  const turns: { from: number; to: number; cpuMs: number }[] = []
  let at = performance.now()
  let used = cpuMs()
  const look = (): void => {
    const [now, cpu] = [performance.now(), cpuMs()]
    turns.push({ from: at, to: now, cpuMs: cpu - used })
    at = now
    used = cpu
  }
  const pauses = watchPauses()
  const timer = setInterval(look, lookMs)
  let result: T
  try {
    result = await work()
    look()
  } finally {
    clearInterval(timer)
  }
  const collected = await pauses.stop()
  const worked = turns.map(({ from, to, cpuMs }) => {
    const inTurn = collected.filter(({ startTime }) => startTime >= from && startTime < to)
    return cpuMs - inTurn.reduce((sum, { duration }) => sum + duration, 0)
  })
  return { result, cpuMs: Math.max(...worked) / Math.max(before, slowness()) }
}

/** Watches until `stop` is called, which answers the longest turn. */
export const watchLoop = (): { stop(): LongestTurn } => {
  const longest: LongestTurn = { wallMs: 0, cpuMs: 0 }
  let at = performance.now()
  let used = cpuMs()
  const look = (): void => {
    const [now, cpu] = [performance.now(), cpuMs()]
    longest.wallMs = Math.max(longest.wallMs, now - at - lookMs)
    longest.cpuMs = Math.max(longest.cpuMs, cpu - used)
    at = now
    used = cpu
  }
  const timer = setInterval(look, lookMs)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return longest
    },
  }
}

/** The longest turn while `work` is done. */
export const longestTurn = async <T>(work: () => Promise<T>): Promise<LongestTurn & { result: T }> => {
  const watch = watchLoop()
  try {
    const result = await work()
    return { ...watch.stop(), result }
  } finally {
    watch.stop()
  }
}
