/** REST responses: both envelopes of spec 2.2, and the HTTP status of each code of spec 7. */
import type { ErrorCode, Failure, Reply } from '../contract/errors.ts'
import type { Envelope } from '../contract/operation.ts'

/** `spec 7` leaves the HTTP status open. This is Kaunta's table. */
export const statusOf: Record<ErrorCode, number> = {
  '001': 401,
  '002': 400,
  '003': 400,
  '004': 409,
  '005': 422,
  '006': 503,
  '007': 409,
  '801': 422,
  '802': 409,
  '905': 500,
}

/** Reasons whose HTTP status differs from their code's. */
const statusOfReason: Record<string, { code: ErrorCode; status: number }> = {
  'idempotency.otherBody': { code: '003', status: 422 },
  'idempotency.running': { code: '006', status: 409 },
  // A valid credential of a person whose role is too low.
  'session.notAllowed': { code: '001', status: 403 },
  'sale.priceNeedsManager': { code: '001', status: 403 },
  'sale.discountNeedsManager': { code: '001', status: 403 },
  'act.needsApproval': { code: '001', status: 403 },
  'act.notAllowed': { code: '001', status: 403 },
  'approval.unusable': { code: '001', status: 403 },
  'approval.own': { code: '001', status: 403 },
  'approval.notTheirs': { code: '001', status: 403 },
  'events.tooMany': { code: '006', status: 429 },
  'request.tooMany': { code: '006', status: 429 },
  'request.timeout': { code: '006', status: 408 },
  'disk.stopped': { code: '905', status: 507 },
  'disk.full': { code: '905', status: 507 },
  'disk.gone': { code: '905', status: 507 },
  'disk.busy': { code: '905', status: 503 },
  'device.noSecrets': { code: '905', status: 507 },
  'device.notKept': { code: '905', status: 507 },
  'device.notTakenOver': { code: '905', status: 507 },
}

/** Every code with each HTTP status that it can have. */
export const codesAndStatuses: { code: ErrorCode; status: number }[] = [
  ...Object.entries(statusOf).map(([code, status]) => ({ code: code as ErrorCode, status })),
  ...Object.values(statusOfReason),
]

/** Seconds. `spec 8`: the suggested delay after error 006. */
const retryAfterSeconds = 30

export interface RestAnswer {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

/** Adds the field (`spec 7`, 002) and the log id (905) to a message that does not contain them. */
const messageOf = ({ message, field, id }: Failure): string => {
  const named = field === undefined || message.includes(field) ? message : `${field}: ${message}`
  return id === undefined || named.includes(id) ? named : `${named} (${id})`
}

/** Seconds before a retry; undefined if a retry alone changes nothing. */
const retryAfterOf = ({ code, retryAfter }: Failure): number | undefined =>
  retryAfter ?? (code === '006' ? retryAfterSeconds : undefined)

const failureBody = (failure: Failure, envelope: Envelope | undefined): Record<string, unknown> => {
  const resultMsg = messageOf(failure)
  const { code, reason, field = null, kept = false, data = null } = failure
  const retry = retryAfterOf(failure) !== undefined
  const body = { resultCd: code, resultMsg, reason, field, retry, kept, data }
  return envelope === 'successFlag' ? { success: false, message: resultMsg, ...body } : body
}

/** The body of a response with code 000. */
export const successBody = (
  resultMsg: string,
  data: unknown,
  envelope: Envelope | undefined,
): Record<string, unknown> => {
  const body = { resultCd: '000', resultMsg, data }
  return envelope === 'successFlag' ? { success: true, message: resultMsg, ...body } : body
}

/**
 * Returns the HTTP response to a call. Every body has `resultCd` and `resultMsg` (`spec 7`); the success-flag
 * envelope adds `success` and `message`. A failure adds `reason`, `field`, `retry` and `kept`, for programs.
 * `envelope` is unknown if no operation was reached.
 */
export const restAnswer = (reply: Reply<unknown>, envelope?: Envelope): RestAnswer => {
  if (!reply.ok) {
    const { code, reason } = reply.error
    const status = statusOfReason[reason]?.status ?? statusOf[code]
    const wait = retryAfterOf(reply.error)
    const headers: Record<string, string> = {
      ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="Kaunta"' } : {}),
    }
    return { status, headers, body: failureBody(reply.error, envelope) }
  }
  return { status: 200, headers: {}, body: successBody(reply.message ?? 'Success', reply.data, envelope) }
}
