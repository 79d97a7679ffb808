/** How an operation is described: one entry serves both bridges, REST and the generated documents. */
import type { z } from 'zod'
import type { Role } from './fields.ts'

/** Which of the two envelopes of `spec 2.2` a REST operation answers with. */
export type Envelope = 'resultCode' | 'successFlag'

/** Where the REST interface begins (`spec 9`). */
export const restBase = '/api/v1'

export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/api/v1`, in Fastify's notation. */
  path: string
  envelope: Envelope
  /** The least role of a person who calls it in a session of their own (`spec 5.3`); a key may call everything. */
  role: Role
  /** Needs no key (`spec 5.1`). */
  public?: true
  /** Its input is secrets, which are read from the body and never from an address. */
  bodyOnly?: true
  /**
   * Keeps a document for the authority, so that it may answer 202, or 006 with `kept`. numbered: its number belongs to one
   * document, and 004 has the result of that in `data`.
   */
  keeps?: 'numbered' | 'unnumbered'
  /** Beside the specification's endpoints. */
  extension?: true
}

export interface Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends boolean = boolean,
> {
  input: I
  output: O
  /**
   * Who may call it through a window: `nobody` = before anybody has unlocked the till, otherwise the least role.
   * `software` = REST only.
   */
  allow: 'nobody' | Role | 'software'
  /** Does it need an open app? Almost all do. */
  profile: A
  summary: string
  rest?: RestRoute
}

/** Keeps the schemas' types while checking the shape. */
export const operation = <I extends z.ZodType, O extends z.ZodType, A extends boolean>(
  definition: Operation<I, O, A>,
): Operation<I, O, A> => definition
