import type { Examples } from './example.ts'

export const customerExamples = {
  'customer.find': {
    request: { pin: 'A000000001Z' },
    response: {
      custTin: 'A000000001Z',
      custNm: 'Buyer One',
      custNo: '000',
      adrs: 'Moi Avenue 4',
      telNo: '0700000001',
      email: null,
      faxNo: null,
      remark: null,
      useYn: 'Y',
      regrId: 'USR01',
      regrNm: 'Admin',
      modrId: 'USR01',
      modrNm: 'Admin',
      registered: true,
      tin: 'A000000001Z',
      taxprNm: 'BUYER ONE',
      taxprSttsCd: 'A',
      bhfId: '00',
      prvncNm: 'NAIROBI CITY',
      locDesc: 'Tower, WON, WESTLANDS',
      checkedAt: '2026-03-01T07:20:00.000Z',
    },
  },
  'customer.submit': {
    request: { custTin: 'A000000001Z', custNm: 'Buyer One', adrs: 'Moi Avenue 4', telNo: '0700000001' },
    response: { resultCd: '000', resultMsg: 'It is succeeded' },
  },
  'customer.change': {
    request: { pin: 'A000000001Z', telNo: '0711111111', modrId: 'USR02', modrNm: 'Back office' },
    response: { custTin: 'A000000001Z', custNm: 'Buyer One' },
  },
} satisfies Examples
