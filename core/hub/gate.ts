/** How much the hub does at once. Who finds it full comes back later. */

export interface Gate {
  /** False: it is full. True: {@link Gate.leave} must follow. */
  enter(): boolean
  leave(): void
}

export const createGate = (most: number): Gate => {
  let inside = 0
  return {
    enter: () => {
      if (inside >= most) return false
      inside += 1
      return true
    },
    leave: () => {
      inside -= 1
    },
  }
}

/** Runs at most `most` works at once; the others wait in order. Their number is bounded by the gate before them. */
export const createLimit = (most: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
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
