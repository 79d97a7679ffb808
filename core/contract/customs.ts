/** Goods that customs reported to the authority: at the till's windows. */
import { z } from 'zod'
import { matched, pullProblem, requestId, told } from './delivery.ts'
import {
  cents,
  moment,
  nextCursor,
  optionalText,
  page,
  quantity,
  rowId,
  signedQuantity,
  text,
} from './fields.ts'
import { operation } from './operation.ts'

const entry = z.object({
  id: rowId,
  itemName: z.string(),
  supplierName: z.string(),
  /** The number of the declaration; the task's if it has none. */
  declaration: z.string(),
  /** `YYYYMMDD`; null: customs did not say. */
  declaredOn: z.string().nullable(),
  hsCode: z.string(),
  quantity: signedQuantity,
  quantityUnit: z.string(),
  /** Cents of a shilling for all of it; null for a cashier, and if the rate is not known. */
  cost: z.int().nullable(),
  /** elsewhere: decided at the authority, and not here. */
  state: z.enum(['waiting', 'approved', 'rejected', 'elsewhere']),
  /** The authority's answer to our decision; null: none was sent. */
  told: told.nullable(),
})
export type CustomsEntry = z.infer<typeof entry>

const whole = z.object({
  entry,
  itemSequence: z.int(),
  origin: z.string().nullable(),
  exportedFrom: z.string().nullable(),
  agentName: z.string().nullable(),
  packages: signedQuantity,
  packageUnit: z.string(),
  /** Kilograms in hundredths. */
  netWeight: signedQuantity,
  /** The invoice abroad, hundredths of its currency; null for a cashier. */
  amount: z.int().nullable(),
  currency: z.string(),
  /** Millionths of a shilling for one of the currency; null for a cashier. */
  rate: z.int().nullable(),
  /** The item of these goods as remembered, or as decided. */
  item: matched.nullable(),
  /** Has the same name: a person must confirm it. */
  suggested: matched.nullable(),
  /** How many of our units one unit of the entry is, hundredths. */
  units: quantity,
  decision: z
    .object({
      by: z.string(),
      at: moment,
      /** As the authority gets it. */
      remark: z.string(),
    })
    .nullable(),
  /** The goods came in with an approval, which a manager may have withdrawn since; null: they did not. */
  deliveryId: rowId.nullable(),
})
export type CustomsEntryShown = z.infer<typeof whole>

const deciding = { requestId, entryId: rowId, itemId: rowId }

export const customsOperations = {
  'customs.list': operation({
    summary: 'Goods that customs reported to the authority, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({
      filter: z.enum([...entry.shape.state.options, 'all']).default('waiting'),
      text: optionalText(60).optional(),
      ...page,
    }),
    output: z.object({
      entries: z.array(entry),
      /** When the authority last answered; null: never. */
      fetchedAt: moment.nullable(),
      problem: pullProblem,
      nextCursor,
    }),
  }),
  'customs.fetch': operation({
    summary: 'Ask the authority for new entries of customs',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ fetched: z.boolean() }),
  }),
  'customs.get': operation({
    summary: 'One entry of customs, with our item',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    output: whole,
  }),
  'customs.approve': operation({
    summary:
      'Approve an entry of customs, tell the authority, and book the goods in if they are not in the stock yet',
    allow: 'manager',
    profile: true,
    input: z.object({
      ...deciding,
      /** How many of our units one unit of the entry is, hundredths. */
      units: quantity.max(1_000_000),
      /** Cents for one of ours; absent: by the invoice abroad and its rate. */
      unitCost: cents.optional(),
      remark: optionalText(200).optional(),
    }),
    output: whole,
  }),
  'customs.reject': operation({
    summary: 'Reject an entry of customs with a reason, and tell the authority. No goods come in.',
    allow: 'manager',
    profile: true,
    // The authority wants an item of the shop for a rejection too.
    input: z.object({ ...deciding, reason: text(200) }),
    output: whole,
  }),
}
