import type { TaxBuckets, TaxRates, TaxType } from '../../fiscal/tax.ts'

/**
 * The content of a receipt. Amounts are positive cents including tax, also on a credit note (the paper shows them
 * negative). Quantities are hundredths, times are epoch milliseconds.
 */
export type ReceiptInput = {
  document: 'sale' | 'creditNote'
  life: ReceiptLife
  environment: 'sandbox' | 'production'
  seller: ReceiptSeller
  buyer: { pin: string | null; name: string | null } | null
  lines: readonly ReceiptLine[]
  totals: ReceiptTotals
  /** The amount that the customer paid with each method, `label` as printed. Change was returned in cash. */
  tenders: readonly { label: string; amount: number }[]
  change: number
  /** What cash paid more than the total; negative: less. */
  rounding: number
  /** When the payments were corrected, epoch milliseconds; null: never. */
  paymentChangedAt: number | null
  till: ReceiptTill
  /** For a credit note only. */
  credits: CreditedSale | null
  /** The address for verifying signed receipts. The QR code adds the signature. */
  verificationBase: string
}

/**
 * The life of one receipt: a slip until the authority signs (`rejected`: it rejected the document, and the shop must fix it first), the original once, then copies. `unsigned`: the
 * authority accepted the document but did not return its signature. `withdrawn`: withdrawn before it was accepted.
 */
export type FiscalLife =
  | { kind: 'awaiting'; rejected: boolean }
  | { kind: 'withdrawn' }
  | { kind: 'original'; fiscal: FiscalData }
  | { kind: 'copy'; number: number; fiscal: FiscalData }
  | { kind: 'unsigned'; authorityNumber: number }

/** Unofficial papers are never sent. `copy`: how often the paper was printed before. */
export type ReceiptLife = FiscalLife | { kind: 'training' | 'proforma'; copy: number }

/** The authority's response to an accepted document. */
export type FiscalData = {
  /** `KRACU` and ten digits: the device's sdcId, never its dvcId. */
  scuId: string
  /** curRcptNo, the number within its kind of receipt. */
  receiptNumber: number
  /** totRcptNo, the number within all receipts. */
  totalReceiptNumber: number
  internalData: string
  signature: string
  /** The authority's clock, `yyyyMMddHHmmss` or the longer form of its look-up. */
  signedAt: string
}

type ReceiptSeller = {
  name: string
  pin: string
  branch: string
  address: readonly string[]
  phone: string | null
  /** Commercial messages above the items and at the end. */
  header: string | null
  footer: string | null
}

export type ReceiptLine = {
  name: string
  quantity: number
  /** Unit of quantity (class 10). Printed unless it is pieces. */
  unit: string
  /** Before any discount. */
  unitPrice: number
  gross: number
  /** The line's discount plus its share of the sale's. */
  discount: number
  taxType: TaxType
  service: boolean
}

type ReceiptTotals = {
  gross: number
  discount: number
  taxable: number
  tax: number
  total: number
  buckets: TaxBuckets
  rates: TaxRates
}

type ReceiptTill = {
  /** The till's number of this document; the authority calls it the trader's number. */
  number: string
  issuedAt: number
  name: string
  cashier: string
}

type CreditedSale = {
  /** Control-unit number `{scuId}/{curRcptNo}` of the sale; null while it has none. */
  cuInvoiceNumber: string | null
  tillNumber: string
  reason: string
}
