/** A credit note with few fields (`spec 4.12`). */

import { authorOfCaller, totalsOf } from '../../shop/sales/callerDocument.ts'
import { creditCallersSale } from '../../shop/sales/creditCallersSale.ts'
import { extrasOf } from '../../shop/sales/extras.ts'
import type { Handler } from '../shared/handler.ts'
import { at, author, ordinary, refund } from './shapes.ts'

export const creditExpress: Handler<'creditNote.express'> = (input, context) =>
  creditCallersSale(
    context,
    {
      number: input.creditNoteInvcNo ?? null,
      traderNumber: input.trdInvcNo || null,
      tradersOwn: true,
      original: input.orgInvcNo,
      reason: input.reason,
      saleDate: input.salesDt ?? null,
      confirmedAt: null,
      method: input.pmtTyCd,
      buyer: { pin: input.custTin, name: input.custNm || null },
      author: authorOfCaller(input, author),
      remark: input.remark || null,
      extras: extrasOf(input),
      totals: [refund(input.rfdAmt), ...totalsOf(input)],
      lines: input.lineItems,
      returnStock: input.returnStock ?? null,
      body: input,
      at: { ...at, number: 'creditNoteInvcNo', lines: 'lineItems' },
    },
    ordinary,
  )
