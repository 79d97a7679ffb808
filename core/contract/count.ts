/** Counts of the stock: sessions in which several people count, and a manager books the differences. */
import { z } from 'zod'
import { moment, nextCursor, page, rowId, signedQuantity, text } from './fields.ts'
import { count as whole } from './figures.ts'
import { operation } from './operation.ts'
import { printAsked, printed } from './printed.ts'
import { unheard } from './queue.ts'
import { shownLevels } from './stock.ts'

/** Created by the window once per act, so that a double press does it once. */
const requestId = z.string().min(8).max(64)

const head = z.object({
  id: rowId,
  number: z.int(),
  scope: z.enum(['all', 'category', 'list', 'rolling']),
  category: z.string().nullable(),
  startedAt: moment,
  by: z.string(),
  /** null: it runs. */
  end: z.object({ act: z.enum(['booked', 'dropped']), at: moment, by: z.string() }).nullable(),
  /** Items that were counted. */
  counted: whole,
  /** Of one count: items whose count differs from the stock, for a manager while it runs. */
  differing: whole.nullable(),
  /** Of one count that runs: items that nobody counted. */
  missing: whole.nullable(),
})
export type CountHead = z.infer<typeof head>

const row = z.object({
  itemId: rowId,
  code: z.string(),
  name: z.string(),
  secondName: z.string().nullable(),
  category: z.string().nullable(),
  quantityUnit: z.string(),
  /** null: not counted. */
  counted: signedQuantity.nullable(),
  /** On hand when it was counted last. A cashier does not see it while the count runs. */
  expected: signedQuantity.nullable(),
  /** Cents, of the difference; for a manager. */
  value: z.int().nullable(),
  /** Why Kaunta proposed it; null: it did not. */
  reason: z.enum(['value', 'longAgo', 'sold']).nullable(),
  /** What may explain the difference. */
  causes: z.array(
    z.discriminatedUnion('kind', [
      /** It was sold or received between its first and its last entry. */
      z.object({ kind: z.literal('moved'), quantity: signedQuantity }),
      /** Its stock was corrected since it was counted: count it again. */
      z.object({ kind: z.literal('corrected') }),
      /** Another item of its category has the opposite difference. */
      z.object({ kind: z.literal('mixedUp'), name: z.string() }),
      /** Documents of it wait for the authority, or were rejected. */
      z.object({ kind: z.literal('waiting') }),
      /** Nobody counted it, and the manager booked such goods as none. */
      z.object({ kind: z.literal('notCounted') }),
    ]),
  ),
})
export type CountRow = z.infer<typeof row>

export const countOperations = {
  'count.list': operation({
    summary: 'Counts of the stock, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({ ...page }),
    output: z.object({ counts: z.array(head), nextCursor }),
  }),
  'count.start': operation({
    summary: 'Start a count',
    allow: 'manager',
    profile: true,
    input: z.discriminatedUnion('scope', [
      z.object({ scope: z.literal('all'), requestId }),
      z.object({ scope: z.literal('category'), category: text(100), requestId }),
      z.object({ scope: z.literal('list'), itemIds: z.array(rowId).min(1).max(1000), requestId }),
      /** The goods that the stock list shows so, 1,000 at most. */
      z.object({ scope: z.literal('shown'), levels: shownLevels, requestId }),
      /** Kaunta proposes the items. */
      z.object({ scope: z.literal('rolling'), most: z.int().min(1).max(200), requestId }),
    ]),
    output: head,
  }),
  'count.get': operation({
    summary: 'A count and its items',
    allow: 'cashier',
    profile: true,
    input: z.object({
      id: rowId,
      show: z.enum(['counted', 'differing', 'missing']).default('counted'),
      ...page,
    }),
    output: z.object({
      count: head,
      items: z.array(row),
      /** Their sales may still come. */
      unheard,
      nextCursor,
    }),
  }),
  'count.enter': operation({
    summary: 'Add what was counted. Entries of several people add up',
    allow: 'cashier',
    profile: true,
    input: z.object({
      id: rowId,
      entries: z
        .array(
          z.object({
            /** A repeated entry is stored once. */
            uid: z.string().min(8).max(64),
            itemId: rowId,
            /** Negative takes one back. */
            quantity: signedQuantity,
            /** What was counted of the item before does not count. */
            recount: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(100),
    }),
    output: z.object({ items: z.array(row) }),
  }),
  'count.book': operation({
    summary: 'End a count and adjust the stock by its differences',
    allow: 'manager',
    profile: true,
    input: z.object({
      id: rowId,
      /** What becomes of items that nobody counted. */
      missing: z.enum(['leave', 'zero']).default('leave'),
      /** The person has seen the large differences. */
      sure: z.boolean().default(false),
      requestId,
    }),
    output: z.object({ count: head, movements: whole }),
  }),
  'count.drop': operation({
    summary: 'End a count without adjusting anything',
    allow: 'manager',
    profile: true,
    input: z.object({ id: rowId, requestId }),
    output: head,
  }),
  'count.print': operation({
    summary: 'Print the differences of a count, or a sheet on which goods are counted by hand',
    allow: 'manager',
    profile: true,
    input: z.object({
      id: rowId,
      /** sheet: items that nobody counted yet, without what is expected. */
      what: z.enum(['differences', 'sheet']),
      ...printAsked,
    }),
    output: z.object({
      copy: whole,
      ...printed,
    }),
  }),
}
