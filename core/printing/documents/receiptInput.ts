import type { TaxBuckets, TaxRates, TaxType } from '../../fiscal/tax.ts'

/**
 * Everything a receipt is made of. Amounts are cents with tax in them and positive, on a credit note
 * too: the paper turns them negative. Quantities are hundredths, times are epoch milliseconds.
 */
export type ReceiptInput = {
  document: 'sale' | 'creditNote'
  life: ReceiptLife
  environment: 'sandbox' | 'production'
  seller: ReceiptSeller
  buyer: { pin: string | null; name: string | null } | null
  lines: readonly ReceiptLine[]
  totals: ReceiptTotals
  /** As handed over, `label` as printed; the change went back out of the cash. */
  tenders: readonly { label: string; amount: number }[]
  change: number
  till: ReceiptTill
  /** Of a credit note only. */
  credits: CreditedSale | null
  /** Where the signed receipt can be checked; the QR address is this and the signature. */
  verificationBase: string
}

/**
 * The life of one receipt: a slip while the authority has not answered, the original once, then copies.
 * `unsigned` was accepted by the authority, which could not be brought to tell its signature; `withdrawn` was given up
 * before it was accepted.
 */
export type ReceiptLife =
  | { kind: 'awaiting' }
  | { kind: 'withdrawn' }
  | { kind: 'original'; fiscal: FiscalData }
  | { kind: 'copy'; number: number; fiscal: FiscalData }
  | { kind: 'unsigned'; authorityNumber: number }

/** What the authority answered to an accepted document. */
export type FiscalData = {
  /** `KRACU` and ten digits: the sdcId of the device, never its dvcId. */
  scuId: string
  /** curRcptNo, the number within its kind of receipt. */
  receiptNumber: number
  /** totRcptNo, the number within all receipts. */
  totalReceiptNumber: number
  internalData: string
  signature: string
  /** The authority's own clock, `yyyyMMddHHmmss` or the long form of its look-up. */
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
  /** Unit of quantity (class 10); named on paper when it is not pieces. */
  unit: string
  /** Before any discount. */
  unitPrice: number
  gross: number
  /** The line's own and its share of the sale's. */
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
  /** The till's own number of this document, the trader number of the authority. */
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
