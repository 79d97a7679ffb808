/**
 * Sales of a branch that its tills credit. Money is cents, quantity hundredths, `at` epoch milliseconds. Rows are those of
 * the till that made the sale, as its trail has them.
 */
import { z } from 'zod'

const uuid = z.uuid()
const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** A sale by the till that made it. */
export const saleName = z.object({ till: uuid, id: z.int().min(1) })
export type SaleName = z.infer<typeof saleName>

const tender = z.object({
  method: z.string().max(40),
  amount: z.int(),
  reference: z.string().max(100).nullable(),
  tender_id: z.string().max(100).nullable(),
  tender_name: z.string().max(100).nullable(),
})

/** What a credit note takes back, and how the money goes back. */
export const creditedParts = z.object({
  total: z.int().min(0),
  lines: z
    .array(
      z.object({
        /** Of the sale's line; null: other software names only the item. */
        position: z.int().min(1).nullable(),
        /** The item's uid; null: the line says it. */
        item: uuid.nullable(),
        quantity: z.int(),
        total: z.int(),
        taxable: z.int(),
      }),
    )
    .min(1)
    .max(500),
  tenders: z.array(tender).max(50),
})
export type CreditedParts = z.infer<typeof creditedParts>

/** A credit note of a sale, also one that a till has only claimed. */
export const toldCredit = creditedParts.extend({
  uid: z.string().max(100),
  /** Of the till that made it. */
  till: uuid,
  tillName: z.string(),
  who: z.string(),
  at: z.int(),
  /** null: it is only claimed. */
  number: z.string().nullable(),
  state: z.enum(['claimed', 'waiting', 'accepted', 'refused', 'withdrawn']),
  /** What it lowers is in the account of its till, as the hub tells that. */
  inAccount: z.boolean().optional(),
})
export type ToldCredit = z.infer<typeof toldCredit>

/** A sale of a till of the branch. */
export const branchSale = saleName.extend({
  tillName: z.string(),
  /** Changes with anything that a credit note depends on. */
  version: z.string().length(64),
  row,
  lines: z.array(row),
  /** The payments that count. */
  tenders: z.array(tender),
  /** What its till queued for the authority. */
  payload: z.string(),
  /** Uids of the items in `lines` and `payload`, by their ids at that till. */
  items: z.record(z.string(), uuid),
  state: z.enum(['waiting', 'unknown', 'accepted', 'refused', 'withdrawn']),
  /** null: its till has not told that it is signed. */
  signature: row.nullable(),
  /** null: it was not sold on a customer's account. */
  account: z.object({ credit: z.int(), paid: z.array(tender) }).nullable(),
  credits: z.array(toldCredit),
})
export type BranchSale = z.infer<typeof branchSale>

/** How a till names the sale that it looks for: by number, by signature, or by till and id. */
export const salesQuery = z.union([
  z.object({ number: z.string().min(1).max(60) }),
  z.object({ signature: z.string().regex(/^[A-Z2-7]{16}$/) }),
  z.object({ till: uuid, id: z.coerce.number().int().min(1) }),
])
export type SalesQuery = z.infer<typeof salesQuery>

export const foundSales = z.object({ sales: z.array(branchSale).max(5) })

/** The content of a fact of the kind `creditDropped`: no credit note comes of that claim. */
export const droppedCredit = z.object({ claim: uuid, sale: saleName })
