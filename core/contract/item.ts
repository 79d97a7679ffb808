/** Goods and services. */
import { z } from 'zod'
import { tileColours } from './bounds.ts'
import {
  cents,
  itemClass,
  itemType,
  moment,
  nation,
  nextCursor,
  optionalText,
  page,
  rowId,
  signedQuantity,
  tableCode,
  taxType,
  text,
} from './fields.ts'
import { operation } from './operation.ts'

export const colour = z.enum(tileColours)

export const item = z.object({
  id: rowId,
  /** Our code, at most 20 characters. The authority's may differ (`authority §5.1`). */
  code: z.string(),
  name: z.string(),
  /** For Kiswahili screens and for the search. Documents have the name. */
  secondName: z.string().nullable(),
  barcode: z.string().nullable(),
  category: z.string().nullable(),
  type: itemType,
  taxType,
  /** Including VAT. */
  price: cents,
  itemClass: z.string(),
  /** false: the default class is used; nobody has confirmed that it fits. */
  classChosen: z.boolean(),
  originCountry: z.string(),
  packageUnit: z.string(),
  quantityUnit: z.string(),
  active: z.boolean(),
  favourite: z.boolean(),
  /** Hundredths; null for a service. */
  onHand: signedQuantity.nullable(),
  /** At or below this the item is low; hundredths. */
  lowStock: signedQuantity.nullable(),
  /** The state at the authority: not sent yet, registered, rejected. */
  registration: z.enum(['waiting', 'registered', 'refused']),
  /** Its own colour on Sell; null: its category's. */
  colour: colour.nullable(),
  /** When its picture was taken; null: there is none. */
  picture: moment.nullable(),
  updatedAt: moment,
})
export type Item = z.infer<typeof item>

/** What a unit cost the shop, cents with tax; null: nothing came in with a price yet. Not for cashiers. */
export const costs = z.object({ last: cents.nullable(), average: cents.nullable() })
export type Costs = z.infer<typeof costs>

export const itemDraft = z.object({
  id: rowId.optional(),
  /** Generated if absent (`authority §5.1`). It never changes. */
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._/-]{1,20}$/, 'up to 20 letters, digits and . _ / -')
    .optional(),
  name: text(100),
  secondName: optionalText(100).nullish(),
  barcode: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,20}$/, 'up to 20 letters and digits')
    .nullish(),
  category: optionalText(40).nullish(),
  type: itemType.default('2'),
  taxType,
  price: cents,
  /** For a new item: may be absent if its category has one. */
  itemClass: itemClass.optional(),
  originCountry: nation.default('KE'),
  packageUnit: tableCode.default('NT'),
  quantityUnit: tableCode.default('U'),
  active: z.boolean().default(true),
  favourite: z.boolean().default(false),
  lowStock: signedQuantity.min(0).nullish(),
  colour: colour.nullish(),
  /** For new goods: opening stock, hundredths. */
  opening: signedQuantity.min(0).optional(),
})

/** null: items without a category. */
export const categoryClass = z.object({ category: text(40).nullable(), itemClass })

/** The result of a scan, or of digits typed into the search box. */
const scanResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('item'),
    item,
    /** Hundredths, from a scale label; absent = 1. */
    quantity: signedQuantity.optional(),
    /** Line total on a scale's price label, cents. */
    labelTotal: cents.optional(),
  }),
  z.object({ kind: z.literal('unknown'), code: z.string() }),
])

const itemChange = z.object({
  at: moment,
  by: z.string(),
  /** Cents, before and after; null: it is about a cost. */
  price: z.tuple([z.int(), z.int()]).nullable(),
  /** Of one unit in cents, and the quantity that came; null: it is about a price. */
  cost: z
    .object({
      unit: cents,
      received: signedQuantity,
      deliveryId: rowId,
      number: z.int(),
      supplierName: z.string(),
    })
    .nullable(),
})
export type ItemChange = z.infer<typeof itemChange>

