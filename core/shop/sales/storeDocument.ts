/** Stores a sale or a credit note, of the till or of other software, and queues it. */

import {
  type Invoice,
  insertInvoice,
  type NewInvoice,
  type NewLine,
  supersedeInvoice,
} from '../../../db/profile/invoices.ts'
import type { Tender } from '../../../db/profile/paymentChanges.ts'
import { openShift } from '../../../db/profile/shifts.ts'
import { stockRecordByNumber, supersedeStockRecord } from '../../../db/profile/stock.ts'
import { submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { whoOf } from '../../access/actor.ts'
import type { Author, SaleExtras } from '../../authority/port.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ownReasons } from '../../contract/ownReasons.ts'
import { toWireDate, toWireDateTime } from '../../fiscal/dates.ts'
import type { TaxRates } from '../../fiscal/tax.ts'
import { withdraw } from '../../queue/correct.ts'
import { enqueueInvoice, type needsOfItems } from '../../queue/enqueue.ts'
import type { SalePayload } from '../../queue/records.ts'
import { itemOnWire, unitsOnWire } from '../authorityLines.ts'
import type { ShopContext } from '../context.ts'
import { returnNumber } from '../stock/soldGoods.ts'
import type { CallerLine } from './callerLine.ts'

/** A line as stored, and as sent to the authority. */
export interface DocumentLine {
  kept: NewLine
  wire: SalePayload['lines']
}

type ItemOfLine = Pick<
  NewLine,
  | 'item_code'
  | 'name'
  | 'item_class'
  | 'item_type'
  | 'barcode'
  | 'package_unit'
  | 'quantity_unit'
  | 'tax_type'
> & { item_id: number }

/** Returns an item's line with these amounts. */
export const lineOf = (item: ItemOfLine, { wire, unitPrice, ...amounts }: CallerLine): DocumentLine => ({
  kept: {
    item_id: item.item_id,
    item_code: item.item_code,
    name: item.name,
    item_class: item.item_class,
    item_type: item.item_type,
    barcode: item.barcode,
    package_unit: item.package_unit,
    quantity_unit: item.quantity_unit,
    tax_type: item.tax_type,
    unit_price: unitPrice,
    ...amounts,
  },
  wire: wire.map((part) => ({
    ...itemOnWire(item.item_id, item),
    ...unitsOnWire(item),
    ...part,
  })),
})

export interface NewDocument {
  kind: Invoice['kind']
  source: Invoice['source']
  number: string
  traderNumber: string | null
  /** The sale that a credit note belongs to, and the reason. `uid`: another till made the sale, so it has no id here. */
  credits: { id: number | null; uid?: string | null; reason: string } | null
  saleDate: string | null
  confirmedAt: string | null
  author: Author
  buyer: { pin: string | null; name: string | null }
  method: string | null
  rates: TaxRates
  remark: string | null
  /** Fields for the authority only. */
  extras?: SaleExtras | undefined
  /** The caller's body; null for the till's own documents. */
  body: unknown
  /** The till's request id, and the digest of its input. */
  request?: { id: string; hash: string } | undefined
  lines: DocumentLine[]
  tenders: Tender[]
  /** Cents given back. */
  change?: number
  needs: ReturnType<typeof needsOfItems>
}

/** Call it inside a transaction. */
export const storeDocument = (
  { profile, db, actor, keeps, claimKey }: ShopContext,
  document: NewDocument,
): { id: number; submissionId: number; total: number; payload: SalePayload } => {
  const { kind, source, number, traderNumber, credits, author, buyer, method, rates, body, lines } = document
  const { change = 0 } = document
  profile.disk.demandRoom()
  const at = profile.day.sure()
  const saleDate = document.saleDate ?? toWireDate(at)
  const sum = (name: 'total' | 'taxable' | 'tax' | 'discount') =>
    lines.reduce((total, { kept }) => total + kept[name], 0)
  const total = sum('total')
  const invoice: NewInvoice = {
    kind,
    number,
    trader_number: traderNumber === number ? null : traderNumber,
    source,
    original_id: credits?.id ?? null,
    original_uid: credits?.uid ?? null,
    reason: credits?.reason ?? null,
    sold_at: at,
    day: saleDate,
    author_id: author.id,
    author_name: author.name,
    buyer_pin: buyer.pin,
    buyer_name: buyer.name,
    payment_method: method,
    total,
    taxable: sum('taxable'),
    tax: sum('tax'),
    discount: sum('discount'),
    tendered: total + change,
    change,
    line_count: lines.length,
    tax_rates: JSON.stringify(rates),
    request_id: document.request?.id ?? null,
    // A credit note without a caller's number is found by this digest. Other documents are found by number.
    body_hash: document.request?.hash ?? (body === null || kind === 'sale' ? null : bodyHash(body)),
    caller_body: body === null ? null : JSON.stringify(body),
    // A document of other software goes through no drawer.
    shift_id: source === 'till' ? (openShift(db)?.id ?? null) : null,
  }
  const id = insertInvoice(db, invoice, {
    lines: lines.map(({ kept }) => kept),
    tenders: document.tenders,
    who: whoOf(actor),
  })
  const payload: SalePayload = {
    kind,
    traderNumber: traderNumber ?? number,
    originalId: credits?.id ?? null,
    buyerPin: buyer.pin,
    buyerName: buyer.name,
    paymentMethod: method,
    confirmedAt: document.confirmedAt ?? `${saleDate}${toWireDateTime(at).slice(8)}`,
    saleDate,
    refundReason: credits?.reason ?? null,
    rates,
    remark: document.remark,
    author,
    ...(document.extras ? { extras: document.extras } : {}),
    lines: lines.flatMap(({ wire }) => wire),
  }
  const submissionId = enqueueInvoice(
    db,
    { id, number, total, payload },
    { author, at, needs: document.needs },
  )
  keeps?.(submissionId)
  claimKey?.(submissionId)
  return { id, submissionId, total, payload }
}

/**
 * Withdraws a rejected document whose caller reuses its number. It stays on record, and goods that returned with it
 * leave the shelf again. Call it inside the transaction that stores the new document.
 */
export const releaseNumber = ({ profile, db, actor }: ShopContext, refused: Invoice): void => {
  const row = submissionOfInvoice(db, refused.id)
  if (row?.state === 'refused') withdraw(profile, row, { by: whoOf(actor), reason: ownReasons.sentAgain })
  supersedeInvoice(db, refused.id)
  const returned = stockRecordByNumber(db, returnNumber(refused.number))
  if (returned?.invoice_id === refused.id) supersedeStockRecord(db, returned.id)
}
