import type { Examples } from './example.ts'

const service = {
  itemCd: 'KE3NTNO0000001',
  itemNm: 'Delivery',
  itemClsCd: 'SV',
  taxTyCd: 'B',
  useYn: 'Y',
  regDt: '20260301',
  modiDt: '20260301',
} as const

export const itemExamples = {
  'item.registerService': {
    request: { itemName: 'Delivery', taxType: 'B', price: 300 },
    response: service,
  },
  'item.registerGoods': {
    request: { itemName: 'Brown bread 400 g', taxType: 'A', price: 65, itemCode: 'BREAD-400' },
    response: {
      itemCd: 'BREAD-400',
      itemNm: 'Brown bread 400 g',
      itemClsCd: 'GD',
      taxTyCd: 'A',
      qtyUnitCd: 'U',
      pkgUnitCd: 'NT',
      useYn: 'Y',
      regDt: '20260301',
    },
  },
  'item.register': {
    request: {
      itemClsCd: '5059690800',
      itemTyCd: '2',
      itemNm: 'Bar soap 800 g',
      pkgUnitCd: 'NT',
      qtyUnitCd: 'U',
      taxTyCd: 'B',
      useYn: 'Y',
      itemCd: 'SOAP-800',
      bcd: '6161100000017',
      dftPrc: 116,
      sftyQty: 5,
    },
    response: {
      itemCd: 'SOAP-800',
      itemNm: 'Bar soap 800 g',
      itemClsCd: '5059690800',
      taxTyCd: 'B',
      useYn: 'Y',
      regDt: '20260301',
      modiDt: '20260301',
    },
  },
  'item.find': {
    request: { search: 'soap', limit: 100 },
    response: {
      items: [
        {
          itemCd: 'SOAP-800',
          itemClsCd: '5059690800',
          itemTyCd: '2',
          itemNm: 'Bar soap 800 g',
          itemStdNm: null,
          orgnNatCd: 'KE',
          pkgUnitCd: 'NT',
          qtyUnitCd: 'U',
          taxTyCd: 'B',
          bcd: '6161100000017',
          btchNo: null,
          addInfo: null,
          dftPrc: 116,
          sftyQty: 5,
          useYn: 'Y',
          regDt: '20260301',
          modiDt: '20260301',
          remainingQty: 24,
          registered: true,
          cisItemCd: 'KE2NTNO0000001',
        },
      ],
    },
  },
} satisfies Examples
