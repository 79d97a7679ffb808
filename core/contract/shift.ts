/** Shifts of the till's drawer: opening, cash in and out, X and Z reports, closing. */
import { z } from 'zod'
import { paymentMethods } from '../fiscal/codes.ts'
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
} from './fields.ts'
import { count, counted, figures, reportHead } from './figures.ts'
import { operation } from './operation.ts'
import { printed } from './printed.ts'
import { tenderName } from './tenders.ts'
import { paper, printTarget } from './workspace.ts'

/** Notes and coins of one kind: `value` in cents. */
const denomination = z.object({ value: z.int().min(1).max(100_000_00), count: z.int().min(0).max(100_000) })
const denominations = z.array(denomination).max(30)
export type Denominations = z.infer<typeof denominations>

/** Cash in the drawer: a sum in cents, or the notes and coins. One of them is needed. */
const cash = { sum: cents.optional(), denominations: denominations.optional() }

/** The window makes it once per act, so that a double press cannot do it twice. */
const requestId = z.string().min(8).max(64)
/** A shift's number. */
const number = z.int().min(1)

const shift = z.object({
  number,
  openedAt: moment,
  openedBy: z.string(),
  float: cents,
  /** null: it is open. */
  closed: z.object({ at: moment, by: z.string(), note: z.string().nullable() }).nullable(),
})
export type ShiftView = z.infer<typeof shift>

const movementKind = z.enum(['payIn', 'payOut', 'drop', 'noSale'])
export type MovementKind = z.infer<typeof movementKind>

const movement = z.object({
  id: rowId,
  kind: movementKind,
  /** 0 for noSale. */
  amount: cents,
  reason: z.string(),
  reference: z.string().nullable(),
  note: z.string().nullable(),
  at: moment,
  by: z.string(),
})
export type Movement = z.infer<typeof movement>

/** What is not finished at a closing. It is carried over: at most twenty of each kind by name, oldest first. */
const carried = z.object({
  parked: z.object({ count, named: z.array(z.object({ name: z.string(), total: cents })) }),
  unprinted: z.object({ count, named: z.array(z.object({ name: z.string(), total: cents })) }),
  /** Of any shift. */
  unsigned: z.object({
    count,
    named: z.array(
      z.object({
        name: z.string(),
        total: signedCents,
        soldAt: moment,
        state: z.enum(['queued', 'sending', 'unknown', 'refused']),
        /** The authority's words; null: it has not answered. */
        text: z.string().nullable(),
      }),
    ),
  }),
})
export type Carried = z.infer<typeof carried>

/** X while the shift is open, Z as it was written at the closing. */
const shiftReport = z.object({
  ...reportHead,
  shift,
  /** Documents that the till made in the shift. */
  ...figures.shape,
  /** Documents of other software meanwhile. They belong to no drawer. */
  software: counted,
  drawer: z.object({
    float: cents,
    /** Cash of sales without change, and cash refunds (negative). */
    sales: signedCents,
    refunds: signedCents,
    /** Cash that customers paid on account. */
    onAccount: signedCents,
    payIn: counted,
    /** Negative, as drops are. */
    payOut: counted,
    drop: counted,
    /** How often the drawer was opened without a sale. */
    noSale: count,
    expected: signedCents,
  }),
  /** Per payment method and tender; null: not counted. Cash is counted in each Z. */
  tenders: z.array(
    z.object({
      method: z.enum(paymentMethods),
      tender: tenderName,
      expected: signedCents,
      counted: cents.nullable(),
      difference: signedCents.nullable(),
    }),
  ),
  denominations: denominations.nullable(),
  /** true: the difference was large, and no manager approved it. */
  toReview: z.boolean(),
  /** Valid documents since the installation, of the till and of other software. */
  grandTotal: z.object({ sales: counted, creditNotes: counted, total: signedCents }),
  carried,
})
export type ShiftReport = z.infer<typeof shiftReport>

/** A closing with a large difference that no manager approved; null: it is none. `done` null: nobody looked at it. */
const review = z.object({ done: z.object({ at: moment, by: z.string() }).nullable() }).nullable()

const listed = shift.extend({
  /** Cents of cash; null: open, or this person may not see them. */
  expected: signedCents.nullable(),
  counted: cents.nullable(),
  review,
})
export type ListedShift = z.infer<typeof listed>

const paperAsked = { language: language.default('en'), paper: paper.optional() }

export const shiftOperations = {
  'shift.state': operation({
    summary: 'The open shift; null: none',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ open: shift.nullable() }),
  }),
  'shift.open': operation({
    summary: 'Open a shift with the cash in the drawer',
    allow: 'cashier',
    profile: true,
    input: z.object({ ...cash, requestId }),
    output: shift,
  }),
  'shift.get': operation({
    summary: 'A shift with its cash movements and its report: X while it is open, Z afterwards',
    allow: 'cashier',
    profile: true,
    input: z.object({ number, ...paperAsked }),
    output: z.object({
      shift,
      /** The newest 200. */
      movements: z.array(movement),
      carried,
      /** null: this person may not see the figures (settings `blindCount`, `cashierSeesFigures`). */
      report: shiftReport.nullable(),
      review,
      /** The report as it prints. */
      html: z.string().nullable(),
    }),
  }),
  'shift.addCash': operation({
    summary: 'Cash into the drawer, out of it, to the safe; or the drawer opened without a sale',
    allow: 'cashier',
    profile: true,
    input: z.object({
      /** The shift that the window shows. */
      number,
      kind: movementKind,
      /** Absent for noSale. */
      amount: cents.min(1).optional(),
      reason: text(60),
      reference: optionalText(40).optional(),
      note: optionalText(200).optional(),
      requestId,
    }),
    output: movement,
  }),
  'shift.close': operation({
    summary: 'Close the open shift with the counted cash, and write its Z report; once',
    allow: 'cashier',
    profile: true,
    input: z.object({
      number,
      ...cash,
      /** Counted sums of other payment methods, cents. */
      others: z
        .array(z.object({ method: z.enum(paymentMethods), tender: text(30).optional(), sum: cents }))
        .max(100)
        .default([]),
      /** Required if the cash differs. */
      note: optionalText(200).optional(),
      /** Close with a large difference although no manager approves: a manager reviews it later. */
      toReview: z.literal(true).optional(),
      requestId,
    }),
    output: shift,
  }),
  'shift.list': operation({
    summary: 'Shifts, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({ ...page }),
    output: z.object({ shifts: z.array(listed), nextCursor }),
  }),
  'shift.review': operation({
    summary: 'Mark a closing with a large difference as reviewed',
    allow: 'manager',
    profile: true,
    input: z.object({ number }),
    output: z.object({}),
  }),
  'shift.print': operation({
    summary: 'Print X, Z, or the slip of a cash movement; a Z or a slip that was printed before is a COPY',
    allow: 'cashier',
    profile: true,
    input: z.object({
      /** The report of this shift; with `movement` that slip of it. */
      number,
      movement: rowId.optional(),
      ...paperAsked,
      target: printTarget.optional(),
    }),
    output: z.object({
      /** 0: the first print, or an X. */
      copy: count,
      ...printed,
    }),
  }),
}
