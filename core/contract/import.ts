/** Imports of item lists and bulk changes: what each did, and how a manager undoes one. */
import { z } from 'zod'
import { itemsAtOnce, roundings } from './bounds.ts'
import type { Failure } from './errors.ts'
import { moment, nextCursor, page, rowId, signedCents, signedQuantity, taxType, text } from './fields.ts'
import { count } from './figures.ts'
import { operation } from './operation.ts'

/** Created by the window once per import, bulk change or undoing. */
const requestId = z.string().min(8).max(64)
const mostRows = 200_000

/** A batch of an import: the window sends a list some rows at a time. */
export const importPart = z.object({
  requestId,
  /** The first row of the batch, from 0. */
  from: z.int().min(0).max(mostRows),
  /** Rows of the whole list that can be imported. */
  total: z.int().min(1).max(mostRows),
})

/** The fields that an import or a bulk change may change. */
export const importField = z.enum([
  'name',
  'secondName',
  'price',
  'taxType',
  'type',
  'itemClass',
  'classChosen',
  'barcode',
  'category',
  'originCountry',
  'packageUnit',
  'quantityUnit',
  'lowStock',
  'active',
])
export type ImportField = z.infer<typeof importField>

/** Cents, hundredths, 0 or 1, or a text. */
const value = z.union([z.string(), z.int(), z.null()])
export type FieldValue = z.infer<typeof value>

const rounding = z.enum(roundings)
export type Rounding = z.infer<typeof rounding>

export const bulkChange = z.discriminatedUnion('kind', [
  /** Hundredths of a percent: -1050 takes 10.5 % off. */
  z.object({ kind: z.literal('percent'), percent: z.int().min(-9_999).max(1_000_000), rounding }),
  z.object({ kind: z.literal('amount'), amount: signedCents, rounding }),
  z.object({ kind: z.literal('taxType'), taxType }),
  z.object({ kind: z.literal('category'), category: text(40).nullable() }),
  z.object({ kind: z.literal('lowStock'), lowStock: signedQuantity.min(0).nullable() }),
])
export type BulkChange = z.infer<typeof bulkChange>

const bulkOutcome = z.object({
  itemId: rowId,
  /** Empty if the item does not exist. */
  name: z.string(),
  outcome: z.enum(['changed', 'same', 'skipped']),
  before: value,
  after: value,
  /** Why it was skipped. */
  failure: z.custom<Failure>().nullable(),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>

const undone = z.object({
  id: rowId,
  at: moment,
  by: z.string(),
  /** Lines to undo, and those that are undone. Fewer: it was interrupted, and undoing again continues. */
  total: count,
  done: count,
  /** Fields that have their old values again, and fields that were left as they are. */
  fields: count,
  kept: count,
  /** Items with at least one such field. */
  items: count,
  switchedOff: count,
})

const head = z.object({
  id: rowId,
  number: z.int(),
  kind: z.enum(['file', 'bulk']),
  fileName: z.string().nullable(),
  change: bulkChange.nullable(),
  at: moment,
  by: z.string(),
  /** Rows of the list or chosen items, and how many of them were done. Fewer: it was cancelled. */
  total: count,
  done: count,
  made: count,
  changed: count,
  same: count,
  failed: count,
  undo: undone.nullable(),
})
export type ImportHead = z.infer<typeof head>

const kept = z.object({
  /** null: the whole item. */
  field: importField.nullable(),
  /**
   * changed: somebody changed it since. sold: sales of the item stay. inStock: its stock stays on the books. gone:
   * the item is lost. off: it is switched off already. rejected: see `failure`.
   */
  reason: z.enum(['changed', 'sold', 'inStock', 'gone', 'off', 'rejected']),
  failure: z.custom<Failure>().optional(),
})
export type Kept = z.infer<typeof kept>

const line = z.object({
  id: rowId,
  /** Of the list, from 0. */
  row: count,
  itemId: rowId.nullable(),
  name: z.string(),
  act: z.enum(['made', 'changed', 'switchedOff', 'kept']),
  changes: z.array(z.object({ field: importField, before: value, after: value })),
  kept: z.array(kept),
})
export type ImportLine = z.infer<typeof line>

export const importOperations = {
  'item.imports': operation({
    summary: 'Imports of item lists and bulk changes, newest first',
    allow: 'manager',
    profile: true,
    input: z.object({ ...page }),
    output: z.object({ imports: z.array(head), nextCursor }),
  }),
  'item.importLines': operation({
    summary: 'What an import, a bulk change or an undoing did with each item',
    allow: 'manager',
    profile: true,
    input: z.object({ id: rowId, ...page }),
    output: z.object({ lines: z.array(line), nextCursor }),
  }),
  'item.importUndo': operation({
    summary: 'Undo an import or a bulk change, some lines at a time, or preview the result',
    allow: 'manager',
    profile: true,
    input: z.object({
      id: rowId,
      requestId,
      /** true: nothing is stored. */
      check: z.boolean(),
      /** Of a preview: `next` of the page before. */
      before: rowId.optional(),
    }),
    /** Called again until `next` is null. */
    output: z.object({
      head,
      /** What this call did. */
      lines: z.array(line),
      next: rowId.nullable(),
    }),
  }),
  'item.bulkChange': operation({
    summary: 'Change one field of many items, some at a time, or preview the result',
    allow: 'manager',
    profile: true,
    input: z.object({
      change: bulkChange,
      items: z
        .array(z.object({ id: rowId, /** The old value in the preview. */ seen: value.optional() }))
        .min(1)
        .max(itemsAtOnce),
      /** true: nothing is stored. */
      check: z.boolean(),
      /** Needed unless it is a preview. */
      part: importPart.optional(),
    }),
    /** In the order of the items. */
    output: z.object({ outcomes: z.array(bulkOutcome) }),
  }),
}
