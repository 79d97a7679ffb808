import type { Examples } from './example.ts'

export const stockExamples = {
  'stock.record': {
    request: {
      sarNo: 501,
      regTyCd: 'M',
      ocrnDt: '20260301',
      totItemCnt: 1,
      totTaxblAmt: 2000,
      totTax: 320,
      totAmt: 2320,
      itemList: [
        {
          itemCd: 'SOAP-800',
          itemNm: 'Bar soap 800 g',
          stockTyCd: '02',
          qty: 20,
          unitPrice: 116,
          totAmt: 2320,
        },
      ],
    },
    response: { sarNo: 501, ocrnDt: '20260301' },
  },
  'stock.findMovements': {
    request: { itemCd: 'SOAP-800', limit: 100 },
    response: {
      movements: [
        {
          itemCd: 'SOAP-800',
          itemNm: 'Bar soap 800 g',
          qtyUnitCd: 'U',
          stockTyCd: '02',
          direction: 'in' as const,
          qty: 20,
          onHandAfter: 20,
          ocrnDt: '20260301',
          sarNo: 501,
          invcNo: null,
          remark: null,
          regrNm: 'System',
          recordedAt: '2026-03-01T07:31:00.000Z',
          state: 'accepted' as const,
          cisSarNo: 1,
        },
      ],
    },
  },
  'stock.transfer': {
    request: {
      toBhfId: '01',
      items: [
        {
          itemCd: 'SOAP-800',
          itemClsCd: '5313160800',
          itemNm: 'Bar soap 800 g',
          pkgUnitCd: 'NT',
          pkg: 1,
          qtyUnitCd: 'U',
          qty: 4,
          prc: 116,
          splyAmt: 464,
          totDcAmt: 0,
          taxblAmt: 400,
          taxTyCd: 'B',
          taxAmt: 64,
          totAmt: 464,
        },
      ],
    },
    response: { success: true, sarNo: 20260301103100 },
  },
  'stock.setMaster': {
    request: { itemCd: 'SOAP-800', remainingQty: 16, userId: 'USR01', userName: 'Admin' },
    response: { itemCd: 'SOAP-800', remainingQty: 16, modiDt: '20260301103200' },
  },
} satisfies Examples
