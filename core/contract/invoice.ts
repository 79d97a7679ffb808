/** Sales and credit notes as stored, and their receipts. */
import { z } from 'zod'
import { paymentMethods } from '../fiscal/codes.ts'
import {
  cents,
  documentId,
  moment,
  nextCursor,
  optionalText,
  page,
  quantity,
  rowId,
  signedCents,
  taxType,
  wireDate,
  wireDateTime,
} from './fields.ts'
import { operation } from './operation.ts'
import { printed } from './printed.ts'
import { creditReason, returned, returnedLines, tender } from './sale.ts'
import { tenderId, tenderName } from './tenders.ts'
import { paper, printTarget, settings } from './workspace.ts'

export const invoiceState = z.enum([
  /** Stored, not sent yet or being sent. */
  'waiting',
  /** Sent, but the response was lost. */
  'unknown',
  'signed',
  /** The authority has it but did not return its signature. */
  'acceptedUnsigned',
  'refused',
  'withdrawn',
  /** A training paper. It is never sent. */
  'training',
])

/** For the next print. */
const receiptLife = z.enum(['awaiting', 'withdrawn', 'original', 'copy', 'unsigned', 'training'])

export const invoiceRow = z.object({
  id: documentId,
  kind: z.enum(['sale', 'creditNote']),
  number: z.string(),
  /** The till of the branch that made it; null: this one. */
  till: z.string().nullable(),
  soldAt: moment,
  cashier: z.string(),
  total: signedCents,
  lines: z.int(),
  /** The first of its lines, at most three. */
  goods: z.array(z.object({ name: z.string(), secondName: z.string().nullable() })),
  /** How it was paid: the till's words (`fiscal/codes.ts`); for other software the authority's codes. */
  methods: z.array(z.object({ method: z.string(), tender: tenderName })),
  buyerPin: z.string().nullable(),
  buyerName: z.string().nullable(),
  state: invoiceState,
  /** `{sdcId}/{curRcptNo}` once signed. */
  controlUnitNumber: z.string().nullable(),
  /** Its latest credit note; a sale may have several. `id` null: another till made it. */
  creditedBy: z.object({ id: rowId.nullable(), number: z.string() }).nullable(),
  /** The sum of its credit notes, without withdrawn ones. */
  credited: cents,
  credits: z.object({ id: documentId, number: z.string(), till: z.string().nullable() }).nullable(),
  copies: z.int(),
  printed: z.boolean(),
})
export type InvoiceRow = z.infer<typeof invoiceRow>

