/** Shifts and cash movements for other software. Amounts are in the shop's currency, with two decimals. */
import { z } from 'zod'
import { paymentMethods } from '../fiscal/codes.ts'
import { isoMoment, nextCursor, queryPage, taxType, wholeNumber } from './fields.ts'
import { operation } from './operation.ts'

const amount = z.number()
const count = z.int().min(0)
const counted = z.object({ count, amount })
const tender = z.string().nullable().describe("the name of the shop's own tender then; null: the usual one")

const head = {
  number: z.int(),
  state: z.enum(['open', 'closed']),
  openedAt: isoMoment,
  openedBy: z.string(),
  float: amount.describe('cash in the drawer at the opening'),
  closedAt: isoMoment.nullable(),
  closedBy: z.string().nullable(),
  note: z.string().nullable().describe('of the closing'),
}

const sums = z.object({ count, amount, discount: amount, taxable: amount, tax: amount })

const report = z.object({
  sales: sums,
  creditNotes: sums.describe('negative'),
  taxes: z.array(z.object({ taxTyCd: taxType, percent: z.number(), amount, taxable: amount, tax: amount })),
  payments: z.array(
    z.object({
      method: z.string().nullable().describe(`one of ${paymentMethods.join()}; null: not given`),
      tender,
      paid: amount.describe('without change'),
      refunded: amount.describe('negative'),
    }),
  ),
  rounding: amount.describe('what cash paid more than the prices; negative: less. It is in no total'),
  onAccount: z
    .array(z.object({ method: z.string(), tender, ...counted.shape }))
    .describe('paid by customers for earlier sales'),
  unofficial: z
    .object({ TS: counted, TC: counted.describe('negative'), PS: counted, copies: counted })
    .describe('training sales and credit notes, proformas, and their copies; they are in no other sum'),
  cashiers: z.array(z.object({ name: z.string(), sales: count, creditNotes: count, amount })),
  drawer: z.object({
    sales: amount,
    refunds: amount.describe('negative, as payOut and drop'),
    onAccount: amount.describe('the cash among payments on account'),
    payIn: counted,
    payOut: counted,
    drop: counted,
    noSale: count.describe('openings of the drawer without a sale'),
    expected: amount,
  }),
  counted: z
    .array(z.object({ method: z.string(), tender, expected: amount, counted: amount, difference: amount }))
    .describe('the count of the closing, per payment method'),
  software: counted.describe('documents of other software meanwhile; they belong to no drawer'),
  grandTotal: amount.describe('sales less credit notes since the installation'),
  unsigned: count.describe('documents without a signature when the report was made'),
})

export const shiftRestOperations = {
  'shift.find': operation({
    summary: 'Shifts of the till, oldest first (extension)',
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/shifts', role: 'manager', envelope: 'resultCode', extension: true },
    input: z.looseObject({
      from: wholeNumber.min(1).optional().describe('the first shift number'),
      ...queryPage,
    }),
    output: z.object({
      shifts: z.array(
        z.object({
          ...head,
          expected: amount.nullable().describe('cash; null while the shift is open'),
          counted: amount.nullable(),
        }),
      ),
      nextCursor,
    }),
  }),
  'shift.look': operation({
    summary: 'One shift with its report: X while it is open, Z afterwards (extension)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'GET',
      path: '/shifts/:number',
      role: 'manager',
      envelope: 'resultCode',
      extension: true,
    },
    input: z.looseObject({ number: wholeNumber.min(1) }),
    output: z.object({ ...head, report }),
  }),
  'shift.findCash': operation({
    summary: 'Cash paid in, paid out and dropped, and openings of the drawer, oldest first (extension)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'GET',
      path: '/cash-movements',
      role: 'manager',
      envelope: 'resultCode',
      extension: true,
    },
    input: z.looseObject({ shift: wholeNumber.min(1).optional().describe("a shift's number"), ...queryPage }),
    output: z.object({
      movements: z.array(
        z.object({
          uid: z.string(),
          shift: z.int(),
          kind: z.enum(['payIn', 'payOut', 'drop', 'noSale']),
          amount: amount.describe('always positive; 0 for noSale'),
          reason: z.string(),
          reference: z.string().nullable(),
          note: z.string().nullable(),
          movedAt: isoMoment,
          movedBy: z.string(),
        }),
      ),
      nextCursor,
    }),
  }),
}
