/** Goods and stock, and what suppliers sold to the shop. */
import type { Generated } from 'kysely'
import type { Flag, TaxType } from './kinds.ts'

export interface GoodsTables {
  item: {
    id: Generated<number>
    /** The same in each copy of the books. Its hub may know it under another one, which it then has instead. */
    uid: string
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
    /** Hundredths. At a linked till: of its branch (`hubLevels.ts`). */
    on_hand: Generated<number>
    /** Sum of the movements that the authority accepted. Its stock master must equal this. */
    authority_on_hand: Generated<number>
    sold_count: Generated<number>
    last_sold_at: Generated<number | null>
    registration: Generated<'waiting' | 'registered' | 'refused'>
    /** Submission of the newest stock-in. A sale waits until the authority has it. */
    last_stock_in_id: number | null
    /** On Sell; null: its category's. */
    colour: string | null
    /** When its picture in `item_picture` was taken; null: it has none. */
    picture_at: number | null
    /** Cents with tax for one unit, as last received; null: never received with a price. */
    last_cost: number | null
    /** As last_cost, averaged over the stock by quantity. */
    average_cost: number | null
    /** When its price last changed. */
    priced_at: Generated<number>
    /** The price on its newest label; null: it has none. */
    label_price: number | null
    /** Who changed it last; null: nobody since this is kept, or the hub. */
    modifier_name: Generated<string | null>
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
    /** How many of our units one unit of the supplier is, hundredths. */
    units: number
  }
  /** Goods that arrived. It never changes. */
  delivery: {
    id: Generated<number>
    uid: string
    /** Of its own series. */
    number: number
    /** null: the authority has no invoice for it. */
    purchase_id: number | null
    /** null: no goods came in. */
    stock_record_id: number | null
    /** Class 12: 01 import, 02 purchase. */
    type: '01' | '02'
    supplier_name: string
    supplier_pin: string | null
    received_at: number
    day: string
    author_id: string
    author_name: string
    remark: string | null
    line_count: number
    /** Cents with tax, of what was received. */
    total: number
    request_id: string
    body_hash: string
  }
  delivery_line: {
    id: Generated<number>
    delivery_id: number
    position: number
    /** null: the item's own row was lost with a damaged file. */
    item_id: number | null
    item_name: string
    quantity_unit: string
    supplier_code: string | null
    supplier_item_name: string | null
    /** In the supplier's units; null: there is no invoice. */
    invoiced: number | null
    /** As in `supplier_item`. */
    units: number
    /** What was invoiced, in our units; null: there is no invoice. */
    expected: number | null
    /** In our units. */
    received: number
    /** Cents with tax. */
    unit_cost: number
    total: number
  }
  /** A manager refused a supplier's invoice here, or took it up again. It never changes. */
  purchase_decision: {
    id: Generated<number>
    uid: string
    purchase_id: number
    act: 'refused' | 'takenUp'
    reason: string | null
    decided_at: number
    author_id: string
    author_name: string
  }
}
