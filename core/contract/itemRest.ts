/** Items of other software. */
import { z } from 'zod'
import {
  answeredDate,
  callerItemCode,
  changedSince,
  itemType,
  nation,
  nextCursor,
  optionalText,
  queryPage,
  tableCode,
  text,
  yesNo,
} from './fields.ts'
import { operation } from './operation.ts'

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

export const itemRestOperations = {
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
