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
