/**
 * Writes our records as the bodies of the authority's calls, field by field (`authority §1.4`) and as its strict
 * checks require. The same record always gives the same text.
 */
import type {
  Author,
  CustomerRecord,
  ImportDecision,
  InsuranceRecord,
  ItemRecord,
  PurchaseRecord,
  SaleLineRecord,
  SaleRecord,
  StockLineRecord,
  StockMasterRecord,
  StockRecord,
} from '../port.ts'

export type Dialect = 'legacy' | 'gateway'

const taxTypes = ['A', 'B', 'C', 'D', 'E'] as const

/** Hundredths (cents, hundredths of a unit, basis points) as an exact JSON number with at most two decimals. */
const decimal = (hundredths: number) => hundredths / 100
const yesNo = (value: boolean) => (value ? 'Y' : 'N')
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

/** Shortens prose to the wire's limit, never inside a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

function cutOptional(text: string | null, length: number): string | null {
  return text ? cut(text, length) : null
}

/** For codes: half a barcode is a wrong barcode, so one that is too long is omitted. */
function fitting(code: string | null, length: number): string | null {
  return code && code.length <= length ? code : null
}

/** Digits as a JSON number, or unchanged if no JSON number can hold them. */
function wholeNumber(text: string): number | string {
  const value = Number(text)
  return /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : text
}

function audit(author: Author, modifier = author) {
  const named = ({ id, name }: Author) => cut(name || id, 60)
  return {
    regrId: cut(author.id, 20),
    regrNm: named(author),
    modrId: cut(modifier.id, 20),
    modrNm: named(modifier),
  }
}

/** saveItem, authority §1.4 no. 6. */
export function itemBody(item: ItemRecord) {
  return {
    itemCd: item.code,
    itemClsCd: item.itemClass,
    itemTyCd: item.itemType,
    itemNm: cut(item.name, 200),
    itemStdNm: cutOptional(item.standardName, 200),
    orgnNatCd: item.originCountry,
    pkgUnitCd: item.packageUnit,
    qtyUnitCd: item.quantityUnit,
    taxTyCd: item.taxType,
    btchNo: fitting(item.batchNumber, 10),
    bcd: fitting(item.barcode, 20),
    dftPrc: decimal(item.price),
    grpPrcL1: 0,
    grpPrcL2: 0,
    grpPrcL3: 0,
    grpPrcL4: 0,
    grpPrcL5: 0,
    addInfo: cutOptional(item.additionalInfo, 7),
    sftyQty: decimal(item.safetyQuantity),
    isrcAplcbYn: 'N',
    useYn: yesNo(item.active),
    ...audit(item.author),
  }
}

/** saveBhfCustomer, authority §1.4 no. 9. */
export function customerBody(customer: CustomerRecord) {
  return {
    custNo: customer.number,
    custTin: customer.pin,
    custNm: cut(customer.name, 60),
    adrs: cutOptional(customer.address, 300),
    telNo: cutOptional(customer.phone, 20),
    email: fitting(customer.email, 50),
    faxNo: cutOptional(customer.fax, 20),
    useYn: yesNo(customer.active),
    remark: cutOptional(customer.remark, 1000),
    ...audit(customer.author, customer.modifier),
  }
}

