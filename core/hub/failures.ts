/** What the hub answers when it cannot do what was asked. The words are for people who read logs at the till. */
import type { HubFailureCode } from '../contract/hub/wire.ts'
import { UnknownOriginError } from './ingest.ts'

/** Ends a request with this answer. It is no defect, so nothing is logged. */
export class Refusal extends Error {
  readonly code: HubFailureCode
  readonly status: number
  /** Seconds; 0: none is said. */
  readonly retryAfter: number

  constructor(code: HubFailureCode, retryAfter = 0) {
    super(texts[code][1])
    this.code = code
    this.status = texts[code][0]
    this.retryAfter = retryAfter
  }
}

const texts: Record<HubFailureCode, [status: number, text: string]> = {
  token: [401, 'The token has ended, or is not of this hub'],
  unconfirmed: [403, 'A manager at the hub has not confirmed this till yet'],
  revoked: [403, 'This till was ended at the hub'],
  replaced: [403, 'Another computer took over as this hub'],
  wrongCode: [403, 'This is not the code that the hub shows'],
  codeEnded: [403, 'The code has ended; the hub makes another one'],
  otherEnvironment: [403, 'This hub is for another environment'],
  otherTaxpayer: [403, 'This hub belongs to another taxpayer'],
  tooOld: [426, 'The hub needs a newer Kaunta at this till'],
  notAllowed: [409, 'This person may not do that at this till'],
  absent: [409, 'The branch has none of that name any more'],
  changed: [409, 'Somebody changed it since'],
  held: [409, 'Another one has that value'],
  nameTaken: [409, 'Another person has that name'],
  signedOut: [401, 'Nobody is signed in'],
  wrongPassword: [422, 'The name or the password is wrong'],
  tooMany: [429, 'Too many passwords were tried; come back later'],
  otherSite: [403, 'Only a page of this hub may ask that'],
  busy: [503, 'The hub has enough to do; come back later'],
  full: [503, 'The disk of the hub is full'],
  malformed: [400, 'The request is not as the protocol says'],
  tooLarge: [413, 'The request is too large'],
  notFound: [404, 'The hub knows no such address'],
  failed: [500, 'The hub met an error; its log says more'],
}

/** What Fastify or Node found wrong with a request before it was read. */
const byStatus: Record<number, HubFailureCode> = { 404: 'notFound', 413: 'tooLarge' }

/** Codes of a database that is away for a moment: it starts, ends, or its computer cannot be reached. */
const isAway = (code: string | undefined): boolean =>
  code !== undefined && /^(08|57P0|53)|^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH)/.test(code)

/** Returns the answer to an error; null: it is a defect. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error
  // It was ended while its request waited for its turn.
  if (error instanceof UnknownOriginError) return new Refusal('revoked')
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string }
  if (statusCode !== undefined && statusCode < 500) return new Refusal(byStatus[statusCode] ?? 'malformed')
  // PostgreSQL's name for it is disk_full.
  if (code === '53100') return new Refusal('full', 5)
  // The pool has no code of its own for a connection that did not come in time.
  if (isAway(code) || /timeout exceeded when trying to connect|Connection terminated/.test(message ?? ''))
    return new Refusal('busy', 2)
  return null
}
