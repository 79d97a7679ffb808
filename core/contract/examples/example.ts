/** An example of an operation: the caller's input, including path and query, and the `data` of the response. */
import type { InputOf, OperationName, OutputOf } from '../index.ts'

export interface Example {
  request?: unknown
  response: unknown
}

/** Examples of operations, checked against their schemas by the compiler. */
export type Examples = { [N in OperationName]?: { request?: InputOf<N>; response: OutputOf<N> } }
