/** Goods and services. */
import { z } from 'zod'
import { importRowsAtOnce, tileColours } from './bounds.ts'
import type { Failure } from './errors.ts'
import {
  answeredDate,
  callerItemCode,
  cents,
  changedSince,
  itemClass,
  itemType,
  moment,
  nation,
  nextCursor,
  optionalText,
  page,
  queryPage,
  rowId,
  signedQuantity,
  tableCode,
  taxType,
  text,
  yesNo,
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
const categoryClass = z.object({ category: text(40).nullable(), itemClass })

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
  }),
  z.object({ outcome: z.literal('failed'), failure: z.custom<Failure>() }),
])
export type ImportOutcome = z.infer<typeof importOutcome>

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

const registered = z.object({
  itemCd: z.string(),
  itemNm: z.string(),
  itemClsCd: z.string(),
  taxTyCd: z.string(),
  useYn: yesNo,
  regDt: answeredDate,
  modiDt: answeredDate,
})

const restPrice = z.number().min(0).max(999_999_999)
const itemTaxType = z.enum(['A', 'B', 'C', 'D'])

/** `spec 2.3`, the part that has an effect here. */
const inUse =
  'Y = on the screens of the till, N = hidden there; sales and stock records of other software may still name the item'

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
  'item.importRows': operation({
    summary: 'Import items from a list, each row by itself, or preview the result',
    allow: 'manager',
    profile: true,
    input: z.object({
      rows: z.array(importRow).min(1).max(importRowsAtOnce),
      /** For new items whose row names none. */
      taxType: taxType.optional(),
      /** Classes for new items whose row names none, by category. Stored for the categories' next items. */
      classes: z.array(categoryClass).max(500).default([]),
      /** For new items for which neither row nor category names one. */
      itemClass: itemClass.optional(),
      /** true: nothing is stored. */
      check: z.boolean(),
    }),
    /** In the order of the rows. */
    output: z.object({ outcomes: z.array(importOutcome) }),
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
  'item.registerService': operation({
    summary: 'Register a service (spec 4.8)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/items/service',
      role: 'manager',
      envelope: 'resultCode',
      keeps: 'unnumbered',
    },
    input: z.looseObject({
      itemName: text(100),
      taxType: itemTaxType,
      price: restPrice.nullish(),
      itemCode: callerItemCode.nullish(),
      description: z.string().max(1000).nullish(),
      useYn: yesNo.nullish().meta({ default: 'Y' }).describe(inUse),
    }),
    output: registered,
  }),
  'item.registerGoods': operation({
    summary: 'Register goods (spec 4.9)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/items/goods',
      role: 'manager',
      envelope: 'resultCode',
      keeps: 'unnumbered',
    },
    input: z.looseObject({
      itemName: text(100),
      taxType: itemTaxType,
      price: restPrice.nullish(),
      itemCode: callerItemCode.nullish(),
      qtyUnitCd: tableCode.nullish().meta({ default: 'U' }),
      pkgUnitCd: tableCode.nullish().meta({ default: 'NT' }),
      useYn: yesNo.nullish().meta({ default: 'Y' }).describe(inUse),
    }),
    output: registered.omit({ modiDt: true }).extend({ qtyUnitCd: z.string(), pkgUnitCd: z.string() }),
  }),
  'item.register': operation({
    summary: 'Register an item with every field (spec 4.10)',
    allow: 'software',
    profile: true,
    rest: { method: 'POST', path: '/items', role: 'manager', envelope: 'resultCode', keeps: 'unnumbered' },
    input: z.looseObject({
      itemClsCd: z.string().regex(/^(SV|GD|\d{10})$/, 'SV, GD or ten digits'),
      itemTyCd: itemType,
      itemNm: text(100),
      pkgUnitCd: tableCode,
      qtyUnitCd: tableCode,
      taxTyCd: itemTaxType,
      useYn: yesNo.describe(inUse),
      itemCd: callerItemCode.nullish(),
      itemStdNm: optionalText(200).nullish(),
      orgnNatCd: nation.nullish().meta({ default: 'KE' }),
      btchNo: optionalText(10).nullish(),
      bcd: z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]{0,20}$/, 'up to 20 letters and digits')
        .nullish(),
      dftPrc: restPrice.nullish(),
      addInfo: optionalText(7).nullish(),
      sftyQty: z.number().min(0).max(99_999_999_999).nullish(),
    }),
    output: registered,
  }),
  'item.find': operation({
    summary: 'Registered items (GET /items; its shape is not shown in the specification)',
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/items', role: 'cashier', envelope: 'resultCode' },
    input: z.looseObject({
      itemCd: z.string().max(50).optional(),
      bcd: z.string().max(20).optional(),
      search: z.string().max(100).optional(),
      useYn: yesNo.optional(),
      changedSince: changedSince.describe(
        'only items received, changed or registered here since then, such as 2026-03-01T10:30:00Z. A change of `remainingQty` alone does not count: use `GET /stock/movements`, which has `changedSince` too',
      ),
      ...queryPage,
    }),
    output: z.object({
      items: z.array(
        z.object({
          itemCd: z.string(),
          itemClsCd: z.string(),
          itemTyCd: z.string(),
          itemNm: z.string(),
          itemStdNm: z.string().nullable(),
          orgnNatCd: z.string(),
          pkgUnitCd: z.string(),
          qtyUnitCd: z.string(),
          taxTyCd: z.string(),
          bcd: z.string().nullable(),
          btchNo: z.string().nullable(),
          addInfo: z.string().nullable(),
          dftPrc: z.number(),
          sftyQty: z.number().nullable(),
          useYn: yesNo,
          regDt: answeredDate,
          modiDt: answeredDate,
          remainingQty: z.number().nullable(),
          registered: z.boolean(),
          cisItemCd: z
            .string()
            .nullable()
            .describe("the authority's code of the item; null before it has one"),
        }),
      ),
      nextCursor,
    }),
  }),
}
