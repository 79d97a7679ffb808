/** Acts that a person may do, may do with another person's approval, or may not do. */
import { z } from 'zod'

const right = z.enum(['allowed', 'approval', 'no'])
export type Right = z.infer<typeof right>
const rankOfRight: Record<Right, number> = { no: 0, approval: 1, allowed: 2 }

/** Nobody is above an owner, so nobody could approve an owner's act. */
const rights = z
  .object({ cashier: right, manager: right, owner: z.enum(['allowed', 'no']) })
  .refine(({ cashier, manager }) => rankOfRight[cashier] <= rankOfRight[manager], {
    path: ['manager'],
    error: 'at least what a cashier may do',
  })
  .refine(({ manager, owner }) => rankOfRight[manager] <= rankOfRight[owner], {
    path: ['owner'],
    error: 'at least what a manager may do',
  })
export type Rights = z.infer<typeof rights>

/**
 * The table of acts. `discountAbove`: more than the setting `cashierDiscount`. `belowStock`: while the setting
 * `blockBelowStock` is on. `closeWithDifference`: more than the setting `differenceLimit`. `cashAboveDrawer`: a refund
 * or a pay-out of more cash than the drawer of the open shift should hold. `creditAboveLimit`: a sale on credit after
 * which the customer owes more than the limit. `printOriginalAgain`: a fourth time and later. `usedCode`: an M-PESA code
 * that paid another receipt. `voidLine`: a line removed, or its quantity lowered, after it was added; the line just added
 * may be corrected. `voidSale`: the open sale dropped. `otherItem`: an item that the list lacks, made for the open sale.
 */
export const actTable = z.object({
  priceChange: rights,
  discountAbove: rights,
  belowStock: rights,
  creditNote: rights,
  reprint: rights,
  printOriginalAgain: rights,
  usedCode: rights,
  voidLine: rights,
  voidSale: rights,
  payOut: rights,
  noSale: rights,
  cashAboveDrawer: rights,
  creditAboveLimit: rights,
  training: rights,
  closeWithDifference: rights,
  otherItem: rights,
})
export type ActTable = z.infer<typeof actTable>
export const acts = Object.keys(actTable.shape) as (keyof ActTable)[]
export const act = actTable.keyof()
export type Act = z.infer<typeof act>
