/** Figures of documents that reports share: the day's report, X and Z. Cents; those of credit notes are negative. */
import { z } from 'zod'
import { act } from './acts.ts'
import { environment, moment, signedCents, taxType } from './fields.ts'
import { tenderName } from './tenders.ts'

export const count = z.int().min(0)
const span = z.object({ first: z.string(), last: z.string() }).nullable()

const sums = z.object({
  documents: count,
  beforeDiscount: signedCents,
  discount: signedCents,
  /** Including tax. */
  total: signedCents,
  taxable: signedCents,
  tax: signedCents,
})
export type Sums = z.infer<typeof sums>

/** A number of documents with their total, or of acts with their amount. */
export const counted = z.object({ count, total: signedCents })

/** Papers that are no fiscal document, per receipt label. */
export const unofficial = z.object({ TS: counted, TC: counted, PS: counted, copies: counted })

export const auditHead = z.object({ seq: count, hash: z.string() })

/** What every report says about itself. */
export const reportHead = {
  madeAt: moment,
  madeBy: z.string(),
  shop: z.object({ name: z.string(), pin: z.string(), branch: z.string(), environment, till: z.string() }),
  device: z.object({ serial: z.string(), scuId: z.string(), mrcNo: z.string() }).nullable(),
  /** The audit trail when the report was made. */
  audit: auditHead,
}

export const figures = z.object({
  /** Receipt label NS. */
  sales: sums,
  /** Receipt label NC. */
  creditNotes: sums,
  /** Both together: the result. */
  all: sums,
  /** Copies printed in that time, of any document (receipt labels CS and CC). They are in no other sum. */
  copies: z.object({ sales: counted, creditNotes: counted }),
  /** Training sales (TS), training credit notes (TC, negative), proformas (PS), and their copies. They are in no other sum. */
  unofficial,
  /** The tax letters that occur; `percent`: the last one. */
  taxes: z.array(
    z.object({ taxType, percent: z.number(), total: signedCents, taxable: signedCents, tax: signedCents }),
  ),
  /** Per payment method and tender: income without change, refunds (negative), and both together. */
  payments: z.array(
    z.object({
      /** The till's word (`fiscal/codes.ts`); null: not given. */
      method: z.string().nullable(),
      tender: tenderName,
      name: z.string(),
      paid: signedCents,
      refunded: signedCents,
      total: signedCents,
    }),
  ),
  /** What cash paid more than the prices, less what it returned more. It is in no total, and no tax. */
  rounding: signedCents,
  /** Payments of customers on account, per payment method. They are in no other sum. */
  onAccount: z.array(
    z.object({ method: z.string(), tender: tenderName, name: z.string(), count, total: signedCents }),
  ),
  cashiers: z.array(z.object({ name: z.string(), sales: count, creditNotes: count, total: signedCents })),
  /** Hours of the day that have documents, 0 to 23. */
  hours: z.array(z.object({ hour: z.int().min(0).max(23), documents: count, total: signedCents })),
  /** Sales with a discount, changed prices, lines and whole sales removed before payment, with their amounts. */
  reductions: z.object({
    discounts: counted,
    priceChanges: counted,
    voidedLines: counted,
    voidedSales: counted,
  }),
  /** Acts that one person approved for another. */
  approvals: z.array(z.object({ act, approver: z.string(), ...counted.shape })),
  /** Documents by state at the authority. Withdrawn ones are in no sum. */
  states: z.object({
    signed: count,
    waiting: count,
    unknown: count,
    refused: count,
    acceptedUnsigned: count,
    withdrawn: count,
  }),
  withdrawnTotal: signedCents,
  /**
   * Documents of a closed shift or an earlier day that were cancelled since: in a Z after the last one, in a day's report on
   * that day. Their own Z counts them, and they are in no other sum here. At most twenty by name. `shift` null: none.
   */
  cancelled: counted.extend({
    named: z.array(
      z.object({ name: z.string(), total: signedCents, shift: z.int().nullable(), soldAt: moment }),
    ),
  }),
  numbers: z.object({ sales: span, creditNotes: span, authority: span }),
})
export type Figures = z.infer<typeof figures>
