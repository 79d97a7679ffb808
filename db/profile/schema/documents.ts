/** Sales and credit notes, from the open cart to the paper, and the people they name. */
import type { Generated } from 'kysely'
import type { Flag, TaxType } from './kinds.ts'

export interface DocumentTables {
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
    /** The sale of a credit note. If another till made that, the credit note's own id. */
    original_id: number | null
    /** The sale of another till: that till's uid, a slash, and the sale's id there. */
    original_uid: Generated<string | null>
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
    /** The shift in which the till made it; null: of other software, or no shift was open. */
    shift_id: Generated<number | null>
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
    /** Also `rounding`, with what cash paid less than the price. */
    method: string
    amount: number
    reference: string | null
    /** The shop's own tender; null: the one that Kaunta ships for this method. */
    tender_id: string | null
    /** Its name then; null: the shipped one. */
    tender_name: string | null
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
    tender_id: string | null
    tender_name: string | null
  }
  /** A view: the payments that count. Read it for one document at a time. */
  paid: DocumentTables['invoice_tender']
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
    /** Its name at all tills of the branch; null: it is this till's alone. */
    uid: string | null
  }
  taxpayer: {
    pin: string
    name: string
    active: Flag
    county: string | null
    place: string | null
    checked_at: number
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
}
