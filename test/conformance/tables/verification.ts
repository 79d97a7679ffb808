/** 4.18: verification of an invoice. */
import type { Caller } from '../support/shop.ts'
import { type Endpoint, nextNumber, optional, required } from '../support/table.ts'
import { iso, pin } from './formats.ts'
import { advice, registerAdvice } from './sales.ts'

const line = { itemCd: advice, itemNm: 'Advice', qtyUnitCd: 'U', taxTyCd: 'B' }
const amounts = { prc: 116, qty: 2, taxblAmt: 200, taxAmt: 32, totAmt: 232 }

/** An approved sale and its signature. */
export const approved = async (caller: Caller): Promise<{ orgInvcNo: string; rcptSign: string }> => {
  await registerAdvice(caller)
  const invcNo = nextNumber()
  const { rcptSign } = await caller.gets('POST', '/sales-with-items', {
    transaction: { invcNo },
    lineItems: [{ ...line, ...amounts }],
  })
  return { orgInvcNo: String(invcNo), rcptSign: String(rcptSign) }
}

export const verification: Endpoint[] = [
  {
    method: 'POST',
    path: '/invoice-verifications',
    source: '4.18',
    envelope: 'successFlag',
    before: (caller) => approved(caller),
    fields: {
      orgInvcNo: required('string', String, { either: true }),
      rcptSign: required('string', 'ABCDEFGHIJKLMNOP'),
      pin: optional('string', pin),
    },
    response: {
      verified: 'boolean',
      orgInvcNo: 'string',
      rcptSign: 'string',
      verifiedAt: iso,
    },
  },
]
