import type { Examples } from './example.ts'

export const line = {
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

export const signed = {
  cisInvcNo: 1,
  intrlData: 'ABCDEFGHIJKLMNOPQRSTUVWX2A',
  rcptSign: 'ABCDEFGHIJKLMNOP',
  sdcDateTime: '20260301103001',
  totRcptNo: 1,
} as const

/** Without dates: the examples use the day on which they run, so credit notes are not too late. */
export const saleExamples = {
  'sale.submit': {
    request: {
      transaction: {
        invcNo: 1001,
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
  'sale.submitNative': {
    request: {
      trdInvcNo: 'SHOP-1002',
      invcNo: 1002,
      orgInvcNo: 0,
      custTin: 'A000000001Z',
      custNm: 'Buyer One',
      salesTyCd: 'N',
      rcptTyCd: 'S',
      pmtTyCd: '01',
      salesSttsCd: '02',
      totItemCnt: 1,
      taxblAmtB: 200,
      taxRtB: 16,
      taxAmtB: 32,
      totTaxblAmt: 200,
      totTaxAmt: 32,
      totAmt: 232,
      itemList: [line],
    },
    response: { ...signed, cisInvcNo: 2, totRcptNo: 2 },
  },
  'sale.find': {
    request: { invcNo: '1001' },
    response: {
      invcNo: '1001',
      trdInvcNo: '1001',
      rcptTyCd: 'S',
      state: 'signed',
      salesDt: '20260301',
      totAmt: 232,
      custTin: null,
      orgInvcNo: null,
      rfdRsnCd: null,
      cisInvcNo: 1,
      result: signed,
      refusal: null,
      creditNotes: [{ invcNo: '11001', state: 'signed', totAmt: 116, rfdRsnCd: '06' }],
      queueId: 4,
    },
  },
} satisfies Examples
