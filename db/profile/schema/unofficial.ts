/** Papers that are no fiscal document: training and proformas. Rows that never change. */
import type { Generated } from 'kysely'

export interface UnofficialTables {
  unofficial: {
    /** 1, 2, 3 … */
    id: Generated<number>
    uid: string
    /** The authority's receipt labels: a sale (TS) and a credit note (TC) in training, a proforma (PS). */
    label: 'TS' | 'TC' | 'PS'
    /** Of the label's own series. */
    number: number
    made_at: number
    day: string
    /** The open shift; null: none was. */
    shift_id: number | null
    author_id: string
    author_name: string
    /** The TS that a TC credits, and the reason. */
    credits_id: number | null
    reason: string | null
    buyer_pin: string | null
    buyer_name: string | null
    /** Cents, positive on a TC too. */
    total: number
    taxable: number
    tax: number
    discount: number
    /** JSON: lines, payments, tax rates, and a proforma's cart (`shop/unofficial/content.ts`). */
    content: string
    request_id: string
    /** The digest of the request's input. */
    body_hash: string
  }
}
