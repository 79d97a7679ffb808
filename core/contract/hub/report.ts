/** A day of a branch: all its tills together. Money is cents; credit notes are negative. Moments are epoch milliseconds. */
import { z } from 'zod'
import { taxType, wireDate } from '../fields.ts'

const count = z.int().min(0)
const counted = z.object({ count, total: z.int() })

export const branchReport = z.object({
  day: wireDate,
  /** The authority's `bhfId`. */
  branch: z.string(),
  /** By the hub's clock. */
  madeAt: z.int(),
  sales: counted,
  creditNotes: counted,
  total: z.int(),
  taxable: z.int(),
  tax: z.int(),
  taxes: z.array(z.object({ taxType, total: z.int(), taxable: z.int(), tax: z.int() })),
  /**
   * Per way to pay, without change. `tender`: as the shop calls it; null: `method` is the till's own word for it, or empty if
   * none was named.
   */
  payments: z.array(
    z.object({ method: z.string(), tender: z.string().nullable(), paid: z.int(), refunded: z.int() }),
  ),
  /** What cash paid more than the prices, less what it returned more. */
  rounding: z.int().default(0),
  /** Payments of customers on account. They are no sales. */
  onAccount: z
    .array(z.object({ method: z.string(), tender: z.string().nullable(), ...counted.shape }))
    .default([]),
  /** Cash in and out of the drawers; what went out is negative. */
  cash: z.object({ payIn: counted, payOut: counted, drop: counted }).optional(),
  /** Documents that were cancelled. They are in no other sum. */
  cancelled: counted.default({ count: 0, total: 0 }),
  sellers: z.array(z.object({ name: z.string(), documents: count, total: z.int() })),
  tills: z.array(
    z.object({
      name: z.string(),
      sales: counted,
      creditNotes: counted,
      total: z.int(),
      /** Documents that the authority has not signed yet. */
      unsigned: counted,
      /** null: nothing was heard of it yet. */
      heardAt: z.int().nullable(),
      /** Rows that the till said it has and the hub does not; null: not known. */
      waiting: count.nullable(),
      /** False: it may have sold on that day since it was heard of. */
      complete: z.boolean(),
    }),
  ),
  /** Documents that the authority rejected. They are in the sums. */
  rejected: counted,
  /** Shifts that were closed on that day, or are open. */
  shifts: z.array(
    z.object({
      till: z.string(),
      number: z.int().nullable(),
      openedAt: z.int().nullable(),
      /** null: it is open. */
      closedAt: z.int().nullable(),
      by: z.string().nullable(),
      expected: z.int().nullable(),
      counted: z.int().nullable(),
    }),
  ),
})
export type BranchReport = z.infer<typeof branchReport>

/** Days of a list of best sellers. */
export const mostDays = 31
/** The goods that a branch sold most of, by their price; credit notes are subtracted. Quantities are hundredths. */
export const bestSellers = z.object({
  goods: z.array(z.object({ name: z.string(), quantity: z.int(), total: z.int() })),
})
export type BestSellers = z.infer<typeof bestSellers>
