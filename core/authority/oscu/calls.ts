/** The calls of the port: path, body, and how to read `data`. */
import type {
  CustomerRecord,
  DeviceIdentity,
  FoundInvoice,
  ImportDecision,
  InsuranceRecord,
  ItemRecord,
  Outcome,
  PurchaseRecord,
  SaleRecord,
  Signature,
  Since,
  StockMasterRecord,
  StockRecord,
  TaxpayerRow,
} from '../port.ts'
import { readDevice, readInvoice, readSignature, readTaxpayer } from './answers.ts'
import {
  customerBody,
  type Dialect,
  importBody,
  insuranceBody,
  itemBody,
  purchaseBody,
  saleBody,
  stockBody,
  stockMasterBody,
} from './wire.ts'

/**
 * The legacy host uses the specification's names. The gateway uses names of its own collection that are known to work
 * there (`authority §1.3`).
 */
const paths = {
  initialise: { legacy: 'selectInitOsdcInfo', gateway: 'initialize' },
  codes: { legacy: 'selectCodeList', gateway: 'selectCodeList' },
  itemClasses: { legacy: 'selectItemClsList', gateway: 'selectItemClass' },
  notices: { legacy: 'selectNoticeList', gateway: 'selectNoticeList' },
  branches: { legacy: 'selectBhfList', gateway: 'branchList' },
  items: { legacy: 'selectItemList', gateway: 'itemInfo' },
  taxpayer: { legacy: 'selectCustomer', gateway: 'customerPinInfo' },
  saveItem: { legacy: 'saveItem', gateway: 'saveItem' },
  saveCustomer: { legacy: 'saveBhfCustomer', gateway: 'branchSendCustomerInfo' },
  submitSale: { legacy: 'saveTrnsSalesOsdc', gateway: 'sendSalesTransaction' },
  findInvoice: { legacy: 'selectInvoiceDetails', gateway: 'selectInvoiceDetail' },
  recordStock: { legacy: 'insertStockIO', gateway: 'insert/stockIO' },
  saveStockMaster: { legacy: 'saveStockMaster', gateway: 'save/stockMaster' },
  supplierInvoices: { legacy: 'selectTrnsPurchaseSalesList', gateway: 'getPurchaseTransactionInfo' },
  arrivals: { legacy: 'selectStockMoveList', gateway: 'selectStockMoveLists' },
  confirmPurchase: { legacy: 'insertTrnsPurchase', gateway: 'sendPurchaseTransactionInfo' },
  importEntries: { legacy: 'selectImportItemList', gateway: 'importedItemInfo' },
  // The gateway's other name answers success and stores nothing (`authority §1.3` no. 13).
  decideImport: { legacy: 'updateImportItem', gateway: 'updateImportItem' },
  saveInsurance: { legacy: 'saveBhfInsurance', gateway: 'branchInsuranceInfo' },
} as const

export interface Call<T> {
  name: keyof typeof paths
  body: () => object
  /** Returns the outcome of `data`; undefined if it cannot be read. */
  read: (data: unknown) => Outcome<T> | undefined
  /** The outcome of `001`. For a call that is not a query, `001` is a rejection. */
  nothing?: Outcome<T>
  /** A long response may take longer. */
  long?: true
  /** `none`: sent without the device's key; `optional`: also without one. Otherwise nothing is sent without a key. */
  key?: 'none' | 'optional'
  /** Sent instead of the device's stored key. */
  cmcKey?: string
}

export const pathOf = (name: Call<unknown>['name'], dialect: Dialect): string => paths[name][dialect]

const nothingFound = { kind: 'nothingFound' } as const
const accepted = <T>(data: T): Outcome<T> => ({ kind: 'accepted', data })

/** Turns a reader of rows into a reader of outcomes. */
function reading<T>(read: (data: unknown) => T | undefined): Call<T>['read'] {
  return (data) => {
    const value = read(data)
    return value === undefined ? undefined : accepted(value)
  }
}

/** As {@link reading}, for a reader that returns null if there is no such row. */
function lookingUp<T>(read: (data: unknown) => T | null | undefined): Call<T>['read'] {
  return (data) => {
    const value = read(data)
    return value === null ? nothingFound : value && accepted(value)
  }
}

function save(name: Call<null>['name'], body: () => object): Call<null> {
  return { name, body, read: () => accepted(null) }
}

/** Everything: older than any record (`authority §1.3`). */
const beginning = '20180101000000'

/** A list of changes since a moment. Nothing new is an empty list. */
export function listCall<Row>(
  name: Call<Row[]>['name'],
  since: Since,
  read: (data: unknown) => Row[] | undefined,
): Call<Row[]> {
  return {
    name,
    body: () => ({ lastReqDt: since ?? beginning }),
    read: reading(read),
    nothing: accepted([]),
    long: true,
  }
}

/** The notices since a moment ago: a tiny response. */
export function probeCall(since: string): Call<null> {
  const there = accepted(null)
  return {
    name: 'notices',
    body: () => ({ lastReqDt: since }),
    read: () => there,
    nothing: there,
    key: 'optional',
  }
}

export function initialiseCall(device: {
  tin: string
  bhfId: string
  dvcSrlNo: string
}): Call<DeviceIdentity> {
  return { name: 'initialise', body: () => device, read: reading(readDevice), key: 'none' }
}

export function taxpayerCall(pin: string): Call<TaxpayerRow> {
  const read = lookingUp((data) => readTaxpayer(data, pin))
  return { name: 'taxpayer', body: () => ({ custmTin: pin }), read, nothing: nothingFound }
}

export function findInvoiceCall(number: number): Call<FoundInvoice> {
  const read = lookingUp((data) => readInvoice(data, number))
  return { name: 'findInvoice', body: () => ({ invcNo: number }), read, nothing: nothingFound }
}

export function submitSaleCall(sale: SaleRecord): Call<Signature> {
  return { name: 'submitSale', body: () => saleBody(sale), read: reading(readSignature) }
}

export const saveItemCall = (item: ItemRecord) => save('saveItem', () => itemBody(item))
export const saveCustomerCall = (customer: CustomerRecord) =>
  save('saveCustomer', () => customerBody(customer))
export const saveStockMasterCall = (record: StockMasterRecord) =>
  save('saveStockMaster', () => stockMasterBody(record))
export const recordStockCall = (record: StockRecord, dialect: Dialect) =>
  save('recordStock', () => stockBody(record, dialect))
export const confirmPurchaseCall = (purchase: PurchaseRecord) =>
  save('confirmPurchase', () => purchaseBody(purchase))
export const decideImportCall = (decision: ImportDecision) => save('decideImport', () => importBody(decision))
export const saveInsuranceCall = (insurance: InsuranceRecord) =>
  save('saveInsurance', () => insuranceBody(insurance))
