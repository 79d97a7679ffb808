/**
 * The tax authority in our words: one method per thing it can do, and a closed union of what can come of it.
 * Money is cents, quantity hundredths, dates are the wire's own text in Nairobi time, because they are frozen with the document.
 */
import type { TaxTypeCode } from '../contract/fields.ts'

/** What was said on the wire, with secrets taken out; kept with every try. */
export interface Exchange {
  request: string
  response: string | null
  httpStatus: number | null
  durationMs: number
  /** The authority's own clock in this answer, epoch milliseconds; null when it told none. */
  authorityTime: number | null
}

/**
 * - accepted: it is done.
 * - nothingFound: a look-up without a result (`001`), not a failure.
 * - refused: it was read and turned down for its content; `expected` is the number it wanted instead, `duplicate` means
 *   that it has this number or record already; `stockNotSeen` that a sale's goods are not in its stock, or not yet: what
 *   was just booked shows up there up to seconds later (authority §5.5); `enforcedRate` the rate that it wanted for a
 *   tax letter, whatever its own table says (authority §2.3).
 * - neverArrived: surely not received (refused connection, unknown host), or surely not done and to be asked again later
 *   (too many requests, "try again later").
 * - mayHaveArrived: time-out, cut, 5xx, an answer nobody can read.
 * - notAuthorised: credentials refused.
 * - notInitialised: the device is not known there, or has no key.
 */
export type Outcome<T> =
  | { kind: 'accepted'; data: T }
  | { kind: 'nothingFound' }
  | {
      kind: 'refused'
      code: string
      text: string
      expected?: number
      duplicate?: true
      /** No documentation knows this as an answer to a save. */
      undocumented?: true
      stockNotSeen?: true
      enforcedRate?: { taxType: TaxTypeCode; percent: number }
    }
  | { kind: 'neverArrived'; text: string }
  | { kind: 'mayHaveArrived'; text: string }
  | { kind: 'notAuthorised'; code: string; text: string }
  | { kind: 'notInitialised'; code: string; text: string }

export type Answer<T> = Outcome<T> & { exchange: Exchange }

export interface DeviceIdentity {
  sdcId: string
  mrcNo: string
  deviceId: string
  /** Secret: the device's key, issued once. */
  cmcKey: string
  taxpayerName: string
  branchName: string
  place: string
  headquarters: boolean
}

export interface CodeRow {
  class: string
  className: string
  code: string
  name: string
  description: string | null
  sortOrder: number
  userDefined1: string | null
  active: boolean
}

export interface ItemClassRow {
  code: string
  name: string
  level: number
  taxType: string | null
  active: boolean
}

export interface NoticeRow {
  number: number
  title: string
  content: string
  url: string | null
  author: string | null
  registeredAt: string
}

export interface BranchRow {
  branchId: string
  name: string
  status: string | null
  county: string | null
  district: string | null
  sector: string | null
  locality: string | null
  managerName: string | null
  managerPhone: string | null
  managerEmail: string | null
  headquarters: boolean
}

export interface TaxpayerRow {
  pin: string
  name: string
  active: boolean
  county: string | null
  place: string | null
}

/** Who did it; at most 20 and 60 characters on the wire. */
export interface Author {
  id: string
  name: string
}

export interface ItemRecord {
  code: string
  itemClass: string
  itemType: '1' | '2' | '3'
  name: string
  standardName: string | null
  originCountry: string
  packageUnit: string
  quantityUnit: string
  taxType: TaxTypeCode
  batchNumber: string | null
  barcode: string | null
  price: number
  additionalInfo: string | null
  safetyQuantity: number
  active: boolean
  author: Author
}

/** An item as the authority has it. */
export interface KnownItem {
  code: string
  name: string
  /** Another branch of the taxpayer registered it. */
  elsewhere: boolean
}

export interface CustomerRecord {
  number: string
  pin: string
  name: string
  address: string | null
  phone: string | null
  email: string | null
  fax: string | null
  active: boolean
  remark: string | null
  author: Author
  /** Who changed it last. */
  modifier: Author
}

export interface SaleLineRecord {
  itemCode: string
  itemClass: string
  itemName: string
  barcode: string | null
  packageUnit: string
  packageQuantity: number
  quantityUnit: string
  quantity: number
  unitPrice: number
  supply: number
  /** Basis points: 1 000 = 10 %. */
  discountRate: number
  discount: number
  taxType: TaxTypeCode
  taxable: number
  tax: number
  total: number
}

/** What other software says of a document for the authority alone; null where it does not. Moments as `yyyyMMddHHmmss`. */
export interface SaleExtras {
  modifier: Author | null
  stockReleasedAt: string | null
  cancelRequestedAt: string | null
  cancelledAt: string | null
  refundedAt: string | null
  acceptedByBuyer: boolean
  receipt: {
    phone: string | null
    tradeName: string | null
    address: string | null
    topMessage: string | null
    bottomMessage: string | null
    acceptedByBuyer: boolean
  }
}

