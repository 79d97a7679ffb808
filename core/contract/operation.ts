/** Describes an operation: one entry serves both bridges, REST and the generated documents. */
import type { z } from 'zod'
import type { Act } from './acts.ts'
import type { Role } from './fields.ts'

/** The envelope of `spec 2.2` of a REST operation. */
export type Envelope = 'resultCode' | 'successFlag'

/** The base path of the REST interface (`spec 9`). */
export const restBase = '/api/v1'

/** The header that carries approvals (`approval.ts`). */
export const approvalHeader = 'X-Approval'

export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`, in Fastify's notation. */
  path: string
  envelope: Envelope
  /** The minimum role in a person's session (`spec 5.3`). A key may call everything. */
  role: Role
  /** The owner's table of acts, or an approval, admits lower roles. The operation checks it. */
  act?: Act
  /** Needs no credential (`spec 5.1`). */
  public?: true
  /** Its input is secret, so it is read from the body and never from the address. */
  bodyOnly?: true
  /**
   * Stores a document for the authority, so it may answer 202, or 006 with `kept`. numbered: its number belongs to
   * one document, and 004 has that document's result in `data`.
   */
  keeps?: 'numbered' | 'unnumbered'
  /** Not among the specification's endpoints. */
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
   * Who may call it through a window: `nobody` = before anybody unlocked the till, otherwise the minimum role.
   * `software` = REST only.
   */
  allow: 'nobody' | Role | 'software'
  /** True if it needs an open profile. Almost all do. */
  profile: A
  summary: string
  rest?: RestRoute
}

/** Keeps the schemas' types while checking the shape. */
export const operation = <I extends z.ZodType, O extends z.ZodType, A extends boolean>(
  definition: Operation<I, O, A>,
): Operation<I, O, A> => definition
