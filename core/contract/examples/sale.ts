import type { Examples } from './example.ts'

const line = {
  itemCd: 'SOAP-800',
  itemClsCd: '5059690800',
  itemTyCd: '2',
  itemNm: 'Bar soap 800 g',
  pkgUnitCd: 'NT',
  qtyUnitCd: 'U',
  taxTyCd: 'B',
  prc: 116,
  qty: 2,
  taxblAmt: 200,
  taxAmt: 32,
  totAmt: 232,
} as const

const signed = {
  cisInvcNo: 1,
  intrlData: 'ABCDEFGHIJKLMNOPQRSTUVWX2A',
  rcptSign: 'ABCDEFGHIJKLMNOP',
  sdcDateTime: '20260301103001',
  totRcptNo: 1,
} as const

export const saleExamples = {
  'sale.submit': {
    request: {
      transaction: {
        invcNo: 1001,
        salesDt: '20260301',
        pmtTyCd: '01',
        rcptTyCd: 'S',
        salesSttsCd: '02',
        totTaxblAmt: 200,
        totTax: 32,
        totAmt: 232,
      },
      lineItems: [line],
      receipt: {},
      autoRegisterItems: true,
    },
    response: signed,
  },
} satisfies Examples
