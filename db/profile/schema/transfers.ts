/** Transfers of goods between branches of the taxpayer. */
import type { Generated } from 'kysely'

export interface TransferTables {
  /** What another branch sent to ours, as the authority lists it. */
  arrival: {
    id: Generated<number>
    /** The sender's. */
    branch_id: string
    /** The sender's number of its stock record at the authority. */
    number: string
    sent_on: string
    /** JSON of all its goods. */
    content: string
    /** When it was first fetched, or its content changed. */
    changed_at: number
  }
  /** Goods that went to another branch, or came from one. It never changes. */
  transfer: {
    id: Generated<number>
    uid: string
    /** Of its own series, for both directions. */
    number: number
    direction: 'out' | 'in'
    /** The other branch. */
    branch_id: string
    branch_name: string
    /** null: sent, or entered by hand. */
    arrival_id: number | null
    /** null: nothing came. */
    stock_record_id: number | null
    moved_at: number
    day: string
    author_id: string
    author_name: string
    remark: string | null
    line_count: number
    request_id: string
    body_hash: string
  }
  transfer_line: {
    id: Generated<number>
    transfer_id: number
    position: number
    /** null: the item's own row was lost with a damaged file. */
    item_id: number | null
    item_name: string
    quantity_unit: string
    /** What the sender calls the item; null: sent by us, or entered by hand. */
    sent_code: string | null
    sent_name: string | null
    /** What the sender sent; null as above. */
    expected: number | null
    /** What was sent, or what came. */
    quantity: number
  }
  /** A manager decided that an arrival is not to be booked in, or took it up again. It never changes. */
  arrival_decision: {
    id: Generated<number>
    uid: string
    arrival_id: number
    act: 'dismissed' | 'takenUp'
    reason: string | null
    decided_at: number
    author_id: string
    author_name: string
  }
}
