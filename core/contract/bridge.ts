/** The only door between a window and the core: two functions, the same over IPC and HTTP. */
import type { Reply } from './errors.ts'
import type { ProfileEvent } from './events.ts'
import type { InputOf, OperationName, OutputOf } from './index.ts'

export interface Bridge {
  /**
   * `appId` is the profile that the window shows. What needs a profile is done in that one or not at all: without it,
   * or once the till works in another one, the answer is a failure. `userId` is the person that it shows, absent while
   * it shows none: once somebody else has unlocked the till, it is locked for that one.
   */
  call<N extends OperationName>(
    name: N,
    input: InputOf<N>,
    appId?: string,
    userId?: string,
  ): Promise<Reply<OutputOf<N>>>
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: ProfileEvent) => void): () => void
}
