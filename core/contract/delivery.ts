/** What suppliers have invoiced, and the goods that arrived: at the till's windows. */
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
  taxType,
  text,
} from './fields.ts'
import { count } from './figures.ts'
import { operation } from './operation.ts'
import { printAsked, printed } from './printed.ts'

/** Created by the window once per act, so that a double press makes one. */
export const requestId = z.string().min(8).max(64)
const lineCount = 500

/** What the authority said of a record. */
export const told = z.enum(['waiting', 'accepted', 'refused', 'withdrawn'])

/** Why the last fetch brought nothing; null: it did. */
export const pullProblem = z.object({ kind: z.enum(['notReached', 'refused']), text: z.string() }).nullable()

const invoice = z.object({
  id: rowId,
  supplierName: z.string(),
  supplierPin: z.string(),
  number: z.string(),
  /** `YYYYMMDD`. */
  soldOn: z.string(),
  /** Cents; null for a cashier. */
  total: z.int().nullable(),
  lines: count,
  /** creditNote: the supplier's; nothing can be delivered against it. */
  state: z.enum(['open', 'delivered', 'refused', 'creditNote']),
  /** Our confirmation at the authority; open: not sent. */
  confirmation: z.enum(['open', 'waiting', 'confirmed', 'refused']),
  deliveryId: rowId.nullable(),
})
export type SupplierInvoiceShown = z.infer<typeof invoice>

/** An item that a line of a supplier is. */
export const matched = z.object({
  id: rowId,
  name: z.string(),
  secondName: z.string().nullable(),
  code: z.string(),
  barcode: z.string().nullable(),
  quantityUnit: z.string(),
  /** null for a service, which has no stock. */
  onHand: signedQuantity.nullable(),
  price: cents,
})

const delivery = z.object({
  id: rowId,
  number: z.int(),
  supplierName: z.string(),
  supplierPin: z.string().nullable(),
  /** The supplier's invoice at the authority; null: there is none. */
  invoiceNumber: z.string().nullable(),
  /** 01 import, 02 purchase. */
  type: z.enum(['01', '02']),
  receivedAt: moment,
  by: z.string(),
  /** Cents of what was received; null for a cashier. */
  total: z.int().nullable(),
  lines: count,
  /** Lines that differ from the invoice. */
  differences: count,
})
export type Delivery = z.infer<typeof delivery>

const deliveryLine = z.object({
  position: z.int(),
  itemId: rowId.nullable(),
  itemName: z.string(),
  quantityUnit: z.string(),
  supplierCode: z.string().nullable(),
  supplierItemName: z.string().nullable(),
  /** In the supplier's units. */
  invoiced: signedQuantity.nullable(),
  units: quantity,
  /** What was invoiced, in our units. */
  expected: signedQuantity.nullable(),
  received: signedQuantity,
  /** Cents; null for a cashier. */
  unitCost: z.int().nullable(),
  total: z.int().nullable(),
})
export type DeliveryLine = z.infer<typeof deliveryLine>

const delivered = delivery.extend({
  remark: z.string().nullable(),
  goods: z.array(deliveryLine),
  /** The authority's answers; null: nothing of the kind was sent. */
  confirmation: invoice.shape.confirmation.nullable(),
  stock: told.nullable(),
  /** Items whose price is below what a unit cost now: cents. For managers. */
  belowCost: z.array(z.object({ itemId: rowId, name: z.string(), price: cents, cost: cents })),
})
export type DeliveryShown = z.infer<typeof delivered>

export const deliveryOperations = {
  'delivery.invoices': operation({
    summary: 'What suppliers have invoiced at the authority, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({
      filter: z.enum(['open', 'delivered', 'refused', 'creditNote', 'all']).default('open'),
      text: optionalText(60).optional(),
      ...page,
    }),
    output: z.object({
      invoices: z.array(invoice),
      /** When the authority last answered; null: never. */
      fetchedAt: moment.nullable(),
      problem: pullProblem,
      nextCursor,
    }),
  }),
  'delivery.fetch': operation({
    summary: 'Ask the authority for new invoices of suppliers',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({ fetched: z.boolean() }),
  }),
  'delivery.invoice': operation({
    summary: "A supplier's invoice with our items",
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    output: z.object({
      invoice,
      remark: z.string().nullable(),
      /** Why it was refused here, and by whom. */
      refusal: z.object({ reason: z.string(), by: z.string(), at: moment }).nullable(),
      lines: z.array(
        z.object({
          supplierCode: z.string(),
          supplierItemName: z.string(),
          barcode: z.string().nullable(),
          unit: z.string(),
          itemClass: z.string(),
          taxType,
          quantity: signedQuantity,
          /** Cents with tax; null for a cashier. */
          total: z.int().nullable(),
          /** Cents of one unit of the supplier; null for a cashier. */
          unitPrice: z.int().nullable(),
          item: matched.nullable(),
          units: quantity,
        }),
      ),
    }),
  }),
  'delivery.deliver': operation({
    summary: "Take in the goods of a supplier's invoice, confirm it, and book the goods in",
    allow: 'manager',
    profile: true,
    input: z.object({
      requestId,
      invoiceId: rowId,
      /** One per line of the invoice, in its order. */
      lines: z
        .array(
          z.object({
            itemId: rowId,
            /** How many of our units one unit of the supplier is, hundredths. */
            units: quantity.max(1_000_000),
            /** In our units; may be 0. */
            received: signedQuantity.min(0),
          }),
        )
        .min(1)
        .max(lineCount),
      remark: optionalText(200).optional(),
    }),
    output: delivered,
  }),
  'delivery.enter': operation({
    summary: 'Take in goods without an invoice at the authority, such as imports',
    allow: 'manager',
    profile: true,
    input: z.object({
      requestId,
      kind: z.enum(['purchased', 'imported']),
      supplierName: text(60),
      supplierPin: taxpayerPin.nullish(),
      lines: z
        .array(z.object({ itemId: rowId, quantity, unitCost: cents }))
        .min(1)
        .max(lineCount),
      remark: optionalText(200).optional(),
    }),
    output: delivered,
  }),
  'delivery.refuse': operation({
    summary: "Refuse a supplier's invoice here, with a reason. Kaunta sends nothing to the authority.",
    allow: 'manager',
    profile: true,
    input: z.object({ invoiceId: rowId, reason: text(200) }),
    output: invoice,
  }),
  'delivery.takeUp': operation({
    summary: 'Take up an invoice again that was refused here',
    allow: 'manager',
    profile: true,
    input: z.object({ invoiceId: rowId }),
    output: invoice,
  }),
  'delivery.list': operation({
    summary: 'Deliveries, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({
      text: optionalText(60).optional(),
      /** Only those that differ from the invoice: the supplier owes a credit note. */
      differing: z.boolean().default(false),
      ...page,
    }),
    output: z.object({ deliveries: z.array(delivery), nextCursor }),
  }),
  'delivery.get': operation({
    summary: 'One delivery',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    output: delivered,
  }),
  'delivery.print': operation({
    summary: 'Print the slip of a delivery with its differences',
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
