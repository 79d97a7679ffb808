/** Orders to suppliers: what is to be ordered, and what was. At the till's windows. */
import { z } from 'zod'
import {
  cents,
  moment,
  nextCursor,
  optionalText,
  page,
  quantity,
  rowId,
  signedQuantity,
  taxpayerPin,
  text,
} from './fields.ts'
import { count } from './figures.ts'
import { operation } from './operation.ts'
import { printAsked, printed } from './printed.ts'
import { leadDays } from './workspace.ts'

/** Created by the window once per act, so that a double press does it once. */
const requestId = z.string().min(8).max(64)

const supplier = z.object({
  name: z.string(),
  /** null: the shop knows none. */
  pin: z.string().nullable(),
})

const toOrder = z.object({
  itemId: rowId,
  code: z.string(),
  name: z.string(),
  secondName: z.string().nullable(),
  barcode: z.string().nullable(),
  quantityUnit: z.string(),
  onHand: signedQuantity,
  lowStock: signedQuantity.nullable(),
  /** Of open orders. */
  ordered: signedQuantity,
  /** Sold less what was credited, in 7 and in 30 days. */
  sold7: signedQuantity,
  sold30: signedQuantity,
  /** 0: it does not sell, and is not below its alert. */
  suggested: signedQuantity,
  /** How many of our units one unit of the supplier is, hundredths; 100: nothing else is remembered. */
  units: quantity,
  /** Cents, as last received; null: never received with a price. */
  unitCost: cents.nullable(),
})
export type ToOrder = z.infer<typeof toOrder>

const order = z.object({
  id: rowId,
  number: z.int(),
  supplier,
  orderedAt: moment,
  by: z.string(),
  lines: count,
  /** arrived: open, and the supplier delivered since. */
  state: z.enum(['open', 'arrived', 'received', 'cancelled']),
  /** The delivery that arrived; null: none. */
  delivery: z.object({ id: rowId, number: z.int() }).nullable(),
})
export type Order = z.infer<typeof order>

const shown = order.extend({
  remark: z.string().nullable(),
  /** null: it is open. */
  end: z.object({ at: moment, by: z.string() }).nullable(),
  /** Cents, of the lines with a known cost. */
  total: z.int(),
  goods: z.array(
    z.object({
      position: z.int(),
      itemId: rowId.nullable(),
      itemName: z.string(),
      quantityUnit: z.string(),
      supplierCode: z.string().nullable(),
      units: quantity,
      quantity,
      unitCost: cents.nullable(),
    }),
  ),
})
export type OrderShown = z.infer<typeof shown>
export type OrderLine = OrderShown['goods'][number]

export const orderOperations = {
  'order.suggest': operation({
    summary: 'What is to be ordered, by supplier: what runs out before an order could arrive',
    allow: 'manager',
    profile: true,
    /** Days for which an order should last. */
    input: z.object({ cover: z.int().min(1).max(365).default(14) }),
    output: z.object({
      /** Those with the most urgent item first. */
      suppliers: z.array(
        z.object({
          /** Names the group. */
          key: z.string(),
          /** null: nobody delivered these items yet. */
          supplier: supplier.nullable(),
          /** Until an order arrives. */
          leadDays,
          items: z.array(toOrder),
        }),
      ),
      /** False: only the most urgent items are listed. */
      whole: z.boolean(),
      /** Of suppliers without days of their own. */
      leadDays,
      safetyDays: z.int(),
    }),
  }),
  'order.setLeadDays': operation({
    summary: 'Say how long the orders of a supplier take',
    allow: 'manager',
    profile: true,
    input: z.object({
      /** The key of `order.suggest`. */
      supplier: text(60),
      /** null: as long as those of other suppliers. */
      leadDays: leadDays.nullable(),
    }),
    output: z.object({}),
  }),
  'order.make': operation({
    summary: 'Order goods from a supplier',
    allow: 'manager',
    profile: true,
    input: z.object({
      requestId,
      supplierName: text(60),
      supplierPin: taxpayerPin.nullish(),
      lines: z
        .array(z.object({ itemId: rowId, quantity }))
        .min(1)
        .max(500),
      remark: optionalText(200).optional(),
    }),
    output: shown,
  }),
  'order.list': operation({
    summary: 'Orders, newest first',
    allow: 'manager',
    profile: true,
    input: z.object({
      filter: z.enum(['open', 'all']).default('open'),
      /** Only those with this item. */
      itemId: rowId.optional(),
      ...page,
    }),
    output: z.object({ orders: z.array(order), nextCursor }),
  }),
  'order.get': operation({
    summary: 'One order',
    allow: 'manager',
    profile: true,
    input: z.object({ id: rowId }),
    output: shown,
  }),
  'order.end': operation({
    summary: 'An order was received with a delivery of its supplier, or is cancelled',
    allow: 'manager',
    profile: true,
    input: z.object({ requestId, id: rowId, act: z.enum(['received', 'cancelled']) }),
    output: shown,
  }),
  'order.print': operation({
    summary: 'Print an order for its supplier',
    allow: 'manager',
    profile: true,
    input: z.object({
      id: rowId,
      ...printAsked,
    }),
    output: z.object({
      ...printed,
    }),
  }),
}
