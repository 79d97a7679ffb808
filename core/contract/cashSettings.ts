/** Settings of a profile about its drawer. */
import { z } from 'zod'
import { cents } from './fields.ts'
import { tenderList } from './tenders.ts'

export const cashSettings = {
  /** A sale at the till needs an open shift. */
  shiftRequired: z.boolean(),
  /** A cashier who counts the drawer does not see what is expected until the count is in. */
  blindCount: z.boolean(),
  /** Cashiers see the figures of the open shift, and of those that they opened or closed. */
  cashierSeesFigures: z.boolean(),
  /** Cents that the counted cash may differ from the expected cash without a manager. */
  differenceLimit: cents,
  /** Cash pays and returns whole shillings, half a shilling up. Totals and taxes stay exact. */
  roundCash: z.boolean(),
  /** The ways to pay, as the owner lists them. */
  tenders: tenderList,
  /** Notes and coins, cents, as the till lists them for a count. */
  denominations: z.array(z.int().min(1).max(100_000_00)).min(1).max(30),
}
