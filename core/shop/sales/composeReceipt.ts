/** Turns a stored document into a receipt: which stage of its life it has, and what it prints. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { type Invoice, invoiceById, linesOf, type PrintRow, printsOf } from '../../../db/profile/invoices.ts'
import { paidOf, paymentChangeOf } from '../../../db/profile/paymentChanges.ts'
import { signatureOf } from '../../../db/profile/signatures.ts'
import { type Submission, submissionOfInvoice } from '../../../db/profile/submissions.ts'
import { creditReasons, itemTypes, paymentLabels, paymentMethod } from '../../fiscal/codes.ts'
import { parseWireDateTime } from '../../fiscal/dates.ts'
import { multiply } from '../../fiscal/money.ts'
import { bucketTotals, type TaxRates } from '../../fiscal/tax.ts'
import { isPayment, roundingOf } from '../../fiscal/tender.ts'
import { buildReceipt, type ReceiptModel, verificationBases } from '../../printing/documents/receipt.ts'
import type { FiscalLife, ReceiptInput } from '../../printing/documents/receiptInput.ts'
import type { Profile } from '../../profile/profile.ts'
import { type SalePayload, salePayload } from '../../queue/records.ts'
import { creditedSaleOf } from './original.ts'
import { paymentTable } from './payment.ts'

export interface Composed {
  model: ReceiptModel
  life: FiscalLife['kind']
  copyNumber: number | null
}

/** The target of a print. Paper and PDF each have one original; printing one does not use up the other. */
const mediumOf = (target: string): 'pdf' | 'paper' => (target === 'pdf' ? 'pdf' : 'paper')

/** Returns the prints of the original in this target's medium. */
export const originalsOf = (db: Db, invoiceId: number, target: string): PrintRow[] =>
  printsOf(db, invoiceId).filter(
    (print) => print.life === 'original' && mediumOf(print.target) === mediumOf(target),
  )

/**
 * Returns the life of the next print: *awaiting* until the authority signed or a manager withdrew it, then the
 * original once, then copy n (`authority §4.1`, §6.17). A failed print does not count, nor one without a confirmed
 * outcome.
 */
const lifeOf = (
  { db }: Profile,
  invoice: Invoice,
  submission: Submission | undefined,
  target: string,
): FiscalLife => {
  const signed = signatureOf(db, invoice.id)
  if (!signed) {
    if (submission?.state === 'withdrawn') return { kind: 'withdrawn' }
    return { kind: 'awaiting', rejected: submission?.state === 'refused' }
  }
  if (!signed.signature || !signed.internal_data || !signed.signed_at || signed.receipt_number === null) {
    return { kind: 'unsigned', authorityNumber: signed.authority_number }
  }
  const fiscal = {
    scuId: signed.scu_id,
    receiptNumber: signed.receipt_number,
    totalReceiptNumber: signed.total_receipt_number ?? signed.receipt_number,
    internalData: signed.internal_data,
    signature: signed.signature,
    signedAt: signed.signed_at,
  }
  if (!originalsOf(db, invoice.id, target).some(({ outcome }) => outcome === 'printed'))
    return { kind: 'original', fiscal }
  const copies = printsOf(db, invoice.id).filter(
    ({ life, outcome }) => life === 'copy' && outcome !== 'failed',
  )
  return { kind: 'copy', number: copies.length + 1, fiscal }
}

export const sellerOf = (profile: Profile): ReceiptInput['seller'] => {
  const { shop } = profile.settings()
  return {
    name: shop.tradeName,
    pin: profile.row.taxpayer_pin,
    branch: profile.row.branch_id,
    address: [shop.address, shop.city].filter(Boolean),
    phone: shop.phone || null,
    header: shop.headerMessage || null,
    footer: shop.footerMessage || null,
  }
}

const creditedSale = ({ db }: Profile, invoice: Invoice): ReceiptInput['credits'] => {
  const sale = creditedSaleOf(db, invoice)
  if (!sale) return null
  return {
    cuInvoiceNumber: sale.controlUnitNumber,
    tillNumber: sale.number,
    reason: creditReasons.find(({ code }) => code === invoice.reason)?.name ?? invoice.reason ?? '',
  }
}

/** The buyer as sent to the authority. A wrong PIN may have been corrected since the sale. */
const buyerOf = (invoice: Invoice, sent: SalePayload | null): ReceiptInput['buyer'] => {
  const pin = sent ? sent.buyerPin : invoice.buyer_pin
  const name = sent ? sent.buyerName : invoice.buyer_name
  return pin === null && name === null ? null : { pin, name }
}

/** Returns a document's receipt as it would print now; undefined if there is no such document. */
export const composeReceipt = (profile: Profile, invoiceId: number, target: string): Composed | undefined => {
  const { db } = profile
  const invoice = invoiceById(db, invoiceId)
  if (!invoice) return undefined
  const lines = linesOf(db, invoiceId)
  const submission = submissionOfInvoice(db, invoiceId)
  const sent = submission ? salePayload.parse(JSON.parse(submission.payload)) : null
  const life = lifeOf(profile, invoice, submission, target)
  const methods = paymentTable(db)
  const changed = paymentChangeOf(db, invoiceId)
  const paid = paidOf(db, invoiceId)
  const { buckets } = bucketTotals(
    lines.map((line) => ({ taxType: line.tax_type, taxable: line.taxable, tax: line.tax })),
  )
  const model = buildReceipt({
    document: invoice.kind,
    life,
    environment: profile.row.environment,
    seller: sellerOf(profile),
    buyer: buyerOf(invoice, sent),
    lines: lines.map((line) => ({
      name: line.name,
      quantity: line.quantity,
      unit: line.quantity_unit,
      unitPrice: line.unit_price,
      gross: multiply(line.unit_price, line.quantity),
      discount: line.discount,
      taxType: line.tax_type,
      service: line.item_type === itemTypes.service,
    })),
    totals: {
      gross: invoice.total + invoice.discount,
      discount: invoice.discount,
      taxable: invoice.taxable,
      tax: invoice.tax,
      total: invoice.total,
      buckets,
      rates: JSON.parse(invoice.tax_rates) as TaxRates,
    },
    tenders: paid.filter(isPayment).map(({ method, tender_name, amount }) => ({
      label: tender_name ?? paymentLabels[paymentMethod(method, methods)],
      amount,
    })),
    change: changed?.change ?? invoice.change,
    rounding: roundingOf(paid),
    paymentChangedAt: changed?.changed_at ?? null,
    till: {
      number: invoice.number,
      // The date sent to the authority. The computer's clock may be wrong, and other software sends its own date.
      issuedAt: (sent && parseWireDateTime(sent.confirmedAt)) ?? invoice.sold_at,
      name: profile.settings().tillName,
      cashier: invoice.author_name,
    },
    credits: creditedSale(profile, invoice),
    verificationBase: verificationBases[profile.row.environment],
  })
  return { model, life: life.kind, copyNumber: life.kind === 'copy' ? life.number : null }
}
