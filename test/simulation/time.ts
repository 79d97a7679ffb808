/** Time that passes only when the run says so. What is due at the same moment happens in the order it was asked for. */
import type { Clock } from '../../core/base/ports.ts'

interface Due {
  at: number
  order: number
  happen: () => void
}

export interface Time {
  /** Milliseconds since the run began. */
  elapsed(): number
  /** The same without those that were slept. */
  awake(): number
  /** The computers sleep: time passes, and nothing else does. */
  sleep(ms: number): void
  /** Epoch milliseconds of the world; jumps of a till's clock do not move it. */
  now(): number
  /** Happens after `ms`, whatever dies meanwhile; the answer cancels. */
  after(ms: number, happen: () => void): () => void
  /** Lets the next thing happen; false when nothing is due any more. */
  advance(): boolean
}

const begun = Date.UTC(2026, 2, 2, 5)

export const createTime = (): Time => {
  const heap: Due[] = []
  let elapsed = 0
  let slept = 0
  let order = 0
  const before = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.order < b.order)
  const swap = (a: number, b: number) => {
    const kept = heap[a] as Due
    heap[a] = heap[b] as Due
    heap[b] = kept
  }
  const push = (due: Due) => {
    let at = heap.push(due) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!before(heap[at] as Due, heap[parent] as Due)) break
      swap(at, parent)
      at = parent
    }
  }
  const pop = (): Due | undefined => {
    const first = heap[0]
    const last = heap.pop()
    if (heap.length === 0 || !last) return first
    heap[0] = last
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < heap.length && before(heap[left] as Due, heap[least] as Due)) least = left
      if (right < heap.length && before(heap[right] as Due, heap[least] as Due)) least = right
      if (least === at) return first
      swap(at, least)
      at = least
    }
  }
  const cancelled = new Set<Due>()
  return {
    elapsed: () => elapsed,
    awake: () => elapsed - slept,
    sleep: (ms) => {
      elapsed += ms
      slept += ms
      for (const due of heap) due.at += ms
    },
    now: () => begun + elapsed,
    after: (ms, happen) => {
      const due = { at: elapsed + Math.max(0, Math.ceil(ms)), order: order++, happen }
      push(due)
      return () => cancelled.add(due)
    },
    advance: () => {
      for (let due = pop(); due; due = pop()) {
        if (cancelled.delete(due)) continue
        elapsed = due.at
        due.happen()
        return true
      }
      return false
    },
  }
}

export interface Computer {
  /** Its clock minus the world's, milliseconds. */
  skewMs: number
  /** How often it was started, and when last, in milliseconds of {@link Time.elapsed}. */
  started: { times: number; at: number }
  /**
   * Milliseconds by which its clock may be wrong right after a start; 0: it is never started anew. Until the authority
   * answers, nothing else tells the time.
   */
  doubtMs: number
}

/** The clock of one till process: may be wrong, and stops with the process. */
export const tillClock = (
  time: Time,
  { computer, alive }: { computer: Computer; alive(): boolean },
): Clock => ({
  now: () => time.now() + computer.skewMs,
  monotonic: time.awake,
  uptime: () => time.elapsed() - computer.started.at,
  bootId: () => `start ${computer.started.times}`,
  after: (ms, callback) => time.after(ms, () => (alive() ? callback() : undefined)),
})

/** Lets everything happen that needs no time: promises and what was put off to the next turn. */
export const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
