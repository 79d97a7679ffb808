/** 2.5, 2.6, 4.11: sales. */
import type { Caller } from '../support/shop.ts'
import { type Endpoint, optional, required } from '../support/table.ts'
import { dateTime, lineTaxes } from './formats.ts'

/** The service that is sold where no item is made for the purpose. */
export const advice = 'JUDGE-ADVICE'
export const registerAdvice = async ({ gets }: Caller) => {
  await gets('POST', '/items/service', { itemName: 'Advice', taxType: 'B', itemCode: advice, price: 116 })
  return {}
}

/** A line of 2.5: two pieces at 116.00, VAT inclusive. */
export const saleLine = (list: string, source: 'full' | 'short' = 'full') => {
  const fields = {
    itemClsCd: optional('string', '5059690800'),
    itemCd: required('string', advice),
    itemTyCd: optional('string', '3', { allowed: ['1', '2', '3'] }),
    itemNm: required('string', 'Advice'),
    orgnNatCd: optional('string', 'KE'),
    pkgUnitCd: optional('string', 'NT'),
    qtyUnitCd: required('string', 'U'),
    taxTyCd: required('string', 'B', { allowed: lineTaxes }),
    prc: required('number', 116),
    qty: required('number', 2),
    dcRt: optional('number', 0),
    dcAmt: optional('number', 0),
    taxblAmt: required('number', 200),
    taxAmt: required('number', 32),
    totAmt: required('number', 232),
  }
  const taken = Object.entries(fields).filter(([, field]) => source === 'full' || field.required)
  return Object.fromEntries(taken.map(([name, field]) => [`${list}[].${name}`, field]))
}

/** 2.6. */
export const signed = {
  cisInvcNo: 'number',
  intrlData: /^[A-Z2-7]{26}$/,
  rcptSign: /^[A-Z2-7]{16}$/,
  sdcDateTime: dateTime,
} as const

export const sales: Endpoint[] = [
  {
    method: 'POST',
    path: '/sales-with-items',
    source: '4.11',
    envelope: 'successFlag',
    before: registerAdvice,
    fields: {
      transaction: required('object', {}),
      'transaction.invcNo': required('string', String, { either: true }),
      'transaction.salesDt': optional('string', '20260301', { format: 'date' }),
      'transaction.pmtTyCd': optional('string', '09'),
      'transaction.rcptTyCd': optional('string', 'S', { allowed: ['S'] }),
      'transaction.salesSttsCd': optional('string', '02', { allowed: ['02'] }),
      'transaction.currency': optional('string', 'KES'),
      'transaction.exchangeRate': optional('number', 1),
      'transaction.destnCountryCd': optional('string', 'KE'),
      'transaction.totTaxblAmt': optional('number', 200),
      'transaction.totTax': optional('number', 32),
      'transaction.totAmt': optional('number', 232),
      'transaction.regrId': optional('string', 'USR01'),
      'transaction.regrNm': optional('string', 'Admin'),
      'transaction.modrId': optional('string', 'USR01'),
      'transaction.modrNm': optional('string', 'Admin'),
      lineItems: required('array', []),
      ...saleLine('lineItems'),
      receipt: optional('object', {}),
      autoRegisterItems: optional('boolean', true),
    },
    response: { ...signed, totRcptNo: 'number' },
  },
  {
    // Its shape is not shown: the authority's own header, with the same lines.
    method: 'POST',
    path: '/sales',
    source: '4.0',
    before: registerAdvice,
    fields: {
      invcNo: required('string', String, { either: true }),
      trdInvcNo: optional('string', (n: number) => `T-${n}`),
      salesDt: optional('string', '20260301', { format: 'date' }),
      cfmDt: optional('string', '20260301103000', { format: 'dateTime' }),
      pmtTyCd: optional('string', '01'),
      rcptTyCd: optional('string', 'S', { allowed: ['S'] }),
      salesSttsCd: optional('string', '02', { allowed: ['02'] }),
      custTin: optional('string', 'A000000001Z'),
      custNm: optional('string', 'Buyer One'),
      totItemCnt: optional('number', 1),
      totTaxblAmt: optional('number', 200),
      totTaxAmt: optional('number', 32),
      totAmt: optional('number', 232),
      remark: optional('string', 'Counter 2'),
      regrId: optional('string', 'u1'),
      regrNm: optional('string', 'User'),
      itemList: required('array', []),
      ...saleLine('itemList'),
    },
    response: signed,
  },
]
