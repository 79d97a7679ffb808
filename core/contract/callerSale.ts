/** Sales of other software: with items (`spec 4.11`), in the authority's own form (`POST /sales`), and queries. */
import { z } from 'zod'
import {
  callerAmount,
  callerItemCode,
  callerNumber,
  callerPin,
  callerQuantity,
  itemType,
  nation,
  optionalText,
  orElse,
  rowId,
  tableCode,
  taxType,
  text,
  wireDate,
  wireDateTime,
  yesNo,
} from './fields.ts'
import { invoiceState } from './invoice.ts'
import { operation } from './operation.ts'

const optionalNumber = z.number().nullish()

/** A sale's line in `spec 2.5`. */
export const saleLine = z
  .looseObject({
    itemClsCd: z
      .string()
      .regex(/^\d{10}$/, 'ten digits')
      .nullish(),
    itemCd: callerItemCode,
    itemTyCd: orElse(itemType, '3'),
    itemNm: text(100),
    orgnNatCd: orElse(nation, 'KE'),
    pkgUnitCd: tableCode.nullish(),
    qtyUnitCd: tableCode,
    taxTyCd: taxType,
    prc: callerAmount.describe(
      '`totAmt` decides: if `prc` × `qty` differs, the authority gets the price that gives it',
    ),
    qty: callerQuantity,
    dcRt: z.number().min(0).max(100).nullish(),
    dcAmt: callerAmount
      .nullish()
      .describe('already deducted in `totAmt`; the authority gets the price after it'),
    taxblAmt: callerAmount,
    taxAmt: callerAmount,
    totAmt: callerAmount,
  })
  .meta({ id: 'SaleLine' })
export type SaleLine = z.infer<typeof saleLine>

/** What the header of every document may contain. */
export const documentHeader = {
  trdInvcNo: optionalText(50)
    .nullish()
    .describe("the trader's own number, free text; the caller's `invcNo` when absent"),
  pmtTyCd: tableCode.nullish(),
  custTin: callerPin,
  custNm: optionalText(200).nullish(),
  remark: optionalText(400).nullish(),
  regrId: optionalText(20).nullish(),
  regrNm: optionalText(60).nullish(),
  modrId: optionalText(20).nullish(),
  modrNm: optionalText(60).nullish(),
  prchrAcptcYn: yesNo.nullish(),
}

/** Given totals must be the sums of the lines. The authority's name for the tax works too. */
export const headerTotals = {
  totTaxblAmt: optionalNumber,
  totTax: optionalNumber,
  totTaxAmt: optionalNumber,
  totAmt: optionalNumber,
}

/** A date, or date and time: the authority's tables have the latter, `spec 4.12` the former. */
export const cancelDate = z.union([wireDate, wireDateTime]).nullish()

const saleHeader = z.looseObject({
  ...documentHeader,
  ...headerTotals,
  invcNo: callerNumber,
  salesDt: wireDate.nullish().describe('today when absent'),
  rcptTyCd: orElse(z.enum(['S']), 'S'),
  salesSttsCd: orElse(z.enum(['02']), '02'),
  currency: optionalText(3)
    .nullish()
    .describe('the authority accepts shillings only: another currency is rejected, not converted'),
  exchangeRate: optionalNumber,
  destnCountryCd: optionalText(5).nullish(),
})

/** Sent to the authority, shortened to its limits (`authority §1.4`). */
const receiptText = optionalText(200).nullish()
export const receiptFields = {
  custTin: callerPin,
  custMblNo: receiptText,
  trdeNm: receiptText,
  adrs: receiptText,
  topMsg: receiptText,
  btmMsg: receiptText,
  prchrAcptcYn: yesNo.nullish(),
}

const receipt = orElse(z.looseObject(receiptFields), { custTin: null }).meta({ default: {} })

/** Codes 01 to 06 (`spec 2.1`). */
export const creditReason = z.enum(['01', '02', '03', '04', '05', '06'])

