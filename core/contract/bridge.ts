/** The interface between a window and core: two functions, the same over IPC and HTTP. */
import type { Reply } from './errors.ts'
import type { ProfileEvent } from './events.ts'
import type { InputOf, OperationName, OutputOf } from './index.ts'

export interface Bridge {
  /**
   * `appId`: the profile that the window shows. An operation that needs a profile fails without it, or if the till
   * works in another one. `userId`: the person that the window shows, absent if none. Once somebody else unlocked the
   * till, calls with the old person fail. `approval`: the token of an approval of this call (`approval.give`).
   */
  call<N extends OperationName>(
    name: N,
    input: InputOf<N>,
    appId?: string,
    userId?: string,
    approval?: string,
  ): Promise<Reply<OutputOf<N>>>
  /**
   * Returns the function that ends the subscription. `heard` is called whenever events are heard again, or for the first
   * time, after a while in which some may have been missed. A way without such a while never calls it.
   */
  subscribe(listener: (event: ProfileEvent) => void, heard?: () => void): () => void
}
