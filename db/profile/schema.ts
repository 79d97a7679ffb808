/**
 * One profile's database. Money is cents, quantity hundredths, `*_at` epoch milliseconds; `day` is local `YYYYMMDD`.
 */
import type { Generated } from 'kysely'
import { builder } from '../engine/sqlite.ts'

/** Zero or one: SQLite has no booleans. */
type Flag = 0 | 1
type TaxType = 'A' | 'B' | 'C' | 'D' | 'E'
export type Lane = 'items' | 'sales' | 'purchases' | 'stock' | 'other'
export type SubmissionKind =
  | 'item'
  | 'customer'
  | 'sale'
  | 'creditNote'
  | 'purchase'
  | 'stockRecord'
  | 'stockMaster'
  | 'insurance'
export type SubmissionState = 'queued' | 'sending' | 'unknown' | 'accepted' | 'refused' | 'withdrawn'
/** The kinds of rows in the workspace's own audit trail (`audit.ts`). */
export type InstallationKind =
  | 'personMade'
  | 'personChanged'
  | 'personDismissed'
  | 'personBack'
  | 'pinSet'
  | 'wrongPins'
  | 'signedIn'
  | 'signedOut'
  | 'locked'
  | 'lockAfter'
  | 'keyMade'
  | 'keyAdopted'
  | 'keyRevoked'
  | 'profileMade'
  | 'profileSwitched'
  | 'restSwitched'

/** The kinds of rows in an audit trail: a profile's or the workspace's. */
export type AuditKind =
  | 'begun'
  | InstallationKind
  | 'sale'
  | 'creditNote'
  | 'stockRecord'
  | 'signed'
  /** The authority has the document but did not return its signature. */
  | 'unsigned'
  | 'signatureEntered'
  | 'refused'
  | 'setAside'
  /** A rejected document was queued again for its cause: by a manager for all under it, or by the till. */
  | 'resent'
  | 'withdrawn'
  | 'settings'
  | 'device'
  | 'lanePaused'
  | 'laneResumed'
  | 'realigned'
  | 'report'
  /** A manager allowed an M-PESA code of another receipt. */
  | 'codeReused'
  /** A manager corrected how a sale was paid. */
  | 'paymentChanged'
  /** A manager printed the original again. */
  | 'printedAgain'
  | 'restored'
  /** Lines taken off a sale, or a dropped sale. */
  | 'cartDropped'
  /** A person took something off a sale. */
  | 'discounted'
  /** A person sold at another price than the item's. */
  | 'priceChanged'
  /** A person changed the price of an item. */
  | 'itemPriced'
  /** A person recorded goods that came, went or were counted. */
  | 'stockAdjusted'
  /** Rows that were changed on disk were restored from copy and journal. */
  | 'repaired'
  /** A person entered the date. */
  | 'day'
export type PauseReason = 'notInitialised' | 'notAuthorised' | 'counterConflict'

