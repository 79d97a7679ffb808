/** Credit notes of other software: three endpoints, each with its own shape (`spec 4.12`). */
import { z } from 'zod'
import {
  cancelDate,
  creditReason,
  documentHeader,
  headerTotals,
  saleLine,
  submissionResult,
} from './callerSale.ts'
import {
  callerAmount,
  callerItemCode,
  callerNumber,
  callerPin,
  optionalText,
  orElse,
  tableCode,
  text,
  wireDate,
} from './fields.ts'
import { operation } from './operation.ts'

const barcode = text(50)

/** A line refers to an item of the sale by code or barcode. */
const barcodeLine = saleLine.extend({ itemCd: callerItemCode.nullish(), bcd: barcode })
const eitherLine = barcodeLine.extend({ bcd: barcode.nullish() })
export type CreditLine = z.infer<typeof eitherLine>

const linesOf = <L extends z.ZodType>(line: L) => z.array(line).min(1).max(500)

/**
 * Extension: whether the goods return to stock here. If absent, they do if the till itself took them off the shelf.
 */
const returnStock = z.boolean().nullish()

const dates = { cnclReqDt: cancelDate, cnclDt: cancelDate, rfdDt: cancelDate }

/** The field table. */
export const creditNoteTable = z.looseObject({
  orgInvcNo: callerNumber,
  invcNo: callerNumber,
  salesDt: wireDate,
  rfdRsnCd: creditReason,
  rfdAmt: callerAmount,
  ...documentHeader,
  ...headerTotals,
  ...dates,
  totTaxblAmt: callerAmount,
  totTax: callerAmount,
  items: linesOf(saleLine),
  returnStock,
})

const original = z.looseObject({
  invcNo: callerNumber,
  trdInvcNo: optionalText(50).nullish(),
  creditNoteInvcNo: callerNumber.nullish().describe('`invcNo` + 10000 when absent'),
  custTin: callerPin,
  custNm: optionalText(200).nullish(),
  pmtTyCd: tableCode.nullish(),
})

const aboutOriginal = {
  original,
  reason: creditReason,
  ...headerTotals,
  ...dates,
  salesDt: wireDate.nullish(),
  rfdAmt: callerAmount.nullish(),
  remark: documentHeader.remark,
  regrId: documentHeader.regrId,
  regrNm: documentHeader.regrNm,
  returnStock,
}

/** The shape of the endpoint's example, with the sale in an object of its own. */
export const creditNoteExample = z.looseObject({ ...aboutOriginal, lineItems: linesOf(eitherLine) })

export const creditNoteBarcode = z.looseObject({ ...aboutOriginal, lineItems: linesOf(barcodeLine) })

const creditNoteExpress = z.looseObject({
  orgInvcNo: callerNumber,
  reason: creditReason,
  ...documentHeader,
  trdInvcNo: documentHeader.trdInvcNo.describe(
    "the trader's own number, free text; `CN-{orgInvcNo}` when absent, `CN-{orgInvcNo}-2` of the next",
  ),
  regrId: documentHeader.regrId.meta({ default: 'USR01' }),
  regrNm: documentHeader.regrNm.meta({ default: 'System' }),
  ...headerTotals,
  ...dates,
  lineItems: linesOf(saleLine),
  creditNoteInvcNo: callerNumber.nullish().describe('`orgInvcNo` + 10000 when absent'),
  pmtTyCd: orElse(tableCode, '01'),
  salesDt: wireDate.nullish(),
  rfdAmt: callerAmount.nullish(),
  returnStock,
})

/**
 * Either shape. Errors must refer to the intended one: a plain union cannot say which members are missing. A body
 * with `original` has the example's shape, unless it has the table's `orgInvcNo`.
 */
const eitherShape = z.preprocess(
  (body, context) => {
    const { original, orgInvcNo } = (body ?? {}) as Record<string, unknown>
    const meant = original != null && orgInvcNo == null ? creditNoteExample : creditNoteTable
    const parsed = meant.safeParse(body, { reportInput: true })
    for (const issue of parsed.error?.issues ?? []) context.issues.push(issue as z.core.$ZodRawIssue)
    return body
  },
  z.union([creditNoteTable, creditNoteExample]),
)

const creditNoteInvcNo = z
  .string()
  .describe('the number of the credit note, given or generated: `GET /sales/{invcNo}`')

const result = submissionResult.omit({ totRcptNo: true }).extend({ creditNoteInvcNo })

export const creditNoteOperations = {
  'creditNote.submit': operation({
    summary: "Credit an approved sale, in the authority's fields (spec 4.12)",
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/sales/credit-note',
      role: 'manager',
      act: 'creditNote',
      envelope: 'successFlag',
      keeps: 'numbered',
    },
    input: eitherShape,
    output: z.object({
      resultCd: z.literal('000'),
      internalData: z.string(),
      receiptSignature: z.string(),
      sdcDateTime: result.shape.sdcDateTime,
      creditNoteInvcNo,
    }),
  }),
  'creditNote.express': operation({
    summary: 'Credit an approved sale, with few fields (spec 4.12)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/sales/credit-note-express',
      role: 'manager',
      act: 'creditNote',
      envelope: 'successFlag',
      keeps: 'numbered',
    },
    input: creditNoteExpress,
    output: result,
  }),
  'creditNote.barcode': operation({
    summary: 'Credit an approved sale, with goods named by barcode (spec 4.12)',
    allow: 'software',
    profile: true,
    rest: {
      method: 'POST',
      path: '/sales/credit-note-barcode',
      role: 'manager',
      act: 'creditNote',
      envelope: 'successFlag',
      keeps: 'numbered',
    },
    input: creditNoteBarcode,
    output: result,
  }),
}
