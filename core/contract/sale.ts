/**
 * Sales at the till: completing and parking; receipts. Documents of other software are in `callerSale.ts` and
 * `creditNote.ts`.
 */
import { z } from 'zod'
import { paymentMethods } from '../fiscal/codes.ts'
import {
  cents,
  moment,
  nextCursor,
  optionalText,
  page,
  quantity,
  rowId,
  signedCents,
  taxpayerPin,
  taxType,
  text,
  wireDate,
  wireDateTime,
} from './fields.ts'
import { item } from './item.ts'
import { operation } from './operation.ts'
import { tenderId, tenderName } from './tenders.ts'
import { paper, settings } from './workspace.ts'

const discount = z.discriminatedUnion('kind', [
  /** 1 000 basis points = 10 %. */
  z.object({ kind: z.literal('percent'), basisPoints: z.int().min(1).max(10_000) }),
  z.object({ kind: z.literal('amount'), cents: cents.min(1) }),
])
export type Discount = z.infer<typeof discount>

const cartLine = z.object({
  itemId: rowId,
  quantity,
  /** Including VAT; absent = the item's present price. Changing it needs a manager. */
  unitPrice: cents.optional(),
  discount: discount.optional(),
  /** A scale's price label that was scanned: `quantity` and an amount of `discount` come from the label. */
  label: z.string().max(64).optional(),
})

const buyer = z
  .object({
    /** A customer of the shop, whose name and PIN then count. Needed on credit. */
    customerId: rowId.optional(),
    pin: taxpayerPin.optional(),
    name: optionalText(60).optional(),
  })
  .refine(({ customerId, pin, name }) => customerId || pin || name, 'a customer, a PIN, or a name')

/** The returned quantities. A line that is missing or has 0 is not returned. */
const returnedLines = z
  .array(
    z.object({
      /** The line's position in `invoice.get`. */
      position: z.int().min(1),
      /** Hundredths, at most what is left. */
      quantity: z.int().min(0).max(99_999_999_999),
    }),
  )
  .max(500)
/** Table 32 (`authority §3`). */
const creditReason = z.string().regex(/^\d{2}$/, 'a two-digit reason')

export const tender = z.object({
  /** From the authority's table 07: 01 cash, 02 credit, … */
  method: z.string().min(1).max(5),
  /** The amount received, cents; for cash it may exceed the total. */
  amount: cents.min(1),
  /** M-PESA code (ten letters and digits), cheque or card slip number. */
  reference: optionalText(40).optional(),
  /** A tender of the setting `tenders`; absent: the shipped one of this method. */
  tenderId: tenderId.optional(),
  /** Takes an M-PESA code of another receipt: the act `usedCode`. The audit trail records it. */
  allowUsed: z.literal(true).optional(),
})

/** Goods of an earlier sale that come back in exchange. They become a credit note in the sale's transaction. */
const returned = z.object({
  /** The earlier sale. */
  id: rowId,
  reason: creditReason,
  /** Return the goods to stock. */
  returnStock: z.boolean(),
  items: returnedLines.min(1),
  /** How they are refunded, from the authority's table 07; absent = in cash. The same pays a part of this sale. */
  refundBy: tender.shape.method.optional(),
  refundTenderId: tender.shape.tenderId,
  /** The cents of `invoice.refundOf` that the window showed. */
  refund: cents,
})
export type Returned = z.infer<typeof returned>

export const cart = z.object({
  lines: z.array(cartLine).min(1).max(500),
  discount: discount.optional(),
  buyer: buyer.optional(),
  /** The proforma that it came of. */
  proforma: rowId.optional(),
  returned: returned.optional(),
})
export type Cart = z.infer<typeof cart>

const draftTender = z.object({
  /** The till's word for a payment method (`fiscal/codes.ts`). */
  method: z.string().min(1).max(20),
  amount: cents.min(1),
  reference: optionalText(40).optional(),
  tenderId: tenderId.optional(),
  allowUsed: z.literal(true).optional(),
})
/** A window's open sale. */
export const saleDraft = z.object({
  cart,
  requestId: z.string().min(8).max(64),
  /** On the payment step: the payments so far. */
  paying: z.boolean(),
  tenders: z.array(draftTender).max(10),
  /** The payments sent with the request to complete it, which has no response yet. */
  asked: z.array(draftTender).max(10).nullable(),
  /** What the last act added, in hundredths. So much of it as the sale gained may be taken off without an approval. */
  added: z.object({ itemId: rowId, quantity }).optional(),
})
export type SaleDraft = z.infer<typeof saleDraft>
/** A window's own id. */
const tillWindow = z.string().min(8).max(64)

