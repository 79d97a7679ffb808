/** The only door between a window and the core: two functions, the same over IPC and HTTP. */
import type { Reply } from './errors.ts'
import type { AppEvent } from './events.ts'
import type { InputOf, OperationName, OutputOf } from './index.ts'

export interface Bridge {
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<Reply<OutputOf<N>>>
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void
}