export interface ProfileSchema {
  setting: { name: string; value: string }
  device: {
    id: 1
    serial: string
    sdc_id: string
    mrc_no: string
    taxpayer_name: string | null
    branch_name: string | null
    place: string | null
    initialised_at: number
  }
  counter: { name: string; next: number }
  item: {
    id: Generated<number>
    /** Ours, used by callers. */
    code: string
    /** The authority's, taken when the item was first queued. */
    authority_code: string | null
    name: string
    /** In the till's other language, for its screens. The authority and receipts have the name. */
    second_name: string | null
    barcode: string | null
    category: string | null
    type: '1' | '2' | '3'
    tax_type: TaxType
    price: number
    item_class: string
    /** The caller's word instead of a class (`spec 2.1`). */
    class_alias: 'SV' | 'GD' | null
    /** 0: the default class is used, and nobody has confirmed that it fits. */
    class_chosen: Flag
    origin_country: string
    package_unit: string
    quantity_unit: string
    standard_name: string | null
    batch_number: string | null
    additional_info: string | null
    description: string | null
    low_stock: number | null
    active: Flag
    favourite: Generated<Flag>
    on_hand: Generated<number>
    /** Sum of the movements that the authority accepted. Its stock master must equal this. */
    authority_on_hand: Generated<number>
    sold_count: Generated<number>
    registration: Generated<'waiting' | 'registered' | 'refused'>
    /** Submission of the newest stock-in. A sale waits until the authority has it. */
    last_stock_in_id: number | null
    /** On Sell; null: its category's. */
    colour: string | null
    /** When its picture in `item_picture` was taken; null: it has none. */
    picture_at: number | null
    created_at: number
    updated_at: number
  }
  /** The class chosen for a category: proposed for its next items. */
  category_class: { category: string; item_class: string }
  /** The colour chosen for a category on Sell. */
  category_colour: { category: string; colour: string }
  /** WebP or JPEG. */
  item_picture: { item_id: number; image: Uint8Array }
  item_search: {
    rowid: number
    name: string
    second_name: string | null
    code: string
    barcode: string | null
    item_search: string
  }
  customer: {
    pin: string
    name: string
    /** At most nine characters, for the authority's list (`authority §1.4-9`). */
    number: string
    address: string | null
    phone: string | null
    email: string | null
    fax: string | null
    remark: string | null
    active: Generated<Flag>
    author_id: string
    author_name: string
    modifier_id: string
    modifier_name: string
    created_at: number
    updated_at: number
  }
  taxpayer: {
    pin: string
    name: string
    active: Flag
    county: string | null
    place: string | null
    checked_at: number
  }
  invoice: {
    id: Generated<number>
    kind: 'sale' | 'creditNote'
    /** The till's own or the caller's. Sent as the trader's number if there is no other. */
    number: string
    /** The caller's trader number; null = the same as the number. Several documents may share it. */
    trader_number: string | null
    source: 'till' | 'software'
    /** Finally rejected, and its caller has sent another document under the same number. */
    superseded: Generated<Flag>
    original_id: number | null
    reason: string | null
    sold_at: number
    day: string
    author_id: string
    author_name: string
    buyer_pin: string | null
    buyer_name: string | null
    payment_method: string | null
    total: number
    taxable: number
    tax: number
    discount: number
    tendered: number
    change: number
    line_count: number
    /** JSON: percent per tax letter at the time of sale. */
    tax_rates: string
    request_id: string | null
    body_hash: string | null
    /** The caller's whole body, unchanged: nothing is dropped. */
    caller_body: string | null
  }
  invoice_line: {
    invoice_id: number
    /** From 1. In a till's credit note, the position of the sale's line that it takes back. */
    position: number
    item_id: number | null
    item_code: string
    name: string
    item_class: string
    item_type: string
    barcode: string | null
    package_unit: string
    quantity_unit: string
    quantity: number
    /** Before discount, including VAT. */
    unit_price: number
    discount: number
    total: number
    taxable: number
    tax: number
    tax_type: TaxType
  }
  invoice_tender: {
    invoice_id: number
    position: number
    method: string
    amount: number
    reference: string | null
  }
  /** New payments of a sale whose first ones were entered wrongly. The last change counts. */
  payment_change: {
    id: Generated<number>
    invoice_id: number
    change: number
    changed_at: number
    author_name: string
  }
  payment_change_tender: {
    id: Generated<number>
    change_id: number
    method: string
    amount: number
    reference: string | null
  }
  /** A view: the payments that count. Read it for one document at a time. */
  paid: ProfileSchema['invoice_tender']
  signature: {
    invoice_id: number
    authority_number: number
    /** null: the authority has the document but did not return a signature. */
    receipt_number: number | null
    total_receipt_number: number | null
    internal_data: string | null
    signature: string | null
    signed_at: string | null
    scu_id: string
    mrc_no: string
    entered_by: string | null
    stored_at: number
  }
  audit: {
    /** Without gaps. */
    seq: number
    at: number
    kind: AuditKind
    /** Readable name: a document's number, a lane, a setting. */
    subject: string
    row_id: number | null
    who: string
    /** The digest of a stored document; for anything else its text or JSON. */
    content: string
    /** SHA-256 of this row and the `hash` of the one before, hexadecimal. */
    hash: string
  }
  /** SQLite's own. */
  sqlite_sequence: { name: string; seq: number }
  print: {
    id: Generated<number>
    invoice_id: number
    life: 'awaiting' | 'original' | 'copy' | 'unsigned'
    copy_number: number | null
    paper: string
    target: string
    outcome: Generated<'started' | 'printed' | 'failed'>
    printed_at: number
    author_name: string
    /** The person who reported the outcome; null: the till saw it itself. */
    answered_by: Generated<string | null>
  }
  /** A window's open sale, until it is completed. */
  sale_draft: {
    /** The window's own id. */
    till_window: string
    request_id: string
    /** JSON, `saleDraft` of the contract; `null`: all its lines were removed, and may be restored. */
    content: string
    author_name: string
    kept_at: number
    /** JSON: the largest quantity per item it ever had, hundredths by item id. */
    seen: Generated<string>
  }
  parked_sale: {
    id: Generated<number>
    label: string
    cart: string
    line_count: number
    total: number
    author_name: string
    parked_at: number
    resumed_at: number | null
  }
  /** A supplier's invoice to us, from the authority. */
  purchase: {
    id: Generated<number>
    supplier_pin: string
    supplier_branch: string
    /** The supplier's number at the authority. */
    number: string
    sold_on: string
    /** JSON of the whole invoice with its lines. */
    content: string
    /** Our time of its last change: received again, or confirmed. */
    changed_at: number
    /** The digest of the last confirmation request. */
    body_hash: string | null
    caller_body: string | null
  }
  /** Our item for a supplier's code, for all invoices of that supplier. */
  supplier_item: {
    supplier_pin: string
    supplier_code: string
    item_id: number
    name: string | null
    linked_at: number
  }
  insurance: {
    code: string
    name: string
    /** Whole percent. */
    rate: number
    active: Flag
    created_at: number
    updated_at: number
  }
  stock_record: {
    id: Generated<number>
    number: string
    type: string
    source: 'till' | 'software'
    /** As for invoices: its number is free again. */
    superseded: Generated<Flag>
    invoice_id: number | null
    occurred_on: string
    remark: string | null
    author_name: string
    recorded_at: number
    body_hash: string | null
    caller_body: string | null
  }
  movement: {
    id: Generated<number>
    item_id: number
    stock_record_id: number
    type: string
    quantity: number
    on_hand_after: number
    moved_at: number
  }
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
  /** While it has a row, in the same transaction, damaged rows are restored and no trigger fires. */
  repair: { aside: string }
  lane: {
    name: Lane
    paused_reason: PauseReason | null
    paused_detail: string | null
    paused_at: number | null
  }
  reference_code: {
    class: string
    class_name: string
    code: string
    name: string
    description: string | null
    sort_order: number
    user_defined_1: string | null
    active: Flag
    /** When it was received or changed here. */
    changed_at: number
  }
  item_class: { code: string; name: string; level: number; tax_type: string | null; active: Flag }
  notice: {
    number: number
    title: string
    content: string
    url: string | null
    author: string | null
    registered_at: string
    changed_at: number
  }
  branch: {
    branch_id: string
    name: string
    status: string | null
    county: string | null
    district: string | null
    sector: string | null
    locality: string | null
    manager_name: string | null
    manager_phone: string | null
    manager_email: string | null
    headquarters: Flag
    changed_at: number
  }
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
  /** Documents that the authority has and this database lacks. */
  authority_only: { trader_number: string; authority_number: number }
  /** The last body of other software about each, complete. */
  caller_body: { kind: 'item' | 'customer' | 'insurance'; key: string; body: string; received_at: number }
  reference_sync: { kind: string; since: string; synced_at: number }
}

export const profile = builder<ProfileSchema>()