/** saveTrnsSalesOsdc, authority §1.4 no. 14. A credit note's amounts are positive too (authority §5.4). */
export function saleBody(sale: SaleRecord) {
  const isCreditNote = sale.kind === 'creditNote'
  const { extras } = sale
  // A buyer without a PIN is a walk-in: neither member then (`authority §1.4`).
  const buyerPin = sale.buyerPin ? { custTin: sale.buyerPin } : {}
  const buyer = sale.buyerPin ? { ...buyerPin, custNm: cutOptional(sale.buyerName, 60) } : {}
  return {
    trdInvcNo: cut(sale.traderNumber, 50),
    invcNo: sale.number,
    orgInvcNo: isCreditNote ? sale.originalNumber : 0,
    ...buyer,
    salesTyCd: 'N',
    rcptTyCd: isCreditNote ? 'R' : 'S',
    pmtTyCd: sale.paymentMethod,
    salesSttsCd: '02',
    cfmDt: sale.confirmedAt,
    salesDt: sale.saleDate,
    stockRlsDt: extras?.stockReleasedAt ?? sale.confirmedAt,
    cnclReqDt: extras?.cancelRequestedAt ?? null,
    cnclDt: extras?.cancelledAt ?? null,
    rfdDt: isCreditNote ? (extras?.refundedAt ?? sale.confirmedAt) : null,
    rfdRsnCd: isCreditNote ? sale.refundReason : null,
    totItemCnt: sale.lines.length,
    ...taxBuckets(sale),
    ...totals(sale.lines),
    prchrAcptcYn: yesNo(extras?.acceptedByBuyer === true),
    remark: cutOptional(sale.remark, 400),
    ...audit(sale.author, extras?.modifier ?? sale.author),
    receipt: {
      ...buyerPin,
      custMblNo: fitting(extras?.receipt.phone ?? null, 20),
      rcptPbctDt: sale.confirmedAt,
      trdeNm: cutOptional(extras?.receipt.tradeName ?? null, 20),
      adrs: cutOptional(extras?.receipt.address ?? null, 200),
      topMsg: cutOptional(extras?.receipt.topMessage ?? null, 20),
      btmMsg: cutOptional(extras?.receipt.bottomMessage ?? null, 20),
      prchrAcptcYn: yesNo(extras?.receipt.acceptedByBuyer === true),
    },
    itemList: sale.lines.map(saleLine),
  }
}

/** All five taxable amounts, rates and taxes, including rates of letters without a line (`authority §6.3`). */
function taxBuckets({ lines, rates }: Pick<SaleRecord, 'lines' | 'rates'>) {
  const of = (type: string) => lines.filter((line) => line.taxType === type)
  return Object.fromEntries([
    ...taxTypes.map((type) => [`taxblAmt${type}`, decimal(sum(of(type), (line) => line.taxable))]),
    ...taxTypes.map((type) => [`taxRt${type}`, rates[type]]),
    ...taxTypes.map((type) => [`taxAmt${type}`, decimal(sum(of(type), (line) => line.tax))]),
  ])
}

function totals(lines: readonly { taxable: number; tax: number; total: number }[]) {
  return {
    totTaxblAmt: decimal(sum(lines, (line) => line.taxable)),
    totTaxAmt: decimal(sum(lines, (line) => line.tax)),
    totAmt: decimal(sum(lines, (line) => line.total)),
  }
}

function saleLine(line: SaleLineRecord, index: number) {
  return {
    ...goods(line, index),
    // The strict checks require 1 if there is no package; the count belongs in `qty` (`authority §2.3`).
    pkg: line.packageUnit === 'NT' ? 1 : decimal(line.packageQuantity),
    ...priced(line),
    isrccCd: null,
    isrccNm: null,
    isrcRt: null,
    isrcAmt: null,
    ...taxed(line),
  }
}

function priced(line: SaleLineRecord) {
  return {
    qtyUnitCd: line.quantityUnit,
    qty: decimal(line.quantity),
    prc: decimal(line.unitPrice),
    splyAmt: decimal(line.supply),
    dcRt: decimal(line.discountRate),
    dcAmt: decimal(line.discount),
  }
}

function taxed(line: SaleLineRecord) {
  return {
    taxTyCd: line.taxType,
    taxblAmt: decimal(line.taxable),
    taxAmt: decimal(line.tax),
    totAmt: decimal(line.total),
  }
}

function goods(line: SaleLineRecord | StockLineRecord, index: number) {
  return {
    itemSeq: index + 1,
    itemCd: line.itemCode,
    itemClsCd: line.itemClass,
    itemNm: cut(line.itemName, 200),
    bcd: fitting(line.barcode, 20),
    pkgUnitCd: line.packageUnit,
  }
}

