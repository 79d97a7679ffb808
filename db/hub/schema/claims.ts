/** What tills of a branch may take from each other. */
import type { Generated } from 'kysely'

export interface ClaimTables {
  /** A sale that a till of the branch parked. */
  parked: {
    uid: string
    branch: number
    /** The till that parked it. */
    origin: number
    /** JSON, as `core/contract/hub/counter.ts` says. An ended one has none. */
    body: string
    /** The till that took it; null: it can be taken. */
    holder: number | null
    /** The person who took it. */
    taker: string | null
    open: boolean
    changed: Generated<string>
  }
  /** What a till credits of a sale of the branch. */
  credit: {
    /** Of the till's claim. */
    uid: string
    branch: number
    /** The till that made the sale, and the sale's id there. */
    sale_origin: number
    sale_id: number
    /** The till that credits it. */
    holder: number
    who: string
    at: number
    /** Of the credit note; null: it has not come. */
    number: string | null
    /** Its id at its till. */
    note_id: number | null
    /** Cents that a customer owes less. */
    less_owed: number
    /** JSON, `creditedParts` in `core/contract/hub/credits.ts`. */
    body: string
    /** claimed: the credit note has not come. dropped: it does not come. */
    state: 'claimed' | 'dropped' | 'waiting' | 'unknown' | 'accepted' | 'refused' | 'withdrawn'
    changed: Generated<string>
  }
  /** What only one till may take. */
  claim: {
    what: 'parked'
    uid: string
    holder: number
    who: string
    /** Of the till's request. The same one again gets the same answer. */
    request: string
    at: number
  }
}
