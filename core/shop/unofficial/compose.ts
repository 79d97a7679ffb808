/** Turns an unofficial paper into what it prints. */
import { paperNumber, type Unofficial, unofficialById } from '../../../db/profile/unofficial.ts'
import { creditReasons, paymentLabels, paymentMethod } from '../../fiscal/codes.ts'
import { multiply } from '../../fiscal/money.ts'
import { bucketTotals } from '../../fiscal/tax.ts'
import { isPayment, roundingOf } from '../../fiscal/tender.ts'
import { buildReceipt, type ReceiptModel, verificationBases } from '../../printing/documents/receipt.ts'
import type { Profile } from '../../profile/profile.ts'
import { sellerOf } from '../sales/composeReceipt.ts'
import { paymentTable } from '../sales/payment.ts'
import { contentOf } from './content.ts'

/** `copy`: how often it was printed before. */
export const composeUnofficial = (profile: Profile, paper: Unofficial, copy: number): ReceiptModel => {
  const { db, row } = profile
  const { lines, tenders, change, rates } = contentOf(paper)
  const credited = paper.credits_id === null ? undefined : unofficialById(db, paper.credits_id, ['TS'])
  const methods = paymentTable(db)
  const { buyer_pin: pin, buyer_name: name, total, discount, taxable, tax } = paper
  return buildReceipt({
    document: paper.label === 'TC' ? 'creditNote' : 'sale',
    life: { kind: paper.label === 'PS' ? 'proforma' : 'training', copy },
    environment: row.environment,
    seller: sellerOf(profile),
    buyer: pin === null && name === null ? null : { pin, name },
    lines: lines.map((line) => ({ ...line, gross: multiply(line.unitPrice, line.quantity) })),
    totals: {
      gross: total + discount,
      discount,
      taxable,
      tax,
      total,
      buckets: bucketTotals(lines).buckets,
      rates,
    },
    tenders: tenders.filter(isPayment).map(({ method, tender_name, amount }) => ({
      label: tender_name ?? paymentLabels[paymentMethod(method, methods)],
      amount,
    })),
    change,
    rounding: roundingOf(tenders),
    paymentChangedAt: null,
    till: {
      number: paperNumber(paper),
      issuedAt: paper.made_at,
      name: profile.settings().tillName,
      cashier: paper.author_name,
    },
    credits: credited
      ? {
          cuInvoiceNumber: null,
          tillNumber: paperNumber(credited),
          reason: creditReasons.find(({ code }) => code === paper.reason)?.name ?? paper.reason ?? '',
        }
      : null,
    verificationBase: verificationBases[row.environment],
  })
}