/** insertStockIO, authority §1.4 no. 18. */
export function stockBody(record: StockRecord, dialect: Dialect) {
  return {
    sarNo: record.number,
    orgSarNo: record.originalNumber,
    regTyCd: record.registrationType,
    custTin: record.partnerPin,
    custNm: cutOptional(record.partnerName, 100),
    custBhfId: record.partnerBranch,
    sarTyCd: record.type,
    ocrnDt: record.occurredOn,
    totItemCnt: record.lines.length,
    ...totals(record.lines),
    remark: cutOptional(record.remark, 400),
    ...audit(record.author),
    itemList: record.lines.map((line, index) => ({
      ...goods(line, index),
      ...direction(record.type, dialect),
      pkg: decimal(line.packageQuantity),
      qtyUnitCd: line.quantityUnit,
      qty: decimal(line.quantity),
      itemExprDt: null,
      prc: decimal(line.unitPrice),
      splyAmt: decimal(line.supply),
      totDcAmt: decimal(line.discount),
      taxblAmt: decimal(line.taxable),
      taxTyCd: line.taxType,
      taxAmt: decimal(line.tax),
      totAmt: decimal(line.total),
    })),
  }
}

/**
 * What the gateway's callers add to each stock line: 1 = in, 3 = adjustment in. A line without it goes out; no code
 * for that is public (`authority §1.4` no. 18).
 */
function direction(type: string, dialect: Dialect): { ioTyCd?: string } {
  if (dialect === 'legacy' || type > '06') return {}
  return { ioTyCd: type === '06' ? '3' : '1' }
}

/** saveStockMaster, authority §1.4 no. 19. */
export function stockMasterBody({ itemCode, quantity, author }: StockMasterRecord) {
  return { itemCd: itemCode, rsdQty: decimal(quantity), ...audit(author) }
}

/** updateImportItem, authority §1.4 no. 13. */
export function importBody(decision: ImportDecision) {
  const { modrId, modrNm } = audit(decision.author)
  return {
    taskCd: decision.task,
    dclDe: decision.declaredOn,
    itemSeq: decision.sequence,
    hsCd: decision.hsCode,
    itemClsCd: decision.itemClass,
    itemCd: decision.itemCode,
    imptItemSttsCd: decision.act === 'approved' ? '3' : '4',
    remark: cut(decision.remark, 400),
    modrId,
    modrNm,
  }
}

/** saveBhfInsurance, authority §1.4 no. 11. */
export function insuranceBody({ code, name, rate, active, author }: InsuranceRecord) {
  return { isrccCd: code, isrccNm: name, isrcRt: rate, useYn: yesNo(active), ...audit(author) }
}

/**
 * insertTrnsPurchase, `authority §1.4` no. 16. Based on the supplier's invoice, so it counts as registered
 * automatically.
 */
export function purchaseBody(purchase: PurchaseRecord) {
  return {
    invcNo: purchase.number,
    orgInvcNo: 0,
    spplrTin: purchase.supplierPin,
    spplrBhfId: purchase.supplierBranch,
    spplrNm: cut(purchase.supplierName, 60),
    spplrInvcNo: wholeNumber(purchase.supplierNumber),
    regTyCd: 'A',
    pchsTyCd: 'N',
    rcptTyCd: 'P',
    pmtTyCd: purchase.paymentMethod,
    pchsSttsCd: '02',
    cfmDt: purchase.confirmedAt,
    pchsDt: purchase.purchasedOn,
    wrhsDt: null,
    cnclReqDt: null,
    cnclDt: null,
    rfdDt: null,
    totItemCnt: purchase.lines.length,
    ...taxBuckets(purchase),
    ...totals(purchase.lines),
    remark: cutOptional(purchase.remark, 400),
    ...audit(purchase.author),
    itemList: purchase.lines.map((line, index) => ({
      ...goods(line, index),
      spplrItemClsCd: fitting(line.supplierItemClass, 10),
      spplrItemCd: fitting(line.supplierItemCode, 20),
      spplrItemNm: cut(line.supplierItemName, 200),
      pkg: decimal(line.packageQuantity),
      ...priced(line),
      ...taxed(line),
      itemExprDt: null,
    })),
  }
}
