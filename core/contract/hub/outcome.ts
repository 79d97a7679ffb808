/** How a till's document ended at the authority, as the signer of its branch says it: the body of a feed row `outcome`. */
import { z } from 'zod'

const text = z.string().nullable()

export const outcomeBody = z.object({
  /** The till's own submission. */
  submission: z.int(),
  /** The newest fact of the till about it that the signer knows. A later act of a person is not answered yet. */
  answers: z.int(),
  /** Of the fact that brought the document: a copied till has other facts under the same numbers. null: not known. */
  hash: z.string().nullable().default(null),
  /** `held`: it is not sent yet, or is sent again; `text` may say why. */
  state: z.enum(['accepted', 'refused', 'withdrawn', 'held']),
  code: text,
  /** The authority's words, or Kaunta's. */
  text,
  /** What a manager must do. The item is named by uid. */
  remedy: z.record(z.string(), z.json()).nullable(),
  /** Who withdrew it. */
  by: text,
  /** The document's number at the authority. */
  number: z.int().nullable(),
  /** null: none, or the authority has the document and did not return it. */
  signature: z
    .object({
      receiptNumber: z.int(),
      totalReceiptNumber: z.int(),
      internalData: z.string(),
      signature: z.string(),
      signedAt: z.string(),
    })
    .nullable(),
  /** Of a credit note's sale, which another till may have made; null: it is not known. */
  original: z.object({ scuId: z.string(), receiptNumber: z.int() }).nullable().default(null),
  /** The branch's device. */
  scuId: z.string(),
  mrcNo: z.string(),
  /** Epoch milliseconds. */
  at: z.int(),
})
export type OutcomeBody = z.infer<typeof outcomeBody>
