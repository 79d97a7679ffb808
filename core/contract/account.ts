/** Customers' accounts: what they bought, owe and paid. Credit notes and payments reduce what is owed. */
import { z } from 'zod'
import { customer } from './customer.ts'
import {
  cents,
  language,
  moment,
  nextCursor,
  optionalText,
  page,
  rowId,
  signedCents,
  text,
  wireDate,
} from './fields.ts'
import { operation } from './operation.ts'
import { printed } from './printed.ts'
import { tender } from './sale.ts'
import { tenderName } from './tenders.ts'
import { paper, printTarget } from './workspace.ts'

const requestId = z.string().min(8).max(64)

const entry = z.object({
  kind: z.enum(['sale', 'creditNote', 'paid', 'paidBefore']),
  /** Of the document, or of the payment. */
  id: rowId,
  number: z.string(),
  at: moment,
  /** The document's total (negative for a credit note), or the payment. */
  total: signedCents,
  /** How it changes what is owed; 0: paid at once. */
  change: signedCents,
  /** The till's word (`fiscal/codes.ts`). */
  method: z.string().nullable(),
  tender: tenderName,
  /** Of a payment. */
  note: z.string().optional(),
})
export type AccountEntry = z.infer<typeof entry>

const openSale = z.object({
  id: rowId,
  number: z.string(),
  soldAt: moment,
  /** What was on credit, and what of it is still owed. */
  credit: cents,
  owed: signedCents,
  /** From before there were accounts: a manager may mark it as paid before. */
  earlier: z.boolean(),
})
export type OpenSale = z.infer<typeof openSale>

const standing = {
  /** For sales of this till. Payments at other tills are subtracted. */
  owed: signedCents,
  /** The oldest open sale. */
  since: moment.nullable(),
  /** Owed for 0 to 30 days, 31 to 60, 61 to 90, and longer. */
  ageing: z.tuple([signedCents, signedCents, signedCents, signedCents]),
}

const payment = z.object({
  id: rowId,
  number: z.int(),
  amount: cents,
  method: z.string().nullable(),
  tender: tenderName,
  reference: z.string().nullable(),
  note: z.string().nullable(),
  at: moment,
  by: z.string(),
  /** What the customer owed after it, at all tills. */
  owed: signedCents,
  sales: z.array(z.object({ number: z.string(), amount: cents })),
  /** What of the amount pays for sales at other tills. */
  otherTills: cents,
})
export type AccountPayment = z.infer<typeof payment>

const statement = z.object({
  /** Local days `YYYYMMDD`, both included. */
  from: wireDate,
  to: wireDate,
  owedBefore: signedCents,
  entries: z.array(entry),
  /** At this till. */
  owed: signedCents,
  /** At other tills now, less what they took for this one; 0: the statement ends in the past. */
  elsewhere: signedCents,
})
export type Statement = z.infer<typeof statement>

const paperAsked = {
  language: language.default('en'),
  paper: paper.optional(),
}

export const accountOperations = {
  'account.get': operation({
    summary: 'A customer with what is owed and since when',
    allow: 'cashier',
    profile: true,
    input: z.object({ customerId: rowId }),
    output: z.object({
      customer: customer.extend({ id: rowId, number: z.int() }),
      ...standing,
      /** What is owed at other tills, as the hub told last. */
      elsewhere: signedCents,
      /** Oldest first, at most 200. */
      open: z.array(openSale),
      /** Customers that were merged into this one. */
      merged: z.array(z.object({ number: z.int(), name: z.string() })),
    }),
  }),
  'account.entries': operation({
    summary: "A customer's purchases, credit notes and payments, newest first",
    allow: 'cashier',
    profile: true,
    input: z.object({ customerId: rowId, ...page }),
    output: z.object({ entries: z.array(entry), nextCursor }),
  }),
  'account.pay': operation({
    summary: 'A payment on account, against the oldest sales or the chosen ones, then for other tills; once',
    allow: 'cashier',
    profile: true,
    input: z.object({
      customerId: rowId,
      /** From the authority's table 07; not credit. */
      method: tender.shape.method,
      tenderId: tender.shape.tenderId,
      amount: cents.min(1),
      reference: optionalText(40).optional(),
      allowUsed: tender.shape.allowUsed,
      note: optionalText(200).optional(),
      /** Chosen open sales; absent: the oldest first, then those of other tills. */
      sales: z.array(rowId).min(1).max(200).optional(),
      requestId,
    }),
    output: payment,
  }),
  'account.markPaid': operation({
    summary: 'Mark open sales from before there were accounts as paid before',
    allow: 'manager',
    profile: true,
    input: z.object({
      customerId: rowId,
      sales: z.array(rowId).min(1).max(200),
      /** How the manager knows. It stands in the audit trail and in the statement. */
      note: text(200),
      requestId,
    }),
    output: payment,
  }),
  'account.printPayment': operation({
    summary: 'Print the acknowledgement of a payment on account; after the first print it is a COPY',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId, ...paperAsked, target: printTarget.optional() }),
    output: z.object({ copy: z.int().min(0), ...printed }),
  }),
  'account.statement': operation({
    summary: "A customer's statement of a time, at most 1,000 entries",
    allow: 'cashier',
    profile: true,
    input: z.object({ customerId: rowId, from: wireDate, to: wireDate, ...paperAsked }),
    output: z.object({
      statement,
      /** The statement as it prints. */
      html: z.string(),
    }),
  }),
  'account.printStatement': operation({
    summary: "Print a customer's statement, or write it as a file",
    allow: 'cashier',
    profile: true,
    input: z.object({
      customerId: rowId,
      from: wireDate,
      to: wireDate,
      ...paperAsked,
      /** csv: a file for a spreadsheet (RFC 4180, shillings). */
      target: z.enum([...printTarget.options, 'csv']).optional(),
    }),
    output: z.object(printed),
  }),
  'account.merge': operation({
    summary: 'Merge a customer into another one, which gets its purchases and debts; nothing is deleted',
    allow: 'manager',
    profile: true,
    input: z.object({ from: rowId, into: rowId }),
    output: customer,
  }),
}
