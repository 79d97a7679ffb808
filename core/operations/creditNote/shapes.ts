/** What the credit note endpoints (`spec 4.12`) share on the way to {@link CallerCreditNote}. */
import type { z } from 'zod'
import type { SubmissionResult } from '../../contract/callerSale.ts'
import type { creditNoteBarcode, creditNoteExample } from '../../contract/creditNote.ts'
import { authorOfCaller, totalsOf } from '../../shop/sales/callerDocument.ts'
import type { CallerCreditNote } from '../../shop/sales/creditCallersSale.ts'
import { extrasOf } from '../../shop/sales/extras.ts'

type Example = z.output<typeof creditNoteExample> | z.output<typeof creditNoteBarcode>

/** The author if the body names none. */
export const author = 'System'

export const refund = (value: number | null | undefined) => ({
  field: 'rfdAmt',
  value,
  of: 'totAmt' as const,
})

/** For bodies with the sale in an object of its own. */
export const aboutOriginal = (input: Example, lines: CallerCreditNote['lines']): CallerCreditNote => {
  const { original } = input
  return {
    number: original.creditNoteInvcNo ?? null,
    traderNumber: original.trdInvcNo || null,
    tradersOwn: true,
    original: original.invcNo,
    reason: input.reason,
    saleDate: input.salesDt ?? null,
    confirmedAt: null,
    method: original.pmtTyCd ?? null,
    buyer: { pin: original.custTin, name: original.custNm || null },
    author: authorOfCaller(input, author),
    remark: input.remark || null,
    extras: extrasOf(input),
    totals: [refund(input.rfdAmt), ...totalsOf(input)],
    lines,
    returnStock: input.returnStock ?? null,
    body: input,
    at: {
      original: 'original.invcNo',
      number: 'original.creditNoteInvcNo',
      saleDate: 'salesDt',
      method: 'original.pmtTyCd',
      buyer: 'original.custTin',
      lines: 'lineItems',
    },
  }
}

/** For bodies with the sale in the header. */
export const at = {
  original: 'orgInvcNo',
  number: 'invcNo',
  saleDate: 'salesDt',
  method: 'pmtTyCd',
  buyer: 'custTin',
  lines: 'items',
}

export const ordinary = (
  { cisInvcNo, intrlData, rcptSign, sdcDateTime }: SubmissionResult,
  creditNoteInvcNo: string,
) => ({
  cisInvcNo,
  intrlData,
  rcptSign,
  sdcDateTime,
  creditNoteInvcNo,
})
