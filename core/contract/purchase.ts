/** Supplier invoices: read, linked to our items, and confirmed to the authority (`spec 4.16`, `4.17`). */
import { z } from 'zod'
import {
  answeredDate,
  answeredDateTime,
  branchCode,
  callerItemCode,
  callerNumber,
  changedSince,
  isoMoment,
  nextCursor,
  optionalText,
  queryPage,
  tableCode,
  taxpayerPin,
  taxType,
  wireDate,
  wireDateTime,
} from './fields.ts'
import { operation } from './operation.ts'

/** Shillings, units or percent with at most two decimals, as in the authority's own fields. */
const amount = z.number()
const perLetter = Object.fromEntries(
  ['A', 'B', 'C', 'D', 'E'].flatMap((letter) =>
    ['taxblAmt', 'taxRt', 'taxAmt'].map((name) => [`${name}${letter}`, amount]),
  ),
) as Record<`${'taxblAmt' | 'taxRt' | 'taxAmt'}${z.infer<typeof taxType>}`, typeof amount>

/** Names and meanings are the authority's (`authority §1.4`, no. 15). Kaunta's additions are at the end. */
const purchase = z.object({
  spplrTin: z.string(),
  spplrNm: z.string(),
  spplrBhfId: z.string(),
  spplrSdcId: z.string().nullable(),
  spplrInvcNo: z.string(),
  rcptTyCd: z.enum(['S', 'R']).describe("S sale, R the supplier's credit note"),
  pmtTyCd: z.string().nullable(),
  cfmDt: z.string().nullable().describe('`yyyyMMddHHmmss`, as `stockRlsDt`'),
  salesDt: answeredDate,
  stockRlsDt: z.string().nullable(),
  totItemCnt: z.int(),
  ...perLetter,
  totTaxblAmt: amount,
  totTaxAmt: amount,
  totAmt: amount,
  remark: z.string().nullable(),
  itemList: z.array(
    z.object({
      itemSeq: z.int(),
      itemCd: z.string(),
      itemClsCd: z.string(),
      itemNm: z.string(),
      bcd: z.string().nullable(),
      pkgUnitCd: z.string(),
      pkg: amount,
      qtyUnitCd: z.string(),
      qty: amount,
      prc: amount,
      splyAmt: amount,
      dcRt: amount,
      dcAmt: amount,
      taxTyCd: taxType,
      taxblAmt: amount,
      taxAmt: amount,
      totAmt: amount,
      localItemCd: z.string().nullable().describe("our own code, once the supplier's code is linked to it"),
    }),
  ),
  purchaseId: z.string().describe('used in the path of `link-items`'),
  state: z
    .enum(['open', 'waiting', 'confirmed', 'refused'])
    .describe(
      'open: not confirmed yet; waiting: on its way to the authority; refused: the reason is in `refusal`',
    ),
  cisInvcNo: z.int().nullable().describe("the authority's number of our purchase"),
  refusal: z.string().nullable(),
})
export type PurchaseView = z.infer<typeof purchase>
/** Taxable amount, rate and tax of each letter. */
export type PurchaseBuckets = Pick<PurchaseView, keyof typeof perLetter>

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])

export const purchaseOperations = {
  'purchase.list': operation({
    summary:
      'Invoices that suppliers have addressed to this taxpayer (GET /purchases; its shape is not shown)',
    allow: 'software',
    profile: true,
    rest: { method: 'GET', path: '/purchases', role: 'cashier', envelope: 'resultCode' },
    input: z.looseObject({
      spplrTin: taxpayerPin.optional(),
      spplrInvcNo: callerNumber.optional(),
      state: z.enum(['open', 'waiting', 'confirmed', 'refused']).optional(),
      from: wireDate.optional().describe('first day of sale; `to` is the last'),
      to: wireDate.optional(),
      changedSince,
      refresh: flag
        .default(true)
        .describe(
          'ask the authority for news first; stored invoices are returned if it does not answer in time',
        ),
      ...queryPage,
    }),
    output: z.object({
      purchases: z.array(purchase),
      fetchedAt: isoMoment.nullable().describe('when the authority last answered; null: never'),
      nextCursor,
    }),
  }),
  'purchase.confirm': operation({
    summary: "Confirm receipt of a supplier's invoice (spec 4.16)",
    allow: 'software',
    profile: true,
    rest: { method: 'POST', path: '/purchases', role: 'manager', envelope: 'resultCode', keeps: 'numbered' },
    input: z.looseObject({
      spplrTin: taxpayerPin,
      spplrInvcNo: callerNumber,
      spplrBhfId: branchCode.nullish().describe('if two branches of the supplier used the number'),
      rcptTyCd: z.literal('P'),
      pmtTyCd: tableCode,
      cfmDt: wireDateTime,
      salesSttsCd: z.literal('02'),
      totAmt: z.number().min(0),
      remark: optionalText(400).nullish(),
    }),
    output: z.object({
      cisInvcNo: z
        .int()
        .nullable()
        .describe(
          "the authority's number of our purchase; null: a lost hub had sent it, and did not tell the number",
        ),
      cfmDt: answeredDateTime,
    }),
  }),
  'purchase.linkItems': operation({
    summary: "Link the lines of a supplier's invoice to our items (spec 4.17)",
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/purchases/:purchaseId/link-items',
      role: 'manager',
      envelope: 'successFlag',
    },
    input: z.looseObject({
      purchaseId: callerNumber,
      spplrTin: taxpayerPin.nullish(),
      spplrBhfId: branchCode.nullish().describe('if two branches of the supplier used the number'),
      links: z
        .array(
          z.looseObject({
            spplrItemCd: callerItemCode,
            localItemCd: callerItemCode,
            itemNm: optionalText(200).nullish(),
          }),
        )
        .min(1)
        .max(500),
    }),
    output: z.object({ linked: z.int(), purchaseId: z.string(), note: z.string() }),
  }),
}
