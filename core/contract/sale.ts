/**
 * Sales at the till: completing and parking. Stored sales are in `invoice.ts`; documents of other software are in `callerSale.ts` and
 * `creditNote.ts`.
 */
import { z } from 'zod'
import {
  cents,
  documentId,
  moment,
  optionalText,
  quantity,
  rowId,
  signedCents,
  taxpayerPin,
  text,
  uuid,
} from './fields.ts'
import { item } from './item.ts'
import { operation } from './operation.ts'
import { tenderId, tenderName } from './tenders.ts'

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
export const returnedLines = z
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
export const creditReason = z.string().regex(/^\d{2}$/, 'a two-digit reason')

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
export const returned = z.object({
  /** The earlier sale. */
  id: documentId,
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
          /** null: it was parked at another till of the branch. */
          id: rowId.nullable(),
          /** Its name at the tills of the branch; null: this till alone has it. */
          uid: uuid.nullable(),
          label: z.string(),
          lines: z.int(),
          total: cents,
          cashier: z.string(),
          parkedAt: moment,
          /** The till where it was parked; null: this one. */
          till: z.string().nullable(),
          /** Who took it at another till; null: it can be taken. */
          takenBy: z.object({ name: z.string(), till: z.string() }).nullable(),
        }),
      ),
      /** Since when the hub has not answered, so that sales of other tills are not listed; null: it answers, or there is none. */
      silentSince: moment.nullable(),
    }),
  }),
  'sale.resume': operation({
    summary: 'Resume a parked sale; it is then no longer parked',
    allow: 'cashier',
    profile: true,
    input: z
      .object({
        /** A sale that was parked at this till. */
        id: rowId.optional(),
        /** A sale that was parked at another till of the branch. */
        uid: uuid.optional(),
        /** Takes a sale of this till although the hub does not say whether another till has it. */
        sure: z.boolean().default(false),
        /** The window, and its new sale: it is stored over a power cut with this call. */
        draft: z.object({ window: tillWindow, requestId: saleDraft.shape.requestId }).optional(),
      })
      .refine(({ id, uid: of }) => (id === undefined) !== (of === undefined), {
        error: 'an id, or a uid in its place',
        path: ['id'],
      }),
    /** `items`: the present items of its lines, without deleted ones. */
    output: z.object({ cart, items: z.array(item) }),
  }),
}
