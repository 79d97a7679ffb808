/** Stock: levels, counts, movements, and stock records of other software. */
import { z } from 'zod'
import { requestId } from './delivery.ts'
import {
  answeredDate,
  answeredDateTime,
  branchCode,
  callerItemCode,
  callerPin,
  callerQuantity,
  changedSince,
  isoMoment,
  itemClass,
  moment,
  nextCursor,
  optionalText,
  orElse,
  page,
  queryPage,
  rowId,
  signedQuantity,
  tableCode,
  taxType,
  text,
  wireDate,
  wireDateTime,
} from './fields.ts'
import { operation } from './operation.ts'

/** Shillings. */
const callerPrice = z.number().min(0).max(99_999_999_999)

const movement = z.object({
  id: rowId,
  at: moment,
  itemId: rowId,
  itemCode: z.string(),
  itemName: z.string(),
  quantityUnit: z.string(),
  /** Class 12 (`authority §3`): 01-06 in, 11-16 out. */
  type: z.string(),
  /** Positive in, negative out. */
  quantity: signedQuantity,
  onHandAfter: signedQuantity,
  remark: z.string().nullable(),
  by: z.string(),
  /** null: a count, an adjustment, or goods of other software. */
  document: z
    .object({ kind: z.enum(['invoice', 'delivery', 'transfer']), id: rowId, number: z.string() })
    .nullable(),
  /** The record's state at the authority. */
  state: z.enum(['waiting', 'accepted', 'refused']),
})

const levelFilters = {
  text: optionalText(100).optional(),
  /**
   * runsOut: lasts at most `days` at the rate at which it sells; unsold: there, and not sold for `days`; waiting:
   * the authority's stock differs, as a record is pending or was rejected; neverCounted: in no booked count.
   */
  filter: z
    .enum(['all', 'low', 'out', 'negative', 'runsOut', 'unsold', 'neverCounted', 'waiting'])
    .default('all'),
  days: z.int().min(1).max(730).default(14),
}
/** What the stock list is filtered by. */
export const shownLevels = z.object(levelFilters)

