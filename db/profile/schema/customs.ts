/** Goods from abroad: what customs reported, and what became of it. */
import type { Generated } from 'kysely'

export interface CustomsTables {
  /** An entry of customs as the authority first listed it. It never changes. */
  customs_entry: {
    id: Generated<number>
    /** `taskCd`. */
    task: string
    item_seq: number
    /** The number of the declaration. */
    declaration: string
    /** JSON of the whole entry. */
    content: string
    pulled_at: number
  }
  /** What the authority said of an entry when it last listed it. */
  customs_status: {
    customs_entry_id: number
    /** Class 26. */
    status: string
    /** `dclDe` in the form of that day; the authority wants it back unchanged. */
    declared_on: string
    seen_at: number
  }
  /** A manager approved or rejected an entry. It never changes. */
  customs_decision: {
    id: Generated<number>
    uid: string
    customs_entry_id: number
    act: 'approved' | 'rejected'
    /** null: the item's own row was lost with a damaged file. */
    item_id: number | null
    item_name: string
    /** How many of our units one unit of the entry is, hundredths; null: rejected. */
    units: number | null
    /** The goods that came in; null: rejected. */
    delivery_id: number | null
    /** As the authority gets it. */
    remark: string
    decided_at: number
    author_id: string
    author_name: string
    request_id: string
    body_hash: string
  }
}