/** The authority's header (`authority §1.4` no. 14). Only members without a default are required. */
const nativeSale = z.looseObject({
  ...documentHeader,
  ...headerTotals,
  invcNo: callerNumber,
  orgInvcNo: callerNumber
    .nullish()
    .describe('of a credit note: the number under which the sale was sent here'),
  salesTyCd: orElse(z.enum(['N']), 'N'),
  rcptTyCd: orElse(z.enum(['S', 'R']), 'S'),
  salesSttsCd: orElse(z.enum(['02']), '02'),
  cfmDt: wireDateTime.nullish(),
  salesDt: wireDate.nullish().describe('the day of `cfmDt` when absent, else today'),
  stockRlsDt: cancelDate,
  cnclReqDt: cancelDate,
  cnclDt: cancelDate,
  rfdDt: cancelDate,
  rfdRsnCd: creditReason.nullish(),
  totItemCnt: z.int().nullish().describe('must be the number of lines'),
  /** Taxable amount, rate and tax of each letter. Given ones must be the sums of the lines. */
  taxblAmtA: optionalNumber,
  taxblAmtB: optionalNumber,
  taxblAmtC: optionalNumber,
  taxblAmtD: optionalNumber,
  taxblAmtE: optionalNumber,
  taxRtA: optionalNumber,
  taxRtB: optionalNumber,
  taxRtC: optionalNumber,
  taxRtD: optionalNumber,
  taxRtE: optionalNumber,
  taxAmtA: optionalNumber,
  taxAmtB: optionalNumber,
  taxAmtC: optionalNumber,
  taxAmtD: optionalNumber,
  taxAmtE: optionalNumber,
  receipt,
  itemList: z.array(saleLine).min(1).max(500),
  returnStock: z
    .boolean()
    .nullish()
    .describe('extension, of a credit note: whether the goods return to stock here'),
})

/** `spec 2.6`. */
export const submissionResult = z
  .object({
    cisInvcNo: z.int(),
    intrlData: z.string(),
    rcptSign: z.string(),
    sdcDateTime: wireDateTime,
    totRcptNo: z.int(),
  })
  .meta({ id: 'SignedResult' })
export type SubmissionResult = z.infer<typeof submissionResult>

export const callerSaleOperations = {
  'sale.submit': operation({
    summary: 'Submit a sales invoice, registering its items first if asked (spec 4.11)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/sales-with-items',
      role: 'cashier',
      envelope: 'successFlag',
      keeps: 'numbered',
    },
    input: z.looseObject({
      transaction: saleHeader,
      lineItems: z.array(saleLine).min(1).max(500),
      receipt,
      autoRegisterItems: orElse(z.boolean(), false),
    }),
    output: submissionResult,
  }),
  'sale.submitNative': operation({
    summary: "Submit a sales invoice or a credit note with the authority's own header (spec 4.0)",
    allow: 'software',
    profile: true,
    rest: { method: 'POST', path: '/sales', role: 'cashier', envelope: 'successFlag', keeps: 'numbered' },
    input: nativeSale,
    output: submissionResult,
  }),
  'sale.find': operation({
    summary: 'The outcome of a sale or credit note, by the number it was sent under (extension)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'GET',
      path: '/sales/:invcNo',
      role: 'cashier',
      envelope: 'successFlag',
      extension: true,
    },
    input: z.looseObject({ invcNo: callerNumber }),
    output: z.object({
      invcNo: z.string(),
      trdInvcNo: z.string(),
      rcptTyCd: z.enum(['S', 'R']).describe('S a sale, R a credit note'),
      state: invoiceState,
      salesDt: wireDate,
      totAmt: z.number(),
      custTin: z.string().nullable(),
      orgInvcNo: z.string().nullable().describe('of a credit note: the number of its sale'),
      rfdRsnCd: z.string().nullable(),
      cisInvcNo: z
        .int()
        .nullable()
        .describe("the authority's number once it has the document, signed or not"),
      result: submissionResult.nullable(),
      /** Why it was rejected: our code and text, the authority's own, and the remedy. */
      refusal: z
        .object({
          resultCd: z.string(),
          resultMsg: z.string(),
          authorityCode: z.string().nullable(),
          authorityText: z.string().nullable(),
        })
        .nullable(),
      /** For a sale: its credit notes, oldest first. */
      creditNotes: z.array(
        z.object({
          invcNo: z.string(),
          state: invoiceState,
          totAmt: z.number(),
          rfdRsnCd: z.string().nullable(),
        }),
      ),
      queueId: rowId.nullable(),
    }),
  }),
}
