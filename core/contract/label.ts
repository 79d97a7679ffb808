/** Labels for shelves and products, with prices and barcodes. */
import { z } from 'zod'
import { labelFormatNames } from '../fiscal/labels.ts'
import { itemsAtOnce, labels } from './bounds.ts'
import { cents, moment, optionalText, rowId } from './fields.ts'
import { count } from './figures.ts'
import { item } from './item.ts'
import { operation } from './operation.ts'

const line = z.object({
  itemId: rowId,
  name: z.string(),
  secondName: z.string().nullable(),
  /** null: the label has the item's code. */
  barcode: z.string().nullable(),
  code: z.string(),
  price: cents,
  quantityUnit: z.string(),
  /** Proposed copies. */
  copies: count,
})
export type LabelLine = z.infer<typeof line>

const look = z.object({
  format: z.enum(labelFormatNames),
  /** With the item's second name. */
  secondName: z.boolean(),
  /** With the price of a kilogramme or a litre, for goods that are sold by weight or volume. */
  unitPrice: z.boolean(),
})

export const labelOperations = {
  'label.propose': operation({
    summary: 'Items that may need labels, and how many',
    allow: 'manager',
    profile: true,
    input: z.discriminatedUnion('source', [
      z.object({
        source: z.literal('items'),
        text: optionalText(60).optional(),
        filter: z.enum(['all', 'goods', 'services', 'low', 'notRegistered', 'classNotChosen', 'inactive']),
      }),
      z.object({ source: z.literal('chosen'), ids: z.array(rowId).min(1).max(labels.items) }),
      z.object({ source: z.literal('delivery'), id: rowId }),
      z.object({ source: z.literal('priced'), since: moment }),
      /** No label was printed at the present price. */
      z.object({ source: z.literal('unlabelled') }),
    ]),
    /** `more`: there are more items than labels can be printed of at once. */
    output: z.object({ lines: z.array(line), more: z.boolean() }),
  }),
  'label.preview': operation({
    summary: 'One label of an item as a page',
    allow: 'manager',
    profile: true,
    input: look.extend({ itemId: rowId }),
    output: z.object({ html: z.string() }),
  }),
  'label.print': operation({
    summary: 'Print labels, or write them to a PDF',
    allow: 'manager',
    profile: true,
    input: look.extend({
      lines: z
        .array(z.object({ itemId: rowId, copies: z.int().min(1).max(labels.copies) }))
        .min(1)
        .max(labels.items),
      /** The first free label of the first sheet, from 1. */
      start: z.int().min(1).max(65).default(1),
      /** direct: on the printer for labels, which cuts each label off its roll whatever the format is. */
      target: z.enum(['window', 'pdf', 'direct']),
    }),
    output: z.object({
      labels: count,
      pages: count,
      /** The page for the window's own print dialogue; null: it is in the file, or the printer gets it. */
      html: z.string().nullable(),
      file: z.string().nullable(),
    }),
  }),
  'label.giveBarcodes': operation({
    summary: "Give items without a barcode one of the shop's own",
    allow: 'manager',
    profile: true,
    /** Some at a time. An item that has a barcode keeps it. */
    input: z.object({ itemIds: z.array(rowId).min(1).max(itemsAtOnce) }),
    output: z.object({ items: z.array(item.pick({ id: true, barcode: true })) }),
  }),
}
