/** Orders to suppliers. Rows that never change. */
import type { Generated } from 'kysely'

export interface OrderTables {
  purchase_order: {
    id: Generated<number>
    uid: string
    /** Of its own series. */
    number: number
    supplier_name: string
    supplier_pin: string | null
    ordered_at: number
    day: string
    author_id: string
    author_name: string
    remark: string | null
    line_count: number
    /** The newest delivery at that moment: later ones may belong to the order. */
    after_delivery: number
    request_id: string
    body_hash: string
  }
  purchase_order_line: {
    id: Generated<number>
    order_id: number
    position: number
    /** null: the item's own row was lost with a damaged file. */
    item_id: number | null
    item_name: string
    quantity_unit: string
    supplier_code: string | null
    /** As in `supplier_item`. */
    units: number
    /** In our units. */
    quantity: number
    /** Cents with tax, as last received; null: never received with a price. */
    unit_cost: number | null
  }
  purchase_order_end: {
    id: Generated<number>
    order_id: number
    uid: string
    act: 'received' | 'cancelled'
    /** null: cancelled. */
    delivery_id: number | null
    ended_at: number
    author_id: string
    author_name: string
    request_id: string
  }
}
