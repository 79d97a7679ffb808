/** A credit note in the authority's fields, or in the shape of the endpoint's example (`spec 4.12`). */
import type { z } from 'zod'
import type { creditNoteExample, creditNoteTable } from '../../contract/creditNote.ts'
import { authorOfCaller, totalsOf } from '../../shop/sales/callerDocument.ts'
import { type CallerCreditNote, creditCallersSale } from '../../shop/sales/creditCallersSale.ts'
import { extrasOf } from '../../shop/sales/extras.ts'
import type { Handler } from '../shared/handler.ts'
import { aboutOriginal, at, author, refund } from './shapes.ts'

const fromTable = (input: z.output<typeof creditNoteTable>): CallerCreditNote => ({
  number: input.invcNo,
  traderNumber: input.trdInvcNo || null,
  tradersOwn: false,
  original: input.orgInvcNo,
  reason: input.rfdRsnCd,
  saleDate: input.salesDt,
  confirmedAt: null,
  method: input.pmtTyCd ?? null,
  buyer: { pin: input.custTin, name: input.custNm || null },
  author: authorOfCaller(input, author),
  remark: input.remark || null,
  extras: extrasOf(input),
  totals: [refund(input.rfdAmt), ...totalsOf(input)],
  lines: input.items,
  returnStock: input.returnStock ?? null,
  body: input,
  at,
})

const isExample = (input: object): input is z.output<typeof creditNoteExample> =>
  (input as { orgInvcNo?: unknown }).orgInvcNo == null

export const submitCreditNote: Handler<'creditNote.submit'> = (input, context) =>
  creditCallersSale(
    context,
    isExample(input) ? aboutOriginal(input, input.lineItems) : fromTable(input),
    ({ intrlData, rcptSign, sdcDateTime }, creditNoteInvcNo) => ({
      resultCd: '000' as const,
      internalData: intrlData,
      receiptSignature: rcptSign,
      sdcDateTime,
      creditNoteInvcNo,
    }),
  )