export const invoiceOperations = {
  'invoice.list': operation({
    summary: 'Receipts, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({
      /** Local day `YYYYMMDD`. */
      day: wireDate.optional(),
      /**
       * Number, PIN, name, item, control unit number, amount, M-PESA code or slip, or the address in a receipt's QR.
       */
      text: optionalText(200).optional(),
      state: z.enum(['all', 'waiting', 'signed', 'refused']).default('all'),
      method: z.enum(paymentMethods).optional(),
      /** With `method`, only this tender of the shop; absent: only the shipped one. */
      tenderId: tenderId.optional(),
      ...page,
    }),
    output: z.object({
      invoices: z.array(invoiceRow),
      /** True: nothing was found here, and another till of the branch may have made it (`hub.receipts`). */
      elsewhere: z.boolean(),
      nextCursor,
    }),
  }),
  'invoice.get': operation({
    summary: 'One receipt with its lines and its history',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: documentId }),
    output: invoiceRow.extend({
      items: z.array(
        z.object({
          /** Position of its line, from 1; for a till's credit note, of the sale's line. */
          position: z.int(),
          name: z.string(),
          quantity,
          unitPrice: cents,
          discount: cents,
          total: cents,
          taxType,
          quantityUnit: z.string(),
          /** For a sale: what is left to credit of this line; null for a credit note. */
          left: z.object({ quantity: z.int().min(0), total: cents }).nullable(),
        }),
      ),
      /** `method`: the till's word (`fiscal/codes.ts`); for other software the authority's code. */
      tenders: z.array(
        z.object({
          method: z.string(),
          amount: cents,
          reference: z.string().nullable(),
          tenderId: tenderId.optional(),
          tender: tenderName,
        }),
      ),
      change: cents,
      /** What cash paid more than the price, or returned more; negative: less. */
      rounding: signedCents,
      /** The last correction of its payments; null: they are as first entered. */
      paymentChange: z.object({ at: moment, by: z.string() }).nullable(),
      /** false: its day is over, it was refunded, or it is no sale of this till. */
      paymentChangeable: z.boolean(),
      taxable: cents,
      tax: cents,
      discount: cents,
      reason: z.string().nullable(),
      creditNotes: z.array(
        z.object({
          /** null: another till made it. */
          id: rowId.nullable(),
          /** null: another till is about to make it. */
          number: z.string().nullable(),
          total: cents,
          till: z.string().nullable(),
          by: z.string(),
          at: moment,
        }),
      ),
      submissionId: rowId.nullable(),
      signature: z.string().nullable(),
      signedAt: wireDateTime.nullable(),
    }),
  }),
  'invoice.credit': operation({
    summary: 'Credit a sale: everything that earlier credit notes left, or parts of its lines',
    allow: 'cashier',
    profile: true,
    input: z.object({
      id: documentId,
      reason: creditReason,
      /** Return the goods to stock. */
      returnStock: z.boolean().default(true),
      /** Absent = everything that is left. */
      items: returnedLines.optional(),
      /** How the refund is paid, from the authority's table 07; absent = as the sale was paid. */
      refundBy: tender.shape.method.optional(),
      refundTenderId: tender.shape.tenderId,
      /** Created by the window once per credit note, as for a sale. Required with `items`. */
      requestId: z.string().min(8).max(64).optional(),
    }),
    output: z.object({
      invoiceId: rowId,
      number: z.string(),
      total: cents,
      /** What cash returned more than the price; negative: less. */
      rounding: signedCents,
    }),
  }),
  'invoice.refundOf': operation({
    summary: 'What a refund would give back, without booking it',
    allow: 'cashier',
    profile: true,
    /** `refundBy` absent = as the sale was paid. */
    input: returned.pick({ id: true, items: true, refundBy: true, refundTenderId: true }),
    output: z.object({
      /** The earlier sale's. */
      number: z.string(),
      total: cents,
      /** The cents that reduce what is still owed of the sale. */
      lessOwed: cents,
      /** The cents that the customer gets, with cash rounded. In an exchange they pay the new sale. */
      refund: cents,
      lines: z.array(z.object({ name: z.string(), quantity, total: cents })),
    }),
  }),
  'invoice.changePayment': operation({
    summary: 'Correct how a sale was paid, on its day; the authority keeps the first payment type',
    allow: 'manager',
    profile: true,
    input: z.object({ id: rowId, tenders: z.array(tender).min(1).max(10) }),
    output: z.object({}),
  }),
  'invoice.enterSignature': operation({
    summary: 'Enter the signature of a document that the authority has but whose response is missing',
    allow: 'manager',
    profile: true,
    input: z.object({
      id: rowId,
      signature: z
        .string()
        .transform((value) => value.replaceAll('-', '').toUpperCase())
        .pipe(z.string().regex(/^[A-Z2-7]{16}$/, '16 letters and digits')),
      internalData: z
        .string()
        .transform((value) => value.replaceAll('-', '').toUpperCase())
        .pipe(z.string().regex(/^[A-Z2-7]{26}$/, '26 letters and digits')),
      receiptNumber: z.int().min(1),
      totalReceiptNumber: z.int().min(1),
      signedAt: wireDateTime,
    }),
    output: invoiceRow,
  }),
  'receipt.preview': operation({
    summary: 'The receipt as it would print now',
    allow: 'cashier',
    profile: true,
    input: z.object({ invoiceId: rowId, paper: z.enum(['58mm', '80mm', 'A4']).optional() }),
    output: z.object({
      life: receiptLife,
      copyNumber: z.int().nullable(),
      html: z.string(),
      /** The address in the QR code; null: not signed yet, or an unofficial paper. */
      url: z.string().nullable(),
    }),
  }),
  'receipt.sample': operation({
    summary: 'A sample receipt with these details of the shop, as it would print',
    allow: 'owner',
    profile: false,
    input: z.object({ shop: settings.shape.shop.extend({ tradeName: optionalText(60) }), paper }),
    output: z.object({ html: z.string() }),
  }),
  'receipt.print': operation({
    summary:
      'Print: the signed original once on paper and once as a PDF, then numbered copies; before the signature as awaiting',
    allow: 'cashier',
    profile: true,
    input: z.object({
      invoiceId: rowId,
      paper: z.enum(['58mm', '80mm', 'A4']).optional(),
      target: printTarget.optional(),
      /** Right after the sale: waits up to 3 s for the signature if the authority can be reached. */
      atOnce: z.boolean().default(false),
    }),
    output: z.object({
      printId: rowId,
      /** The document's number. */
      number: z.string(),
      life: receiptLife,
      copyNumber: z.int().nullable(),
      ...printed,
      /** The print job on a direct printer (`printJob.list`), which prints it as soon as it can. */
      jobId: rowId.nullable(),
    }),
  }),
  'receipt.printed': operation({
    summary: 'The outcome of a print by the cashier: after failed, the next print is the original again',
    allow: 'cashier',
    profile: true,
    input: z.object({ printId: rowId, outcome: z.enum(['printed', 'failed']) }),
    output: z.object({}),
  }),
}
