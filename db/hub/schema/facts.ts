/** Who writes trails, what they wrote, and what the hub makes of it. */
import type { Generated } from 'kysely'

export interface FactTables {
  /** A branch of a taxpayer. */
  branch: {
    id: Generated<number>
    pin: string
    /** The authority's `bhfId`: two digits. */
    code: string
  }
  /** A till or a signer. */
  origin: {
    id: Generated<number>
    uid: string
    kind: 'till' | 'signer'
    /** Unique for ever. */
    name: string
    branch: number
    /** The origin whose trail this one has up to its start; null: its trail begins with row 1. */
    parent: Generated<number | null>
    /** The last row before its own first one: its number and hash. */
    start_seq: Generated<number>
    start_hash: Generated<string>
    /** How far the hub has its trail. The hub's word counts, not the till's. */
    acked_seq: Generated<number>
    acked_hash: Generated<string>
    made_at: number
    seen_at: number | null
    /** What its siblings were told of seen_at. */
    told_at: Generated<number | null>
    revoked_at: Generated<number | null>
    changed: Generated<string>
    /** The profile's id at the till: the name of its trail. null: a signer. */
    app: Generated<string | null>
    /** Ed25519, base64url. null: it may not call. */
    public_key: Generated<string | null>
    paired_at: Generated<number | null>
    /** When a manager compared the words, or the code was proof enough. null: it may not call yet. */
    confirmed_at: Generated<number | null>
    revoked_by: Generated<string | null>
    revoked_from: Generated<number | null>
    /** Who made the code that let it in; null: it was made at the hub's own computer. */
    let_in_by: Generated<string | null>
    let_in_from: Generated<number | null>
    confirmed_by: Generated<string | null>
    confirmed_from: Generated<number | null>
    /** The last row of its trail, as the till itself said. */
    head_seq: Generated<number | null>
    /** The hub's clock minus the till's. */
    clock_ms: Generated<number | null>
  }
  /** A row of a trail, as it came (`facts.ts`). It is never changed, but for `problem`. */
  fact: {
    origin: number
    seq: number
    v: number
    at: number
    kind: string
    subject: string
    row_id: number | null
    who: string
    content: string
    hash: string
    /** JSON; null: the kind has no document, or the till lost it. */
    rows: string | null
    /** JSON. */
    uids: string
    /** JSON of kind, subject, who and content, where one of them holds a character that PostgreSQL refuses. */
    exact: string | null
    /** Words, with spaces between (`Problem` in `facts.ts`), and a reason after a colon; null: none. */
    problem: string | null
    /** The transaction that took it in. */
    taken: Generated<string>
  }
  /** A sale or a credit note. `id` is its till's own. */
  invoice: {
    branch: number
    origin: number
    id: number
    /** Of its fact. */
    seq: number
    /** `YYYY-MM-DD`. */
    day: string
    kind: 'sale' | 'creditNote'
    number: string
    trader_number: string | null
    source: string
    original_id: number | null
    reason: string | null
    sold_at: number
    author_id: string
    author_name: string
    buyer_pin: string | null
    buyer_name: string | null
    /** Empty: none was named. */
    method: string
    total: number
    taxable: number
    tax: number
    discount: number
    shift_id: number | null
    /** Given back in cash, as the payments are now. */
    change: Generated<number>
    /** Of the lines, by tax letter. */
    taxes: Generated<Record<string, [total: number, taxable: number, tax: number]>>
    /** At the authority. */
    state: Generated<'waiting' | 'unknown' | 'accepted' | 'refused' | 'withdrawn'>
    authority_number: number | null
    /** null: its till has not told that it is signed. */
    signature: string | null
    /** JSON: the till's row of the signature. */
    signed: string | null
    changed: Generated<string>
  }
  invoice_line: {
    branch: number
    day: string
    origin: number
    invoice_id: number
    position: number
    /** null: the till named no item. */
    item: string | null
    code: string
    name: string
    quantity: number
    unit_price: number
    discount: number
    total: number
    taxable: number
    tax: number
    tax_type: string
  }
  /** The payments that count. */
  tender: {
    branch: number
    day: string
    origin: number
    invoice_id: number
    position: number
    method: string
    amount: number
    reference: string | null
    tender_id: string | null
    tender_name: string | null
  }
  /** Sums of documents as they were made. Credit notes are positive. */
  day_till: {
    day: string
    branch: number
    origin: number
    kind: 'sale' | 'creditNote'
    method: string
    documents: number
    total: number
    taxable: number
    tax: number
  }
  /** Cash in and out of a drawer, and payments on account. */
  cash_move: {
    branch: number
    origin: number
    kind: 'onAccount' | 'payIn' | 'payOut' | 'drop'
    /** Its till's own. */
    id: number
    /** `YYYY-MM-DD`. */
    day: string
    method: string
    tender_name: string | null
    /** Above zero. */
    amount: number
  }
  stock_level: {
    branch: number
    item: string
    /** The sum of all movements of the branch. */
    on_hand: Generated<number>
    authority_on_hand: Generated<number>
    /** The authority's, of the branch's device; null: not known. */
    authority_code: Generated<string | null>
    /** By a till's uid: its last fact that the level contains. */
    heard: Generated<Record<string, number>>
    /** By a till's uid: its last fact that the signer had taken when nothing of the item waited. null: something waits. */
    settled: Generated<Record<string, number> | null>
    /** JSON, `contained` of `core/contract/hub/contained.ts`; null: the signer was of an earlier version. */
    contained: Generated<unknown>
    changed: Generated<string>
  }
  /** The last count of an item. */
  counted: {
    branch: number
    item: string
    origin: number
    seq: number
    at: number
    /** What its till knew of the others then. */
    heard: Record<string, number>
    changed: Generated<string>
  }
  /** Columns are null until their fact came. `figures`: JSON of the Z. */
  shift: {
    branch: number
    origin: number
    id: number
    number: number | null
    opened_at: number | null
    opened_by: string | null
    float: number | null
    closed_at: number | null
    closed_by: string | null
    expected: number | null
    counted: number | null
    figures: string | null
    reviewed_at: number | null
    reviewed_by: string | null
  }
}