export const itemOperations = {
  'item.search': operation({
    summary: 'Search items by name, code, barcode or price; a few results',
    allow: 'cashier',
    profile: true,
    input: z.object({ text: optionalText(100), limit: z.int().min(1).max(100).default(40) }),
    /** `corrected`: nothing matches as typed; these match with one typing error corrected. */
    output: z.object({ items: z.array(item), corrected: z.boolean() }),
  }),
  'item.scan': operation({
    summary: 'The item of a barcode, a code, or a scale label',
    allow: 'cashier',
    profile: true,
    input: z.object({ code: z.string().trim().min(1).max(100) }),
    output: scanResult,
  }),
  'item.list': operation({
    summary: 'All items, filtered, in pages',
    allow: 'cashier',
    profile: true,
    input: z.object({
      text: optionalText(100).optional(),
      filter: z
        .enum(['all', 'goods', 'services', 'low', 'notRegistered', 'classNotChosen', 'inactive'])
        .default('all'),
      ...page,
    }),
    /** `total`: counted up to 1001, which means more than 1,000. */
    output: z.object({
      items: z.array(item.extend({ costs: costs.nullable() })),
      total: z.int(),
      nextCursor,
    }),
  }),
  'item.get': operation({
    summary: 'One item',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId }),
    output: z.object({
      item,
      /** null for a cashier. */
      costs: costs.nullable(),
      /** The authority's reason for rejecting it, in its own words. */
      refusal: z.object({ submissionId: rowId, code: z.string(), text: z.string() }).nullable(),
      categories: z.array(z.string()),
    }),
  }),
  'item.history': operation({
    summary: 'What an item sold for and cost, newest first',
    allow: 'manager',
    profile: true,
    input: z.object({ id: rowId, ...page }),
    output: z.object({ changes: z.array(itemChange), nextCursor }),
  }),
  'item.getMany': operation({
    summary: 'Several items in their present state; deleted ones are left out',
    allow: 'cashier',
    profile: true,
    input: z.object({ ids: z.array(rowId).max(1000) }),
    output: z.object({ items: z.array(item) }),
  }),
  'item.save': operation({
    summary: 'Create or change an item and send it to the authority',
    allow: 'manager',
    profile: true,
    input: itemDraft,
    output: item,
  }),
  'item.categoryClasses': operation({
    summary: 'The class chosen for each category',
    allow: 'cashier',
    profile: true,
    input: z.object({}),
    output: z.object({
      classes: z.array(z.object({ category: z.string(), code: z.string(), name: z.string().nullable() })),
    }),
  }),
  'item.classesNotChosen': operation({
    summary: 'Items whose class nobody has chosen, by category',
    allow: 'manager',
    profile: true,
    input: z.object({}),
    output: z.object({
      categories: z.array(
        z.object({
          category: z.string().nullable(),
          /** Goods of no category may be anything, so each is asked for alone. */
          itemId: rowId.nullable(),
          count: z.int(),
          /** Names of some of them, by which a class is proposed. */
          names: z.array(z.string()),
        }),
      ),
    }),
  }),
  'item.chooseClass': operation({
    summary:
      "Choose the class of a category's items that have none of their own, some at a time, or of one item",
    allow: 'manager',
    profile: true,
    input: categoryClass.extend({ itemId: rowId.nullish() }),
    /** Called again until nothing is left; `left` counts as far as the next call goes. */
    output: z.object({ changed: z.int(), left: z.int() }),
  }),
  'item.other': operation({
    summary: 'Make an item for the open sale, goods with the sold quantity, and send it to the authority',
    allow: 'cashier',
    profile: true,
    input: itemDraft.pick({ name: true, taxType: true }).extend({
      itemClass,
      price: cents.min(1),
      type: itemType.extract(['2', '3']),
      /** Hundredths that are sold. */
      quantity: signedQuantity.min(1),
      /** The window makes it once per item. An approval is for it. */
      requestId: z.string().min(8).max(64),
    }),
    output: item,
  }),
  'item.favourite': operation({
    summary: 'Add an item to the favourites, or remove it',
    allow: 'cashier',
    profile: true,
    input: z.object({ id: rowId, favourite: z.boolean() }),
    output: item,
  }),
}
