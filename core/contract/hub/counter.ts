/** What tills of a branch share at the counter. Money is cents, quantity hundredths, `at` epoch milliseconds. */
import { z } from 'zod'
import { creditedParts, saleName } from './credits.ts'

const uuid = z.uuid()

/** A parked sale, as its till tells the hub and the hub its siblings: the content of a fact of the kind `parked`. */
export const parkedSale = z.object({
  uid: uuid,
  label: z.string(),
  /** Number of lines. */
  lines: z.int().min(1),
  total: z.int(),
  cashier: z.string(),
  at: z.int(),
  /** The cart as `contract/sale.ts` has it, with uids in place of local ids: `item` of a line, `customer` of the buyer. */
  cart: z.looseObject({
    lines: z.array(z.looseObject({ item: uuid })).min(1),
    buyer: z.looseObject({ customer: uuid.optional() }).optional(),
  }),
})
export type ParkedSale = z.infer<typeof parkedSale>

/** The content of a fact of the kind `resumed`: the sale is open at a window of this till again. */
export const resumedSale = z.object({ uid: uuid })

/** What the hub tells of a parked sale that can be taken or was taken. */
export const parkedTold = parkedSale.extend({
  /** The till that parked it. */
  origin: uuid,
  /** Who took it; null: nobody did. */
  taker: z.string().nullable(),
})
export type ParkedTold = z.infer<typeof parkedTold>

/** By a till's uid: the number of its last fact that a stock level contains. */
export const heardOf = z.record(uuid, z.int().min(0))
export type HeardOf = z.infer<typeof heardOf>

/** Goods that a booked count found: the content of a fact of the kind `counted`. */
export const countedGoods = z.object({
  lines: z.array(
    z.object({
      item: uuid,
      /** When it was counted, epoch milliseconds. */
      at: z.int(),
      /** What the counting till knew of the others then. */
      heard: heardOf,
    }),
  ),
})
export type CountedGoods = z.infer<typeof countedGoods>

/** A till wants something that only one may take. The same `request` again gets the same answer. */
export const parkedClaim = z.object({
  what: z.literal('parked'),
  uid: uuid,
  request: uuid,
  /** The person. */
  who: z.string().min(1).max(100),
})
export const creditClaim = z.object({
  what: z.literal('credit'),
  request: uuid,
  who: z.string().min(1).max(100),
  sale: saleName,
  /** Of the sale as the till knows it. */
  version: z.string().length(64),
  credit: creditedParts,
})
export const claimRequest = z.discriminatedUnion('what', [parkedClaim, creditClaim])
export type ClaimRequest = z.infer<typeof claimRequest>
export type ParkedClaim = z.infer<typeof parkedClaim>
export type CreditClaim = z.infer<typeof creditClaim>

export const claimAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('granted') }),
  /** Another till has it. */
  z.object({ outcome: z.literal('held'), till: z.string(), who: z.string() }),
  /** It ended: it was resumed. */
  z.object({ outcome: z.literal('gone'), till: z.string().nullable(), who: z.string().nullable() }),
  /** The sale is not as the till knows it. The till looks again. */
  z.object({ outcome: z.literal('changed') }),
])
export type ClaimAnswer = z.infer<typeof claimAnswer>