export const stockOperations = {
  'stock.levels': operation({
    summary: 'The stock on hand',
    allow: 'cashier',
    profile: true,
    input: z.object({
      ...levelFilters,
      itemId: rowId.optional(),
      /** name; value and sold: the most first; lasts: the shortest first. */
      order: z.enum(['name', 'value', 'lasts', 'sold']).default('name'),
      ...page,
    }),
    output: z.object({
      levels: z.array(
        z.object({
          itemId: rowId,
          code: z.string(),
          name: z.string(),
          secondName: z.string().nullable(),
          category: z.string().nullable(),
          quantityUnit: z.string(),
          onHand: signedQuantity,
          /** Accepted by the authority; null: other tills of the branch have documents on their way. */
          atAuthority: signedQuantity.nullable(),
          lowStock: signedQuantity.nullable(),
          /** Of open orders. */
          onOrder: signedQuantity,
          /** Sent by other branches, and not taken in; null where more than one item is asked for. */
          arriving: signedQuantity.nullable(),
          /** Cents, at average cost or at the price; null for a cashier. */
          value: z.int().nullable(),
          /** Sold less what was credited, in 7 and in 30 days. */
          sold7: signedQuantity,
          sold30: signedQuantity,
          /** Days at the rate of the last week or month, whichever is faster; null: it does not sell. */
          lasts: z.int().nullable(),
          lastSoldAt: moment.nullable(),
          lastCountedAt: moment.nullable(),
          lastMovedAt: moment.nullable(),
          /** Movements that the authority has not accepted yet, counted up to 100. */
          waiting: z.int(),
        }),
      ),
      /** Counted up to 1001: more than 1,000. */
      total: z.int(),
      low: z.int(),
      nextCursor,
    }),
  }),
  'stock.value': operation({
    summary: 'What the listed stock is worth',
    allow: 'manager',
    profile: true,
    input: shownLevels,
    /** Cents, of what is there: at average cost, or at the price. */
    output: z.object({ value: z.int() }),
  }),
  'stock.history': operation({
    summary: 'The stock of an item at the end of each day on which it moved',
    allow: 'cashier',
    profile: true,
    input: z.object({ itemId: rowId, days: z.int().min(1).max(730).default(90) }),
    output: z.object({
      /** On hand before the first of these days. */
      before: signedQuantity,
      days: z.array(z.object({ day: z.string(), onHand: signedQuantity })),
    }),
  }),
  'stock.movements': operation({
    summary: 'Movements, newest first',
    allow: 'cashier',
    profile: true,
    input: z.object({ itemId: rowId.optional(), ...page }),
    output: z.object({ movements: z.array(movement), nextCursor }),
  }),
  'stock.adjust': operation({
    summary: 'Opening stock, goods received, waste, or a count: recorded and sent to the authority',
    allow: 'manager',
    profile: true,
    input: z.object({
      /**
       * opening and found: adjustment in (06); received: purchase (02); returned: return in (03); lost and ownUse:
       * adjustment out (16); wasted: discarding (15); count: the counted quantity; the difference becomes 06 or 16.
       */
      kind: z.enum(['opening', 'received', 'returned', 'found', 'lost', 'wasted', 'ownUse', 'count']),
      lines: z
        .array(
          z.object({
            itemId: rowId,
            /** For a count: the counted quantity, may be 0. */
            quantity: signedQuantity.min(0),
            /**
             * For a count: the stock on hand at that moment, so that later sales do not count as missing. Absent: the
             * present stock.
             */
            expected: signedQuantity.optional(),
            /**
             * The item's newest movement then, 0 if it had none. Another correction since makes the count invalid.
             */
            lastMovement: z.int().min(0).optional(),
          }),
        )
        .min(1)
        .max(500),
      remark: optionalText(200).optional(),
      /** Of a count: the person has seen its large differences. */
      sure: z.boolean().default(false),
    }),
    output: z.object({ movements: z.int() }),
  }),
  'stock.settle': operation({
    summary:
      "Send the difference between our stock of an item and the authority's, so that it has what is here",
    allow: 'manager',
    profile: true,
    input: z.object({
      requestId,
      itemId: rowId,
      /** Ours less the authority's, as the person saw it. */
      difference: signedQuantity.refine((value) => value !== 0, 'other than 0'),
      reason: text(200),
    }),
    /** `sent` false: a record that settles it is on its way, or was rejected and waits on the KRA screen. */
    output: z.object({ sent: z.boolean() }),
  }),
  'stock.record': operation({
    summary: 'Record a stock movement (spec 4.13)',
    allow: 'software',
    profile: true,
    rest: { method: 'POST', path: '/stock/io', role: 'manager', envelope: 'resultCode', keeps: 'numbered' },
    input: z.looseObject({
      sarNo: z.int().min(0),
      orgSarNo: z.int().min(0).nullish(),
      regTyCd: z.enum(['M', 'A']),
      custTin: callerPin,
      custNm: optionalText(100).nullish(),
      ocrnDt: wireDate,
      totItemCnt: z.int().min(1),
      totTaxblAmt: z.number().min(0),
      totTax: z.number().min(0),
      totAmt: z.number().min(0),
      remark: optionalText(400).nullish(),
      itemList: z
        .array(
          z.looseObject({
            itemCd: callerItemCode,
            itemNm: text(100),
            stockTyCd: z.enum(['01', '02', '03', '11', '12', '13']),
            qty: callerQuantity,
            unitPrice: callerPrice,
            totAmt: callerPrice,
          }),
        )
        .min(1)
        .max(500),
    }),
    output: z.object({ sarNo: z.int(), ocrnDt: answeredDate }),
  }),
  'stock.findMovements': operation({
    summary: 'Stock movements (GET /stock/movements; its shape is not shown in the specification)',
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/stock/movements', role: 'cashier', envelope: 'resultCode' },
    input: z.looseObject({
      itemCd: callerItemCode.optional(),
      /** Class 12. */
      stockTyCd: z
        .string()
        .regex(/^[01][1-6]$/, 'one of 01 to 06 and 11 to 16')
        .optional(),
      from: wireDate.optional().describe('first day of occurrence; `to` is the last'),
      to: wireDate.optional(),
      sarNo: z.coerce.number().int().min(0).optional(),
      /** Recorded, or settled at the authority, since then. */
      changedSince,
      ...queryPage,
    }),
    output: z.object({
      /** In the order of recording. */
      movements: z.array(
        z.object({
          itemCd: z.string(),
          itemNm: z.string(),
          qtyUnitCd: z.string(),
          stockTyCd: z.string(),
          direction: z.enum(['in', 'out']),
          qty: z.number().describe('units, always positive'),
          onHandAfter: z.number().describe('units on hand after it'),
          ocrnDt: answeredDate,
          sarNo: z.int().nullable().describe("the caller's number in POST /stock/io or /stock/transfer"),
          invcNo: z.string().nullable().describe('the number of its sale or credit note'),
          remark: z.string().nullable(),
          regrNm: z.string(),
          recordedAt: isoMoment,
          state: z
            .enum(['waiting', 'accepted', 'refused', 'withdrawn', 'reversal'])
            .describe(
              'of its record at the authority; reversal: reverses a withdrawn record, which the authority never had',
            ),
          cisSarNo: z.int().nullable().describe('the number of its record at the authority'),
        }),
      ),
      nextCursor,
    }),
  }),
  'stock.transfer': operation({
    summary: 'Send goods to another branch (spec 4.14)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/stock/transfer',
      role: 'manager',
      envelope: 'successFlag',
      keeps: 'numbered',
    },
    input: z.looseObject({
      fromBhfId: orElse(branchCode, '00').describe('head office when absent'),
      toBhfId: branchCode.nullish(),
      sarNo: z.int().min(0).nullish().describe('generated from the present time when absent'),
      ocrnDt: wireDateTime.nullish().describe('now when absent'),
      regrId: orElse(text(20), 'USR01'),
      regrNm: orElse(text(60), 'Admin'),
      items: z
        .array(
          z.looseObject({
            itemCd: callerItemCode,
            itemClsCd: itemClass,
            itemNm: text(100),
            pkgUnitCd: tableCode,
            pkg: z.number().positive().max(99_999_999),
            qtyUnitCd: tableCode,
            qty: callerQuantity,
            prc: callerPrice,
            splyAmt: callerPrice.describe('`qty` x `prc`'),
            totDcAmt: callerPrice.nullish(),
            taxblAmt: callerPrice,
            taxTyCd: taxType,
            taxAmt: callerPrice,
            totAmt: callerPrice,
          }),
        )
        .min(1)
        .max(500),
    }),
    output: z.object({ success: z.boolean(), sarNo: z.int() }),
  }),
  'stock.setMaster': operation({
    summary: 'Send the remaining quantity of an item to the authority (spec 4.15)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'PUT',
      path: '/stock/master',
      role: 'manager',
      envelope: 'resultCode',
      keeps: 'unnumbered',
    },
    input: z.looseObject({
      itemCd: callerItemCode,
      remainingQty: z.number().min(0).max(99_999_999_999),
      userId: text(20),
      userName: text(60),
    }),
    output: z.object({ itemCd: z.string(), remainingQty: z.number(), modiDt: answeredDateTime }),
  }),
}
