/**
 * The tax authority in our terms: one method per call, and a closed union of outcomes. Money is cents, quantity
 * hundredths. Dates are the wire's own text in Nairobi time, because they never change after the document is created.
 */
import type { TaxTypeCode } from '../contract/fields.ts'

/** The request and response on the wire, without secrets, stored with every attempt. */
export interface Exchange {
  request: string
  response: string | null
  httpStatus: number | null
  durationMs: number
  /** The authority's clock in this response, epoch milliseconds; null if it has none. */
  authorityTime: number | null
}

/**
 * - accepted: done.
 * - nothingFound: a query without a result (`001`), not a failure.
 * - refused: processed and rejected because of its content. `expected`: the number it wanted instead. `duplicate`: it
 * has this number or record already. `stockNotSeen`: a sale's goods are not in its stock, or not yet, because new
 * stock may take seconds to appear (`authority §5.5`). `enforcedRate`: the rate it requires for a tax letter,
 * whatever its own table says (`authority §2.3`).
 * - neverArrived: certainly not received (refused connection, unknown host), or certainly not performed, so retry
 * later (too many requests, "try again later"). `notThere`: a server answered that it has nothing at this address.
 * - mayHaveArrived: timeout, cut connection, 5xx, or an unreadable response.
 * - notAuthorised: credentials rejected.
 * - notInitialised: the device is unknown there, or has no key.
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
      /** Not documented as a response to a save. */
      undocumented?: true
      stockNotSeen?: true
      enforcedRate?: { taxType: TaxTypeCode; percent: number }
    }
  | { kind: 'neverArrived'; text: string; notThere?: true }
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

/** The author; at most 20 and 60 characters on the wire. */
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

/** An item at the authority. */
export interface KnownItem {
  code: string
  name: string
  /** Registered by another branch of the taxpayer. */
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
  /** The last modifier. */
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

/** Fields of other software for the authority only; null if not given. Times as `yyyyMMddHHmmss`. */
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
  /** The till's or the caller's own number, sent as the trader's number. */
  traderNumber: string
  /** The authority's running number of this document. */
  number: number
  /** The authority's number of the sale that a credit note belongs to; 0 on a sale. */
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

/** The data that make a receipt fiscal. */
export interface Signature {
  receiptNumber: number
  totalReceiptNumber: number
  internalData: string
  signature: string
  /** `yyyyMMddHHmmss` by the authority's clock. */
  signedAt: string
}

/** An invoice at the authority, with enough data to recognise ours. */
export interface FoundInvoice {
  number: number
  traderNumber: string | null
  kind: 'sale' | 'creditNote'
  total: number
  lines: number
  /** The codes of all its lines; empty: not returned. */
  itemCodes: string[]
  confirmedAt: string | null
  /** null: there is none, or it is not returned. */
  remark: string | null
  /** null if the authority returns the invoice without its signature. */
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

/** A supplier's sale to us, as the authority has it. A credit note is one that the supplier issued. */
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

/** Goods that another branch of the taxpayer sent to ours, as the authority lists them. */
export interface Arrival {
  /** The sender's. */
  branchId: string
  /** The sender's number of its stock record (`sarNo`), digits. */
  number: string
  /** `YYYYMMDD`. */
  sentOn: string
  remark: string | null
  lines: Pick<
    StockLineRecord,
    'itemCode' | 'itemClass' | 'itemName' | 'barcode' | 'quantityUnit' | 'quantity' | 'taxType'
  >[]
}

/** `itemCode`: our own, as the authority knows it. */
interface PurchaseLineRecord extends SaleLineRecord {
  supplierItemCode: string
  supplierItemClass: string
  supplierItemName: string
}

/** A supplier's invoice, entered as our purchase. */
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

/** Goods that customs reported to the authority. Text is the authority's own, and null or empty if it sent none. */
export interface ImportEntry {
  /** `taskCd`. */
  task: string
  /** `dclDe`, in any of three forms. The authority wants it back unchanged. */
  declaredOn: string
  sequence: number
  /** The number of the declaration. */
  declaration: string
  hsCode: string
  itemName: string
  /** Class 26. */
  status: string
  originCountry: string | null
  exportCountry: string | null
  packageQuantity: number
  packageUnit: string
  quantity: number
  quantityUnit: string
  totalWeight: number
  netWeight: number
  supplierName: string
  agentName: string | null
  /** Hundredths of the currency. */
  amount: number
  currency: string
  /** Millionths of a shilling for one of the currency; 0: not said. */
  rate: number
}

/** What the shop decided about an entry of customs. */
export interface ImportDecision {
  task: string
  declaredOn: string
  sequence: number
  hsCode: string
  /** Our own, as the authority knows it. */
  itemCode: string
  itemClass: string
  act: 'approved' | 'rejected'
  /** Not empty: the authority fails on an approval without one (`authority §1.4` no. 13). */
  remark: string
  author: Author
}

export interface InsuranceRecord {
  code: string
  name: string
  /** Whole percent. */
  rate: number
  active: boolean
  author: Author
}

/** Start of the query, `yyyyMMddHHmmss`; absent = everything. */
export type Since = string | undefined

export interface Authority {
  initialise(serial: string): Promise<Answer<DeviceIdentity>>
  /**
   * The cheapest query, to see whether the authority responds. `cmcKey`: whether the authority accepts this key
   * instead of the stored one.
   */
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
  /** The only safe way to learn the outcome of a sale whose response was lost. */
  findInvoice(number: number): Promise<Answer<FoundInvoice>>
  recordStock(record: StockRecord): Promise<Answer<null>>
  saveStockMaster(record: StockMasterRecord): Promise<Answer<null>>
  /** Supplier invoices that we have not confirmed yet. */
  supplierInvoices(since: Since): Promise<Answer<SupplierInvoice[]>>
  /** What other branches sent to ours. */
  arrivals(since: Since): Promise<Answer<Arrival[]>>
  confirmPurchase(record: PurchaseRecord): Promise<Answer<null>>
  importEntries(since: Since): Promise<Answer<ImportEntry[]>>
  /** An update: the same decision again changes nothing. */
  decideImport(decision: ImportDecision): Promise<Answer<null>>
  saveInsurance(insurance: InsuranceRecord): Promise<Answer<null>>
  /** Ends open connections. */
  close(): Promise<void>
}
