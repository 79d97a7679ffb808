/** The cash book: shifts of the till's drawer, cash in and out, closings; approved acts. Rows that never change. */
import type { Generated } from 'kysely'

export interface ShiftTables {
  shift: {
    /** 1, 2, 3 … */
    id: Generated<number>
    uid: string
    /** Of its own series; also the number of its Z report. */
    number: number
    opened_at: number
    author_id: string
    author_name: string
    /** Cents in the drawer at the opening. */
    float: number
    /** JSON: `{ value, count }` per denomination, value in cents; null: entered as a sum. */
    counted: string | null
    /** The last document before it. */
    after_invoice: number
    request_id: string
  }
  cash_movement: {
    /** 1, 2, 3 … */
    id: Generated<number>
    uid: string
    shift_id: number
    /** drop: to the safe. noSale: the drawer was opened without a sale. */
    kind: 'payIn' | 'payOut' | 'drop' | 'noSale'
    /** Cents, above zero; 0 for noSale. */
    amount: number
    reason: string
    reference: string | null
    note: string | null
    moved_at: number
    author_id: string
    author_name: string
    request_id: string
  }
  shift_close: {
    shift_id: number
    uid: string
    closed_at: number
    author_id: string
    author_name: string
    /** Cents of cash. */
    expected: number
    counted: number
    /** As `shift.counted`. */
    denominations: string | null
    note: string | null
    /** JSON: the whole Z report (`contract/shift.ts`). */
    figures: string
    request_id: string
  }
  /** A manager looked at a closing that was to be reviewed. */
  shift_review: {
    shift_id: number
    uid: string
    reviewed_at: number
    author_id: string
    author_name: string
  }
  /** An act that one person approved for another. */
  approval: {
    /** 1, 2, 3 … */
    id: Generated<number>
    /** Of the approval, which may be for several acts of one call. */
    uid: string
    /** `contract/approval.ts`. */
    act: string
    /** Cents; 0: the act is not about money. */
    amount: number
    document: string
    reason: string
    asker_id: string
    asker_name: string
    approver_id: string
    approver_name: string
    used_at: number
  }
  /** Valid documents since the installation, kept by triggers. Credit notes are positive. */
  document_sum: { kind: 'sale' | 'creditNote'; documents: number; total: number }
}
