/** A sale or credit note with the authority's own header (`POST /sales`, `authority §1.4` no. 14). */

import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { taxTypes } from '../../fiscal/tax.ts'
import { mayTry } from '../../shop/acts/mayAct.ts'
import { invalid, missing } from '../../shop/failures.ts'
import {
  authorOfCaller,
  buyerPinOf,
  type CallerDocument,
  type GivenTotal,
  totalsOf,
} from '../../shop/sales/callerDocument.ts'
import { creditCallersSale } from '../../shop/sales/creditCallersSale.ts'
import { extrasOf } from '../../shop/sales/extras.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { submitCallerSale } from './submit.ts'

type Input = ParsedInputOf<'sale.submitNative'>

const creditNeedsManager = fail(
  '001',
  'session.notAllowed',
  'A credit note needs a manager. Nothing was kept.',
  { field: 'rcptTyCd', params: { role: 'manager' } },
)

const bucketsOf = (input: Input): GivenTotal[] =>
  taxTypes.flatMap((letter) => [
    { field: `taxblAmt${letter}`, value: input[`taxblAmt${letter}`], of: 'taxblAmt' as const, letter },
    { field: `taxAmt${letter}`, value: input[`taxAmt${letter}`], of: 'taxAmt' as const, letter },
  ])

/** Checks what only this header has: the number of lines, and the rates of their letters. */
const check = ({ profile }: ProfileContext, input: Input): Reply<null> => {
  const { totItemCnt, itemList } = input
  if (totItemCnt !== null && totItemCnt !== undefined && totItemCnt !== itemList.length)
    return invalid('totItemCnt', String(totItemCnt), `the number of entries in itemList, ${itemList.length}`)
  const rates = profile.taxRates()
  const used = new Set(itemList.map(({ taxTyCd }) => taxTyCd))
  for (const letter of taxTypes) {
    const rate = input[`taxRt${letter}`]
    if (rate === null || rate === undefined || !used.has(letter) || rate === rates[letter]) continue
    return invalid(`taxRt${letter}`, String(rate), `${rates[letter]}, the authority's rate in percent`)
  }
  return ok(null)
}

const documentOf = (input: Input, pin: string | null): CallerDocument => ({
  traderNumber: input.trdInvcNo || null,
  saleDate: input.salesDt ?? input.cfmDt?.slice(0, 8) ?? null,
  confirmedAt: input.cfmDt ?? null,
  method: input.pmtTyCd ?? null,
  buyer: { pin, name: input.custNm || null },
  author: authorOfCaller(input, 'Admin'),
  remark: input.remark || null,
  extras: extrasOf(input, input.receipt),
  totals: [...bucketsOf(input), ...totalsOf(input)],
  body: input,
  at: {
    number: 'invcNo',
    saleDate: input.cfmDt && !input.salesDt ? 'cfmDt' : 'salesDt',
    method: 'pmtTyCd',
    buyer: 'custTin',
    lines: 'itemList',
  },
})

export const submitNativeSale: Handler<'sale.submitNative'> = async (input, context) => {
  const checked = check(context, input)
  if (!checked.ok) return checked
  const pin = buyerPinOf({ custTin: input.custTin, at: 'custTin' }, input.receipt)
  if (!pin.ok) return pin
  const document = documentOf(input, pin.data)
  const { invcNo, itemList } = input
  // On a sale the authority's header uses 0 for "no original".
  const original = input.orgInvcNo === '0' ? null : (input.orgInvcNo ?? null)
  if (input.rcptTyCd === 'S') {
    if (original !== null) return invalid('orgInvcNo', original, '0 or omitted when rcptTyCd is S')
    return submitCallerSale(context, { ...document, number: invcNo, lines: itemList, autoRegister: false })
  }
  // As in a window and in the other credit note endpoints, which need a manager.
  if (!mayTry(context, 'creditNote')) return creditNeedsManager
  if (original === null) return missing('orgInvcNo')
  if (!input.rfdRsnCd) return missing('rfdRsnCd')
  const note = {
    ...document,
    number: invcNo,
    tradersOwn: false,
    original,
    reason: input.rfdRsnCd,
    lines: itemList,
    returnStock: input.returnStock ?? null,
    at: { ...document.at, original: 'orgInvcNo' },
  }
  return creditCallersSale(context, note, (result) => result)
}
