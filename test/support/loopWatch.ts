/** Watches this thread's event loop: the longest turn, in time that passed and in time that the thread itself worked. */

export interface LongestTurn {
  /** Milliseconds that passed between two turns; on a busy computer also those in which another program ran. */
  wallMs: number
  /** Milliseconds that this thread computed in one turn. */
  cpuMs: number
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Between two looks, milliseconds. */
const lookMs = 2

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
