import type { Examples } from './example.ts'
import { line, signed } from './sale.ts'

const { totRcptNo: _, ...result } = signed
const { itemCd: __, ...goods } = line
const one = { ...line, qty: 1, taxblAmt: 100, taxAmt: 16, totAmt: 116 } as const

export const creditNoteExamples = {
  'creditNote.submit': {
    // The field table has a date, which is wrong on any other day. The endpoint's own example (`spec 4.12`) has none.
    request: {
      original: { invcNo: 1001, creditNoteInvcNo: 2001 },
      reason: '06',
      regrId: 'USR01',
      regrNm: 'Achieng',
      lineItems: [one],
    },
    response: {
      resultCd: '000',
      internalData: signed.intrlData,
      receiptSignature: signed.rcptSign,
      sdcDateTime: '20260302090000',
      creditNoteInvcNo: '2001',
    },
  },
  'creditNote.express': {
    request: { orgInvcNo: 1001, reason: '06', lineItems: [one] },
    response: { ...result, cisInvcNo: 3, creditNoteInvcNo: '11001' },
  },
  'creditNote.barcode': {
    request: {
      original: { invcNo: 1002, creditNoteInvcNo: 2002 },
      lineItems: [{ ...goods, bcd: '6161100000017' }],
      reason: '03',
      regrId: 'USR01',
      regrNm: 'Achieng',
    },
    response: { ...result, cisInvcNo: 4, creditNoteInvcNo: '2002' },
  },
  'invoice.verify': {
    request: { orgInvcNo: '1001', rcptSign: signed.rcptSign, pin: 'A000000001Z' },
    response: {
      verified: true,
      orgInvcNo: '1001',
      rcptSign: signed.rcptSign,
      taxpayer: { taxprNm: 'BUYER ONE', tin: 'A000000001Z', bhfId: '00', prvncNm: 'NAIROBI CITY' },
      verifiedAt: '2026-03-02T09:00:00.000Z',
    },
  },
} satisfies Examples
