/** Customers, what they bought, and what they paid on account. */
import type { Generated } from 'kysely'
import type { Flag } from './kinds.ts'

export interface AccountTables {
  customer: {
    id: Generated<number>
    uid: string
    /** Of its own series: it never repeats and never changes. */
    number: number
    /** In the authority's list, at most nine characters (`authority §1.4-9`). Other software may choose and repeat it. */
    list_number: string
    pin: string | null
    name: string
    /** As it was entered. */
    phone: string | null
    /** Digits with the country's code (`fiscal/phone.ts`); null: none, or a text that is no phone number. */
    phone_key: string | null
    address: string | null
    email: string | null
    fax: string | null
    remark: string | null
    active: Generated<Flag>
    /** Cents; null: buys nothing on credit. */
    credit_limit: number | null
    /** The customer that this one turned out to be. That one was merged into nobody. */
    merged_into: number | null
    /** Cents, kept by triggers: paid here beyond this till's own sales, for debts at other tills. */
    ahead: Generated<number>
    author_id: string
    author_name: string
    modifier_id: string
    modifier_name: string
    created_at: number
    updated_at: number
    request_id: string | null
  }
  /** A sale of the till to a customer. It never changes but for `owed`. */
  customer_sale: {
    invoice_id: number
    customer_id: number
    /** Cents on credit. */
    credit: number
    /** A credit sale from before there were accounts. A manager may mark it as paid before. */
    earlier: Generated<Flag>
    sold_at: number
    /**
     * Cents, kept by triggers: credit less credit notes less payments. Negative: the sale was withdrawn after a payment.
     */
    owed: number
  }
  /** A payment on account, or a mark that open sales of before were paid before. It never changes. */
  account_entry: {
    id: Generated<number>
    uid: string
    /** Of its own series. */
    number: number
    customer_id: number
    kind: 'paid' | 'paidBefore'
    /** The till's word; null for paidBefore. */
    method: string | null
    /** Cents. The rest, beyond its allocations, paid for sales of other tills. */
    amount: number
    reference: string | null
    note: string | null
    shift_id: number | null
    entered_at: number
    day: string
    author_id: string
    author_name: string
    request_id: string
    /** As in `invoice_tender`. */
    tender_id: Generated<string | null>
    tender_name: Generated<string | null>
    /** Cents that the hub had told as owed at other tills. Payments here for them are not subtracted. */
    elsewhere: Generated<number>
  }
  account_allocation: {
    id: Generated<number>
    entry_id: number
    invoice_id: number
    amount: number
  }
}
