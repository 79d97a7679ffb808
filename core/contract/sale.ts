/** Ringing up: completing, parking, and the interface's own way to submit a sale. */
import { z } from 'zod'
import {
  callerItemCode,
  callerPin,
  cents,
  itemType,
  moment,
  nation,
  nextCursor,
  optionalText,
  orElse,
  page,
  quantity,
  rowId,
  signedCents,
  tableCode,
  taxpayerPin,
  taxType,
  text,
  wireDate,
  wireDateTime,
} from './fields.ts'
import { operation } from './operation.ts'

export const discount = z.discriminatedUnion('kind', [
  /** 1 000 basis points = 10 %. */
  z.object({ kind: z.literal('percent'), basisPoints: z.int().min(1).max(10_000) }),
  z.object({ kind: z.literal('amount'), cents: cents.min(1) }),
])
export type Discount = z.infer<typeof discount>

export const cartLine = z.object({
  itemId: rowId,
  quantity,
  /** VAT inclusive; absent = the item's price today. Changing it takes a manager. */
  unitPrice: cents.optional(),
  discount: discount.optional(),
})
export type CartLine = z.infer<typeof cartLine>

export const buyer = z.object({ pin: taxpayerPin, name: optionalText(60).optional() })

export const cart = z.object({
  lines: z.array(cartLine).min(1).max(500),
  discount: discount.optional(),
  buyer: buyer.optional(),
})
export type Cart = z.infer<typeof cart>

export const tender = z.object({
  /** From the authority's table 07: 01 cash, 02 credit, … */
  method: z.string().min(1).max(5),
  /** What was handed over, cents; for cash it may be more than is due. */
  amount: cents.min(1),
  /** M-PESA code, cheque or card slip number. */
  reference: optionalText(40).optional(),
})
export type Tender = z.infer<typeof tender>

export const completed = z.object({
  invoiceId: rowId,
  /** The till's own number, printed at once. */
  number: z.string(),
  total: cents,
  tendered: cents,
  change: cents,
})

const optionalNumber = z.number().nullish()

/** Line of a sale as `spec 2.5` has it. */
export const saleLine = z.looseObject({
  itemClsCd: z
    .string()
    .regex(/^\d{10}$/, 'ten digits')
    .nullish(),
  itemCd: callerItemCode,
  itemTyCd: orElse(itemType, '3'),
  itemNm: text(200),
  orgnNatCd: orElse(nation, 'KE'),
  pkgUnitCd: tableCode.nullish(),
  qtyUnitCd: tableCode,
  taxTyCd: taxType,
  prc: z.number().min(0).max(99_999_999_999),
  qty: z.number().positive().max(99_999_999),
  dcRt: z.number().min(0).max(100).nullish(),
  dcAmt: z.number().min(0).max(99_999_999_999).nullish(),
  taxblAmt: z.number().min(0).max(99_999_999_999),
  taxAmt: z.number().min(0).max(99_999_999_999),
  totAmt: z.number().min(0).max(99_999_999_999),
})
export type SaleLine = z.infer<typeof saleLine>

/** A number that callers send as text or as a number (`spec 4.12` uses both). */
export const callerNumber = z
  .union([
    z.int().min(0),
    z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{1,50}$/, 'up to 50 letters and digits without spaces'),
  ])
  .transform((value) => String(value))

export const saleHeader = z.looseObject({
  invcNo: callerNumber,
  /** Today when absent. */
  salesDt: wireDate.nullish(),
  pmtTyCd: tableCode.nullish(),
  rcptTyCd: orElse(z.enum(['S']), 'S'),
  salesSttsCd: orElse(z.enum(['02']), '02'),
  /** The authority takes shillings only: another currency is refused, not converted. */
  currency: optionalText(3).nullish(),
  exchangeRate: optionalNumber,
  destnCountryCd: optionalText(5).nullish(),
  /** Where given, they must be the sums of the lines. */
  totTaxblAmt: optionalNumber,
  totTax: optionalNumber,
  totAmt: optionalNumber,
  regrId: optionalText(20).nullish(),
  regrNm: optionalText(60).nullish(),
  modrId: optionalText(20).nullish(),
  modrNm: optionalText(60).nullish(),
  custTin: callerPin,
  custNm: optionalText(200).nullish(),
})

/** `spec 2.6`. */
export const submissionResult = z.object({
  cisInvcNo: z.int(),
  intrlData: z.string(),
  rcptSign: z.string(),
  sdcDateTime: wireDateTime,
  totRcptNo: z.int(),
})

