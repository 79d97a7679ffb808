/** What the authority gets, and what callers asked for. */
import type { Generated } from 'kysely'
import type { Flag, Lane, PauseReason, SubmissionKind, SubmissionState } from './kinds.ts'

export interface QueueTables {
  submission: {
    id: Generated<number>
    kind: SubmissionKind
    lane: Lane
    state: Generated<SubmissionState>
    /** Number of unmet dependencies. */
    blockers: Generated<number>
    title: string
    amount: number | null
    /**
     * JSON of the record to send, without the numbers that are assigned at sending. Once `packed` is there, only what
     * SQL queries.
     */
    payload: string
    /** `payloads.ts`; null: settled by an earlier version. */
    digest: string | null
    /** The compressed payload of an accepted document. */
    packed: Buffer | null
    item_id: number | null
    invoice_id: number | null
    stock_record_id: number | null
    customer_pin: string | null
    purchase_id: number | null
    insurance_code: string | null
    customs_entry_id: number | null
    author_id: string
    author_name: string
    /** For a till's own document, created before its first sending; null: none. */
    mark: string | null
    authority_number: number | null
    /** The number was sent in an attempt whose outcome is unknown. */
    may_have_arrived: Generated<Flag>
    /** The authority said that it has this number already. */
    landed: Generated<Flag>
    /** The number that the authority asked for instead of a used one, if it named one. */
    wanted_number: number | null
    /** The lane's counter was already realigned for it. */
    realigned: Generated<Flag>
    attempts: Generated<number>
    /** Attempts in a row that did not arrive; sets the pause before the next. */
    backoff: Generated<number>
    next_attempt_at: Generated<number>
    last_tried_at: number | null
    last_code: string | null
    last_text: string | null
    /** JSON of what a manager must do about a rejection. */
    remedy: string | null
    without_signature: Generated<Flag>
    created_at: number
    settled_at: number | null
    withdrawn_by: string | null
    withdrawn_reason: string | null
  }
  submission_dependency: {
    submission_id: number
    depends_on: number
    need: 'accepted' | 'settled'
    met: Generated<Flag>
  }
  /** Documents that the till resent by itself because a cause was gone: once per document and cause. */
  automatic_resend: { submission_id: number; cause: string; at: number }
  /**
   * Number of submissions per lane and state, kept by triggers, so that the cost does not depend on the queue's
   * length.
   */
  submission_count: { lane: Lane; state: SubmissionState; count: number }
  attempt: {
    id: Generated<number>
    submission_id: number
    action: 'send' | 'lookUp'
    authority_number: number | null
    started_at: number
    duration_ms: number | null
    outcome: string | null
    code: string | null
    text: string | null
    http_status: number | null
    request: Generated<string>
    response: string | null
    /** Hash of both bodies after they were pruned. */
    body_hash: string | null
  }
  lane: {
    name: Lane
    paused_reason: PauseReason | null
    paused_detail: string | null
    paused_at: number | null
  }
  /** Documents that the authority has and this database lacks. */
  authority_only: { trader_number: string; authority_number: number }
  /** The last body of other software about each, complete. */
  caller_body: { kind: 'item' | 'customer' | 'insurance'; key: string; body: string; received_at: number }
  /** Final REST responses by the caller's key, for a day. */
  idempotency: {
    route: string
    key: string
    /** Hash of the request's body. */
    fingerprint: string
    /** JSON of the reply. */
    reply: string
    created_at: number
  }
}