export interface SaleRecord {
  kind: 'sale' | 'creditNote'
  /** The till's or the caller's own number; goes as the trader's number. */
  traderNumber: string
  /** The authority's running number of this document. */
  number: number
  /** The authority's number of the sale that a credit note is for; 0 on a sale. */
  originalNumber: number
  buyerPin: string | null
  buyerName: string | null
  paymentMethod: string | null
  /** `yyyyMMddHHmmss`. */
  confirmedAt: string
  /** `YYYYMMDD`. */
  saleDate: string
  /** Table 32; credit notes only. */
  refundReason: string | null
  /** Percent per tax letter, all five, from the authority's own table. */
  rates: Record<TaxTypeCode, number>
  remark: string | null
  author: Author
  extras?: SaleExtras | undefined
  lines: SaleLineRecord[]
}

/** What makes a receipt fiscal. */
export interface Signature {
  receiptNumber: number
  totalReceiptNumber: number
  internalData: string
  signature: string
  /** `yyyyMMddHHmmss` by the authority's clock. */
  signedAt: string
}

/** An invoice as the authority has it; enough to tell whether it is ours. */
export interface FoundInvoice {
  number: number
  traderNumber: string | null
  kind: 'sale' | 'creditNote'
  total: number
  lines: number
  /** Of all its lines; empty: they are not shown. */
  itemCodes: string[]
  confirmedAt: string | null
  /** null: none was told, or it is not shown. */
  remark: string | null
  /** null when the authority shows the invoice but not its signature. */
  signature: Signature | null
}

export interface StockLineRecord {
  itemCode: string
  itemClass: string
  itemName: string
  barcode: string | null
  packageUnit: string
  packageQuantity: number
  quantityUnit: string
  quantity: number
  unitPrice: number
  supply: number
  discount: number
  taxType: TaxTypeCode
  taxable: number
  tax: number
  total: number
}

export interface StockRecord {
  /** The authority's running number (`sarNo`). */
  number: number
  /** 0 = none. */
  originalNumber: number
  registrationType: 'A' | 'M'
  partnerPin: string | null
  partnerName: string | null
  partnerBranch: string | null
  /** Class 12. */
  type: string
  /** `YYYYMMDD`. */
  occurredOn: string
  remark: string | null
  author: Author
  lines: StockLineRecord[]
}

export interface StockMasterRecord {
  itemCode: string
  quantity: number
  author: Author
}

/** What a supplier has sold us, as the authority has it; a credit note is one that the supplier has issued. */
export interface SupplierInvoice {
  supplierPin: string
  supplierName: string
  supplierBranch: string
  supplierDevice: string | null
  /** The supplier's number at the authority, digits. */
  number: string
  kind: SaleRecord['kind']
  paymentMethod: string | null
  /** `yyyyMMddHHmmss`, as `releasedAt`. */
  confirmedAt: string | null
  releasedAt: string | null
  /** `YYYYMMDD`. */
  saleDate: string
  /** Cents, and percent. */
  buckets: Record<TaxTypeCode, { taxable: number; rate: number; tax: number }>
  taxable: number
  tax: number
  total: number
  remark: string | null
  lines: SaleLineRecord[]
}

/** `itemCode` is our own, as the authority knows it. */
interface PurchaseLineRecord extends SaleLineRecord {
  supplierItemCode: string
  supplierItemClass: string
  supplierItemName: string
}

/** A supplier's invoice taken over into our own purchases. */
export interface PurchaseRecord
  extends Pick<SaleRecord, 'confirmedAt' | 'paymentMethod' | 'rates' | 'remark' | 'author'> {
  /** The authority's running number of our purchases. */
  number: number
  supplierPin: string
  supplierName: string
  supplierBranch: string
  supplierNumber: string
  /** `YYYYMMDD`. */
  purchasedOn: string
  lines: PurchaseLineRecord[]
}

export interface InsuranceRecord {
  code: string
  name: string
  /** Whole percent. */
  rate: number
  active: boolean
  author: Author
}

/** Since when to read, `yyyyMMddHHmmss`; absent = everything. */
export type Since = string | undefined

export interface Authority {
  initialise(serial: string): Promise<Answer<DeviceIdentity>>
  /** The cheapest question there is: is somebody there? `cmcKey`: does the authority take this key instead of the kept one? */
  probe(cmcKey?: string): Promise<Answer<null>>
  codes(since: Since): Promise<Answer<CodeRow[]>>
  itemClasses(since: Since): Promise<Answer<ItemClassRow[]>>
  notices(since: Since): Promise<Answer<NoticeRow[]>>
  branches(since: Since): Promise<Answer<BranchRow[]>>
  /** The taxpayer's items: one series of codes for all branches (`authority §1.4`, no. 7). */
  items(since: Since): Promise<Answer<KnownItem[]>>
  taxpayer(pin: string): Promise<Answer<TaxpayerRow>>
  saveItem(item: ItemRecord): Promise<Answer<null>>
  saveCustomer(customer: CustomerRecord): Promise<Answer<null>>
  submitSale(sale: SaleRecord): Promise<Answer<Signature>>
  /** The only safe way to learn what became of a sale whose answer was lost. */
  findInvoice(number: number): Promise<Answer<FoundInvoice>>
  recordStock(record: StockRecord): Promise<Answer<null>>
  saveStockMaster(record: StockMasterRecord): Promise<Answer<null>>
  /** What suppliers have sold us and we have not confirmed yet. */
  supplierInvoices(since: Since): Promise<Answer<SupplierInvoice[]>>
  confirmPurchase(record: PurchaseRecord): Promise<Answer<null>>
  saveInsurance(insurance: InsuranceRecord): Promise<Answer<null>>
  /** Ends open connections. */
  close(): Promise<void>
}
