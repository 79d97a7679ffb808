/** A clock on which hours pass in a moment: what falls due meanwhile happens, in its order. */
import type { Clock } from '../../core/base/ports.ts'
import { systemClock } from '../../core/platform/nodePorts.ts'

interface Due {
  at: number
  happen: () => void
  cancel: () => void
}

/** `passed`: milliseconds that passed in an earlier process. `hear`: awaits all of them after each jump. */
export const passingClock = (
  passed: number,
  hear: (passed: number) => Promise<void>,
): { clock: Clock; pass(ms: number): Promise<number> } => {
  const waiting = new Set<Due>()
  const monotonic = () => systemClock.monotonic() + passed
  const wait = (due: Due): void => {
    due.cancel = systemClock.after(due.at - monotonic(), () => {
      waiting.delete(due)
      due.happen()
    })
  }
  const jump = async (to: number): Promise<void> => {
    passed += Math.ceil(Math.max(0, to - monotonic()))
    await hear(passed)
  }
  return {
    clock: {
      ...systemClock,
      now: () => systemClock.now() + passed,
      monotonic,
      uptime: () => {
        const up = systemClock.uptime()
        return up === null ? null : up + passed
      },
      after: (ms, happen) => {
        const due: Due = { at: monotonic() + ms, happen, cancel: () => undefined }
        waiting.add(due)
        wait(due)
        return () => {
          due.cancel()
          waiting.delete(due)
        }
      },
    },
    pass: async (ms) => {
      const end = monotonic() + ms
      for (;;) {
        const [next] = [...waiting].toSorted((one, other) => one.at - other.at)
        if (!next || next.at > end) break
        await jump(next.at)
        // It may have happened, or have been cancelled, meanwhile.
        if (!waiting.delete(next)) continue
        next.cancel()
        next.happen()
      }
      await jump(end)
      for (const due of waiting) {
        due.cancel()
        wait(due)
      }
      return passed
    },
  }
}
