/** An example of an operation: what a caller sends, path and query included, and what comes back as `data`. */
import type { InputOf, OperationName, OutputOf } from '../index.ts'

export interface Example {
  request?: unknown
  response: unknown
}

/** Examples of some operations, held to their schemas by the compiler. */
export type Examples = { [N in OperationName]?: { request?: InputOf<N>; response: OutputOf<N> } }
