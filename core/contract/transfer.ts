/** Goods that go from one branch of the taxpayer to another: at the till's windows. */
import { z } from 'zod'
import {
  branchCode,
  moment,
  nextCursor,
  optionalText,
  page,
  quantity,
  rowId,
  signedQuantity,
  taxType,
  text,
} from './fields.ts'
import { count } from './figures.ts'
import { operation } from './operation.ts'
import { printAsked, printed } from './printed.ts'

/** Created by the window once per transfer, so that a double press makes one. */
const requestId = z.string().min(8).max(64)
const lineCount = 500

const branch = z.object({ id: z.string(), name: z.string() })
export type Branch = z.infer<typeof branch>

const arrival = z.object({
  id: rowId,
  from: branch,
  /** The sender's number of its stock record at the authority. */
  number: z.string(),
  /** `YYYYMMDD`. */
  sentOn: z.string(),
  remark: z.string().nullable(),
  lines: count,
  state: z.enum(['open', 'received', 'dismissed']),
  transferId: rowId.nullable(),
})
export type ArrivalShown = z.infer<typeof arrival>

const transfer = z.object({
  id: rowId,
  number: z.int(),
  direction: z.enum(['out', 'in']),
  /** The other one. */
  branch,
  at: moment,
  by: z.string(),
  remark: z.string().nullable(),
  lines: count,
  /** Lines of which not all came, or more. */
  differences: count,
  /** Of the sender's record at the authority; null: sent by us, or entered by hand. */
  arrivalNumber: z.string().nullable(),
  /** The authority's answer; null: nothing was sent, because nothing came. */
  state: z.enum(['waiting', 'accepted', 'refused', 'withdrawn']).nullable(),
})
export type Transfer = z.infer<typeof transfer>

const transferLine = z.object({
  position: z.int(),
  itemId: rowId.nullable(),
  /** null: the item's own row was lost. */
  itemCode: z.string().nullable(),
  itemName: z.string(),
  quantityUnit: z.string(),
  /** What the sender calls it. */
  sentCode: z.string().nullable(),
  sentName: z.string().nullable(),
  /** What the sender sent; null: sent by us, or entered by hand. */
  expected: quantity.nullable(),
  /** What was sent, or what came. */
  quantity: signedQuantity,
})
export type TransferLine = z.infer<typeof transferLine>

const wholeTransfer = transfer.extend({ goods: z.array(transferLine) })
export type TransferShown = z.infer<typeof wholeTransfer>

const goods = z
  .array(z.object({ itemId: rowId, quantity }))
  .min(1)
  .max(lineCount)
const byHand = z.object({
  requestId,
  branchId: branchCode,
  lines: goods,
  remark: optionalText(200).optional(),
})

export const transferOperations = {
  'transfer.branches': operation({
    summary: "The taxpayer's other branches",
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ own: branch, others: z.array(branch) }),
  }),
  'transfer.send': operation({
    summary: 'Send goods to another branch: they leave the stock here',
    allow: 'manager',
    profile: true,
    input: byHand,
    output: wholeTransfer,
  }),
  'transfer.arrivals': operation({
    summary: 'What other branches sent to this one, as the authority lists it, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({ filter: z.enum(['open', 'dismissed']).default('open'), ...page }),
    output: z.object({
      arrivals: z.array(arrival),
      /** When the authority last answered; null: never. */
      fetchedAt: moment.nullable(),
      /** Why the last fetch brought nothing; null: it did. */
      problem: z.object({ kind: z.enum(['notReached', 'refused']), text: z.string() }).nullable(),
      nextCursor,
    }),
  }),
  'transfer.fetch': operation({
    summary: 'Ask the authority what other branches sent',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ fetched: z.boolean() }),
  }),
  'transfer.arrival': operation({
    summary: 'What another branch sent, with our items',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    output: z.object({
      arrival,
      /** Why it is not to be booked in, and who decided that. */
      dismissal: z.object({ reason: z.string(), by: z.string(), at: moment }).nullable(),
      /** Goods of that branch among these, entered by hand since they were sent: perhaps the same. */
      byHand: z.object({ id: rowId, number: z.int(), at: moment }).nullable(),
      lines: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          barcode: z.string().nullable(),
          unit: z.string(),
          itemClass: z.string(),
          taxType,
          quantity,
          item: z
            .object({
              id: rowId,
              name: z.string(),
              secondName: z.string().nullable(),
              quantityUnit: z.string(),
            })
            .nullable(),
        }),
      ),
    }),
  }),
  'transfer.receive': operation({
    summary: 'Take in what another branch sent, as it was counted, and book it in',
    allow: 'manager',
    profile: true,
    input: z.object({
      requestId,
      arrivalId: rowId,
      /** One per line of the arrival, in its order. */
      lines: z
        .array(
          z.object({
            itemId: rowId,
            /** What came; may be 0. */
            received: signedQuantity.min(0),
          }),
        )
        .min(1)
        .max(lineCount),
      remark: optionalText(200).optional(),
    }),
    output: wholeTransfer,
  }),
  'transfer.enter': operation({
    summary: 'Take in goods of another branch that the authority does not list',
    allow: 'manager',
    profile: true,
    input: byHand,
    output: wholeTransfer,
  }),
  'transfer.dismiss': operation({
    summary:
      'Decide that an arrival is not to be booked in, with a reason. Kaunta sends nothing to the authority.',
    allow: 'manager',
    profile: true,
    input: z.object({ arrivalId: rowId, reason: text(200) }),
    output: arrival,
  }),
  'transfer.takeUp': operation({
    summary: 'Take up an arrival again that was dismissed',
    allow: 'manager',
    profile: true,
    input: z.object({ arrivalId: rowId }),
    output: arrival,
  }),
  'transfer.list': operation({
    summary: 'Transfers that were sent, or that came, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({
      direction: z.enum(['out', 'in']),
      text: optionalText(60).optional(),
      /** Only those of which not all came, or more. */
      differing: z.boolean().default(false),
      ...page,
    }),
    output: z.object({ transfers: z.array(transfer), nextCursor }),
  }),
  'transfer.get': operation({
    summary: 'One transfer',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    output: wholeTransfer,
  }),
  'transfer.print': operation({
    summary: 'Print the note of a transfer: it goes with the goods, or shows what came',
    allow: 'cashier',
    profile: true,
    input: z.object({
      id: rowId,
      ...printAsked,
    }),
    output: z.object({
      copy: count,
      ...printed,
    }),
  }),
}
