/** Expected failures are values with one of the codes of `spec 7`. */

export const errorCodes = ['001', '002', '003', '004', '005', '006', '007', '801', '802', '905'] as const
export type ErrorCode = (typeof errorCodes)[number]

export interface Failure {
  /** `spec 7`. */
  code: ErrorCode
  /** The cause, as a dotted key that screens translate: `session.wrongPin`. */
  reason: string
  /** The same in plain English, with the remedy. Never contains a secret. */
  message: string
  /** Path of the wrong input field: `lines[2].quantity`. */
  field?: string
  /** Values for the translated sentence. */
  params?: Record<string, string | number>
  /** Existing data, such as the result behind a 004. */
  data?: unknown
  /** Seconds after which the same call may succeed unchanged. 006 says so even without a time. */
  retryAfter?: number
  /**
   * The call's document is in the queue: pending, rejected or accepted (`GET /queue`). Absent: this call stored
   * nothing.
   */
  kept?: true
  /** The same call was made before, and `data` is its result. */
  repeated?: true
  /** For an unexpected failure (905): the id of the details in the log. */
  id?: string
}

/** `message`: a remark about a success, in plain English for other software. */
export type Reply<T> = { ok: true; data: T; message?: string } | { ok: false; error: Failure }

export const ok = <T>(data: T, message?: string): Reply<T> => ({
  ok: true,
  data,
  ...(message === undefined ? {} : { message }),
})

type FailureDetails = Omit<Failure, 'code' | 'reason' | 'message'>

/** An expected failure. `message` names the problem and the remedy. */
export const fail = (
  code: ErrorCode,
  reason: string,
  message: string,
  details: FailureDetails = {},
): { ok: false; error: Failure } => ({
  ok: false,
  error: { code, reason, message, ...details },
})

/** `replayed`: the response to an earlier request with the same key. */
export type RestReply = Reply<unknown> & { replayed?: true }
