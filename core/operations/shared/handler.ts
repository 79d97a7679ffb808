import type { Reply } from '../../contract/errors.ts'
import type { OperationName, Operations, OutputOf, ParsedInputOf } from '../../contract/index.ts'
import type { Context, ProfileContext } from '../context.ts'

/** The function that answers an operation. Expected failures are values; anything thrown is a 905. */
export type Handler<N extends OperationName> = (
  input: ParsedInputOf<N>,
  context: Operations[N] extends { profile: true } ? ProfileContext : Context,
) => Reply<OutputOf<N>> | Promise<Reply<OutputOf<N>>>
