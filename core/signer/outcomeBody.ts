/** How a till's document ended, as the signer tells its till. It is the body of a feed row `outcome`. */
import { z } from 'zod'

const text = z.string().nullable()

export const outcomeBody = z.object({
  /** The till's own submission. */
  submission: z.int(),
  /** The newest fact of the till about it that the signer knows. */
  answers: z.int(),
  /** `held`: it is not sent yet, for a reason in `text`. */
  state: z.enum(['accepted', 'refused', 'withdrawn', 'held']),
  code: text,
  /** The authority's words, or Kaunta's. */
  text,
  /** JSON, as in the queue. Items are named by uid. */
  remedy: text,
  /** Who withdrew it. */
  by: text,
  /** At the authority. */
  number: z.int().nullable(),
  /** The authority has the document and did not return its signature. */
  unsigned: z.boolean(),
  signature: z
    .object({
      receiptNumber: z.int(),
      totalReceiptNumber: z.int(),
      internalData: z.string(),
      signature: z.string(),
      signedAt: z.string(),
    })
    .nullable(),
  scuId: text,
  mrcNo: text,
  /** Epoch milliseconds. */
  at: z.int(),
})
export type OutcomeBody = z.infer<typeof outcomeBody>
