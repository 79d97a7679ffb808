/** Counts of the stock. Rows that never change. */
import type { Generated } from 'kysely'
import type { Flag } from './kinds.ts'

export interface CountTables {
  stock_count: {
    id: Generated<number>
    uid: string
    /** Of its own series. */
    number: number
    scope: 'all' | 'category' | 'list' | 'rolling'
    category: string | null
    started_at: number
    author_id: string
    author_name: string
    request_id: string
  }
  /** The goods of a list or a rolling count, and why Kaunta proposed them. */
  stock_count_item: { count_id: number; item_id: number; reason: 'value' | 'longAgo' | 'sold' | null }
  /** What a person counted. The entries of an item add up. */
  stock_count_entry: {
    id: Generated<number>
    /** The window's; a repeated request stores it once. */
    uid: string
    count_id: number
    item_id: number
    /** Hundredths; negative takes one back. */
    quantity: number
    /** 1: what was counted of the item before does not count. */
    recount: Flag
    /** On hand, and the item's newest movement, at that moment. */
    on_hand: number
    last_movement: number
    /** JSON: what the hub had of each till in that stock. null: not known. */
    heard: string | null
    entered_at: number
    author_id: string
    author_name: string
  }
  stock_count_end: {
    count_id: number
    uid: string
    act: 'booked' | 'dropped'
    ended_at: number
    author_id: string
    author_name: string
    line_count: number
    request_id: string
  }
  /** An item of a booked count. */
  stock_count_line: {
    count_id: number
    item_id: number
    item_name: string
    counted: number
    /** On hand when it was counted last. */
    expected: number
    /** Cents per unit. */
    unit_value: number
  }
}