const completed = z.object({
  invoiceId: rowId,
  /** The till's own number, printed at once. */
  number: z.string(),
  total: cents,
  /** The amount received. Less the change, the shortfall to the total is on credit. */
  tendered: cents,
  change: cents,
  /** What cash paid more than the price; negative: less. */
  rounding: signedCents,
  /** The credit note of an exchange, and the cents of `tendered` that it paid. */
  returned: z
    .object({
      invoiceId: rowId,
      number: z.string(),
      refund: cents,
      /** What goes back to the customer otherwise than as change. */
      back: z.object({ method: z.string(), tender: tenderName, amount: cents }).optional(),
    })
    .optional(),
})

export const saleOperations = {
  'sale.complete': operation({
    summary:
      'Complete a sale: document, stock and queue in one transaction; it is sent to the authority afterwards',
    allow: 'cashier',
    profile: true,
    input: cart.extend({
      /** Empty if the returned goods pay for everything. */
      tenders: z.array(tender).max(10),
      /** Created by the window once per sale, so that a double press or a lost response cannot create it twice. */
      requestId: z.string().min(8).max(64),
    }),
    output: completed,
  }),
  'sale.paidWith': operation({
    summary: 'The newest valid receipt that this M-PESA code, card slip or cheque has paid',
    allow: 'cashier',
    profile: true,
    input: tender.pick({ method: true, tenderId: true }).extend({ reference: text(40) }),
    output: z.object({
      receipt: z.object({ id: rowId, number: z.string(), soldAt: moment, total: cents }).nullable(),
    }),
  }),
  'sale.keepDraft': operation({
    summary: "Store a window's open sale over a power cut; null: it has none",
    allow: 'cashier',
    profile: true,
    input: z.object({ window: tillWindow, draft: saleDraft.nullable() }),
    output: z.object({}),
  }),
  'sale.void': operation({
    summary: 'Take goods off the open sale, or drop it, where the table of acts asks for approval',
    allow: 'cashier',
    profile: true,
    input: z.object({
      window: tillWindow,
      requestId: saleDraft.shape.requestId,
      /** Created by the window once per act. It sends the same again until it has an answer. */
      voidId: z.string().min(8).max(64),
      /** The goods that are taken off. */
      goods: z
        .array(z.object({ itemId: rowId, quantity }))
        .min(1)
        .max(500),
      /** The sale without them; null: the whole sale is dropped. */
      draft: saleDraft.nullable(),
    }),
    output: z.object({}),
  }),
  'sale.drafts': operation({
    summary: 'Open sales of windows, newest first; a window that resumes one stores it under its own id',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({
      drafts: z.array(
        z.object({
          window: tillWindow,
          draft: saleDraft,
          /** The present items of its lines. */
          items: z.array(item),
        }),
      ),
    }),
  }),
  'sale.park': operation({
    summary: 'Park a sale',
    allow: 'cashier',
    profile: true,
    input: z.object({
      cart,
      label: optionalText(40).optional(),
      /** The open sale, which ends with this call. */
      requestId: z.string().min(8).max(64).optional(),
    }),
    output: z.object({ id: rowId }),
  }),
  'sale.parked': operation({
    summary: 'Parked sales',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({
      sales: z.array(
        z.object({
          id: rowId,
          label: z.string(),
          lines: z.int(),
          total: cents,
          cashier: z.string(),
          parkedAt: moment,
        }),
      ),
    }),
  }),
  'sale.resume': operation({
    summary: 'Resume a parked sale; it is then no longer parked',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    /** `items`: the present items of its lines, without deleted ones. */
    output: z.object({ cart, items: z.array(item) }),
  }),
}

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

const invoiceRow = z.object({
  id: rowId,
  kind: z.enum(['sale', 'creditNote']),
  number: z.string(),
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
  /** Its latest credit note; a sale may have several. */
  creditedBy: z.object({ id: rowId, number: z.string() }).nullable(),
  /** The sum of its credit notes, without withdrawn ones. */
  credited: cents,
  credits: z.object({ id: rowId, number: z.string() }).nullable(),
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
    output: z.object({ invoices: z.array(invoiceRow), nextCursor }),
  }),
  'invoice.get': operation({
    summary: 'One receipt with its lines and its history',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
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
      creditNotes: z.array(z.object({ id: rowId, number: z.string(), total: cents })),
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
      id: rowId,
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
      target: z.enum(['window', 'pdf', 'system']).optional(),
      /** Right after the sale: waits up to 3 s for the signature if the authority can be reached. */
      atOnce: z.boolean().default(false),
    }),
    output: z.object({
      printId: rowId,
      /** The document's number. */
      number: z.string(),
      life: receiptLife,
      copyNumber: z.int().nullable(),
      /** The page for the window's own print dialogue; null if the host printed it. */
      html: z.string().nullable(),
      /** Path of a written file. */
      file: z.string().nullable(),
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
