import type { Examples } from './example.ts'

const none = { taxblAmt: 0, taxRt: 0, taxAmt: 0 }
const letter = <L extends string>(name: L, { taxblAmt, taxRt, taxAmt } = none) =>
  ({ [`taxblAmt${name}`]: taxblAmt, [`taxRt${name}`]: taxRt, [`taxAmt${name}`]: taxAmt }) as Record<
    `taxblAmt${L}` | `taxRt${L}` | `taxAmt${L}`,
    number
  >

export const purchaseExamples = {
  'purchase.list': {
    request: { state: 'open', limit: 100 },
    response: {
      purchases: [
        {
          spplrTin: 'P051111111A',
          spplrNm: 'NYOTA WHOLESALERS LTD',
          spplrBhfId: '00',
          spplrSdcId: null,
          spplrInvcNo: '4711',
          rcptTyCd: 'S',
          pmtTyCd: '02',
          cfmDt: '20260228091500',
          salesDt: '20260228',
          stockRlsDt: null,
          totItemCnt: 1,
          ...letter('A'),
          ...letter('B', { taxblAmt: 2000, taxRt: 16, taxAmt: 320 }),
          ...letter('C'),
          ...letter('D'),
          ...letter('E', { ...none, taxRt: 8 }),
          totTaxblAmt: 2000,
          totTaxAmt: 320,
          totAmt: 2320,
          remark: null,
          itemList: [
            {
              itemSeq: 1,
              itemCd: 'NY-SOAP',
              itemClsCd: '5059690800',
              itemNm: 'Bar soap 800 g',
              bcd: null,
              pkgUnitCd: 'NT',
              pkg: 1,
              qtyUnitCd: 'NO',
              qty: 20,
              prc: 116,
              splyAmt: 2320,
              dcRt: 0,
              dcAmt: 0,
              taxTyCd: 'B',
              taxblAmt: 2000,
              taxAmt: 320,
              totAmt: 2320,
              localItemCd: 'SOAP-800',
            },
          ],
          purchaseId: '4711',
          state: 'open',
          cisInvcNo: null,
          refusal: null,
        },
      ],
      fetchedAt: '2026-03-01T07:40:00.000Z',
    },
  },
  'purchase.confirm': {
    request: {
      spplrTin: 'P051111111A',
      spplrInvcNo: '4711',
      rcptTyCd: 'P',
      pmtTyCd: '02',
      cfmDt: '20260301104500',
      salesSttsCd: '02',
      totAmt: 2320,
    },
    response: { cisInvcNo: 1, cfmDt: '20260301104500' },
  },
  'purchase.linkItems': {
    request: { purchaseId: '4711', links: [{ spplrItemCd: 'NY-SOAP', localItemCd: 'SOAP-800' }] },
    response: { linked: 1, purchaseId: '4711', note: 'Every line of this invoice is linked.' },
  },
} satisfies Examples
