/** Items from a list. */
import { z } from 'zod'
import { itemsAtOnce } from './bounds.ts'
import type { Failure } from './errors.ts'
import {
  cents,
  itemClass,
  itemType,
  nation,
  optionalText,
  signedQuantity,
  tableCode,
  taxType,
  text,
} from './fields.ts'
import { importPart } from './import.ts'
import { categoryClass, item, itemDraft } from './item.ts'
import { operation } from './operation.ts'

/**
 * A row of an imported item list. Omitted fields keep their value. A new item needs a name, a price and a tax letter.
 */
export const importRow = z.object({
  code: itemDraft.shape.code,
  name: text(100).optional(),
  secondName: optionalText(100).optional(),
  barcode: itemDraft.shape.barcode.unwrap().unwrap().optional(),
  category: optionalText(40).optional(),
  type: itemType.optional(),
  taxType: taxType.optional(),
  price: cents.optional(),
  itemClass: itemClass.optional(),
  originCountry: nation.optional(),
  packageUnit: tableCode.optional(),
  quantityUnit: tableCode.optional(),
  lowStock: signedQuantity.min(0).optional(),
  /** Hundredths on the shelf: recorded as opening stock of a new item. */
  opening: signedQuantity.min(0).optional(),
})
export type ImportRow = z.input<typeof importRow>

const importOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('made'),
    /** Neither row, category nor list names a class. The screen must ask before the import. */
    lacksClass: z.boolean(),
    /** Goods whose stock the list does not give. */
    lacksStock: z.boolean(),
  }),
  z.object({ outcome: z.literal('same') }),
  z.object({
    outcome: z.literal('changed'),
    /** The old values of the fields that a wrong list would spoil. */
    before: item.pick({ name: true, price: true, taxType: true, barcode: true }),
    /** Undoing an import had switched it off. */
    switchedOn: z.boolean(),
  }),
  z.object({ outcome: z.literal('failed'), failure: z.custom<Failure>() }),
])
export type ImportOutcome = z.infer<typeof importOutcome>

export const itemImportOperations = {
  'item.importRows': operation({
    summary: 'Import items from a list, each row by itself, or preview the result',
    allow: 'manager',
    profile: true,
    input: z.object({
      rows: z.array(importRow).min(1).max(itemsAtOnce),
      /** For new items whose row names none. */
      taxType: taxType.optional(),
      /** Classes for new items whose row names none, by category. Stored for the categories' next items. */
      classes: z.array(categoryClass).max(500).default([]),
      /** For new items for which neither row nor category names one. */
      itemClass: itemClass.optional(),
      /** true: nothing is stored. */
      check: z.boolean(),
      /** A batch of an import, which can be undone. Screens always name it. */
      part: importPart.extend({ fileName: text(200) }).optional(),
    }),
    /** In the order of the rows. */
    output: z.object({ outcomes: z.array(importOutcome) }),
  }),
}