export const saleOperations = {
  'sale.complete': operation({
    summary:
      'Complete a sale: document, stock and queue in one transaction; the authority is told afterwards',
    allow: 'cashier',
    app: true,
    input: cart.extend({
      tenders: z.array(tender).min(1).max(10),
      /** Made by the window once per sale, so that a double press or a lost answer cannot ring it up twice. */
      requestId: z.string().min(8).max(64),
    }),
    output: completed,
  }),
  'sale.park': operation({
    summary: 'Put a sale aside',
    allow: 'cashier',
    app: true,
    input: z.object({ cart, label: optionalText(40).optional() }),
    output: z.object({ id: rowId }),
  }),
  'sale.parked': operation({
    summary: 'Sales put aside',
    allow: 'cashier',
    app: true,
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
    summary: 'Take a parked sale back; it is parked no longer',
    allow: 'cashier',
    app: true,
    input: z.object({ id: rowId }),
    output: z.object({ cart }),
  }),
  'sale.submit': operation({
    summary: 'Submit a sales invoice, registering its items first if asked (spec 4.11)',
    allow: 'software',
    app: true,
    rest: { method: 'POST', path: '/sales-with-items', role: 'cashier', envelope: 'successFlag' },
    input: z.looseObject({
      transaction: saleHeader,
      lineItems: z.array(saleLine).min(1).max(500),
      receipt: orElse(z.looseObject({ custTin: callerPin }), { custTin: null }),
      autoRegisterItems: orElse(z.boolean(), false),
    }),
    output: submissionResult,
  }),
}

export const invoiceState = z.enum([
  /** Kept, not sent yet or being sent. */
  'waiting',
  /** Sent, the answer did not come back. */
  'unknown',
  'signed',
  /** The authority has it but its signature could not be had. */
  'acceptedUnsigned',
  'refused',
  'withdrawn',
])

export const invoiceRow = z.object({
  id: rowId,
  kind: z.enum(['sale', 'creditNote']),
  number: z.string(),
  soldAt: moment,
  cashier: z.string(),
  total: signedCents,
  lines: z.int(),
  buyerPin: z.string().nullable(),
  buyerName: z.string().nullable(),
  state: invoiceState,
  /** `{sdcId}/{curRcptNo}` once signed. */
  controlUnitNumber: z.string().nullable(),
  creditedBy: z.object({ id: rowId, number: z.string() }).nullable(),
  credits: z.object({ id: rowId, number: z.string() }).nullable(),
  copies: z.int(),
  printed: z.boolean(),
})
export type InvoiceRow = z.infer<typeof invoiceRow>

export const invoiceOperations = {
  'invoice.list': operation({
    summary: 'Receipts, newest first',
    allow: 'cashier',
    app: true,
    input: z.object({
      /** Local day `YYYYMMDD`. */
      day: wireDate.optional(),
      /** Number, PIN, name, control unit number, amount, or the address in a receipt's QR. */
      text: optionalText(200).optional(),
      state: z.enum(['all', 'waiting', 'signed', 'refused']).default('all'),
      ...page,
    }),
    output: z.object({ invoices: z.array(invoiceRow), nextCursor }),
  }),
  'invoice.get': operation({
    summary: 'One receipt with its lines and its story',
    allow: 'cashier',
    app: true,
    input: z.object({ id: rowId }),
    output: invoiceRow.extend({
      items: z.array(
        z.object({
          name: z.string(),
          quantity,
          unitPrice: cents,
          discount: cents,
          total: cents,
          taxType,
          quantityUnit: z.string(),
        }),
      ),
      tenders: z.array(z.object({ method: z.string(), amount: cents, reference: z.string().nullable() })),
      change: cents,
      taxable: cents,
      tax: cents,
      discount: cents,
      reason: z.string().nullable(),
      submissionId: rowId.nullable(),
      signature: z.string().nullable(),
      signedAt: wireDateTime.nullable(),
    }),
  }),
  'invoice.credit': operation({
    summary: 'Credit a whole sale',
    allow: 'manager',
    app: true,
    input: z.object({
      id: rowId,
      /** Table 32 (`authority §3`). */
      reason: z.string().regex(/^\d{2}$/, 'a two-digit reason'),
      /** Put the goods back on the shelf. */
      returnStock: z.boolean().default(true),
    }),
    output: z.object({ invoiceId: rowId, number: z.string(), total: cents }),
  }),
  'invoice.enterSignature': operation({
    summary: 'Enter the signature of a document the authority has but answered nothing for',
    allow: 'manager',
    app: true,
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
    app: true,
    input: z.object({ invoiceId: rowId, paper: z.enum(['58mm', '80mm', 'A4']).optional() }),
    output: z.object({
      life: z.enum(['awaiting', 'original', 'copy', 'unsigned']),
      copyNumber: z.int().nullable(),
      html: z.string(),
    }),
  }),
  'receipt.print': operation({
    summary: 'Print: the signed original once, afterwards numbered copies; before the signature as awaiting',
    allow: 'cashier',
    app: true,
    input: z.object({
      invoiceId: rowId,
      paper: z.enum(['58mm', '80mm', 'A4']).optional(),
      target: z.enum(['window', 'pdf', 'system']).optional(),
    }),
    output: z.object({
      printId: rowId,
      life: z.enum(['awaiting', 'original', 'copy', 'unsigned']),
      copyNumber: z.int().nullable(),
      /** The page to print when the window prints itself; null when the host has printed it. */
      html: z.string().nullable(),
      /** Where a file was written. */
      file: z.string().nullable(),
    }),
  }),
  'receipt.printed': operation({
    summary: 'What became of a print that the window did itself',
    allow: 'cashier',
    app: true,
    input: z.object({ printId: rowId, outcome: z.enum(['printed', 'failed']) }),
    output: z.object({}),
  }),
}
