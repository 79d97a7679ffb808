/** Expected failures are values with one of the codes of `spec 7`. */

export const errorCodes = ['001', '002', '003', '004', '005', '006', '007', '801', '802', '905'] as const
export type ErrorCode = (typeof errorCodes)[number]

export interface Failure {
  /** `spec 7`. */
  code: ErrorCode
  /** What happened, as a dotted key that screens translate: `session.wrongPin`. */
  reason: string
  /** The same in plain English, with what to do. Never contains a secret. */
  message: string
  /** Path of the input field at fault: `lines[2].quantity`. */
  field?: string
  /** Values that the translated sentence needs. */
  params?: Record<string, string | number>
  /** What exists already, e.g. the result behind a 004. */
  data?: unknown
  /** Seconds after which the same call may succeed, with nothing changed. 006 alone says so, too, without a time. */
  retryAfter?: number
  /** What was sent is in the queue: waiting, refused or accepted (`GET /queue`). Absent: this call has kept nothing. */
  kept?: true
  /** The same call has been made before, and `data` is its result. */
  repeated?: true
  /** Of an unexpected failure (905): the id under which the log has the details. */
  id?: string
}

/** `message` says what there is to say of a success, in plain English for other software. */
export type Reply<T> = { ok: true; data: T; message?: string } | { ok: false; error: Failure }

export const ok = <T>(data: T, message?: string): Reply<T> => ({
  ok: true,
  data,
  ...(message === undefined ? {} : { message }),
})

type FailureDetails = Omit<Failure, 'code' | 'reason' | 'message'>

/** An expected failure. `message` names the thing at fault and says what to do. */
export const fail = (
  code: ErrorCode,
  reason: string,
  message: string,
  details: FailureDetails = {},
): { ok: false; error: Failure } => ({
  ok: false,
  error: { code, reason, message, ...details },
})

/** `replayed`: this is what an earlier request with the same key was answered. */
export type RestReply = Reply<unknown> & { replayed?: true }
