/** 4.12: the three kinds of credit note. Each one credits a sale of its own, in full. */
import type { Caller } from '../support/shop.ts'
import { type Endpoint, nextNumber, optional, required } from '../support/table.ts'
import { dateTime, today } from './formats.ts'
import { advice, registerAdvice, saleLine, signed } from './sales.ts'

const reasons = ['01', '02', '03', '04', '05', '06'] as const

/** Two pieces at 116.00 of something, sold under a number of its own. */
export const sold = async ({ gets }: Caller, itemCd = advice): Promise<number> => {
  const invcNo = nextNumber()
  await gets('POST', '/sales-with-items', {
    transaction: { invcNo, salesDt: today(), pmtTyCd: '01' },
    lineItems: [
      {
        itemCd,
        itemNm: 'Advice',
        qtyUnitCd: 'U',
        taxTyCd: 'B',
        prc: 116,
        qty: 2,
        taxblAmt: 200,
        taxAmt: 32,
        totAmt: 232,
      },
    ],
  })
  return invcNo
}

export const barcode = '6161109990001'
export const registerBarcode = async ({ gets }: Caller): Promise<string> => {
  const itemCd = 'JUDGE-BARCODE'
  await gets('POST', '/items', {
    itemClsCd: 'SV',
    itemTyCd: '3',
    itemNm: 'Advice on paper',
    pkgUnitCd: 'NT',
    qtyUnitCd: 'U',
    taxTyCd: 'B',
    useYn: 'Y',
    itemCd,
    bcd: barcode,
  })
  return itemCd
}

const { 'lineItems[].itemCd': _, ...barcodeLine } = saleLine('lineItems', 'short')

export const creditNotes: Endpoint[] = [
  {
    method: 'POST',
    path: '/sales/credit-note',
    source: '4.12',
    envelope: 'successFlag',
    before: async (caller) => {
      await registerAdvice(caller)
      return { orgInvcNo: String(await sold(caller)) }
    },
    fields: {
      orgInvcNo: required('string', String, { either: true }),
      invcNo: required('string', String, { either: true }),
      salesDt: required('string', today, { format: 'date' }),
      cnclReqDt: optional('string', today, { format: 'date' }),
      cnclDt: optional('string', today, { format: 'date' }),
      rfdRsnCd: required('string', '01', { allowed: reasons }),
      rfdAmt: required('number', 232),
      totTaxblAmt: required('number', 200),
      totTax: required('number', 32),
      items: required('array', []),
      ...saleLine('items'),
    },
    response: {
      resultCd: /^000$/,
      internalData: signed.intrlData,
      receiptSignature: signed.rcptSign,
      sdcDateTime: dateTime,
    },
  },
  {
    method: 'POST',
    path: '/sales/credit-note-express',
    source: '4.12',
    envelope: 'successFlag',
    before: async (caller) => {
      await registerAdvice(caller)
      return { orgInvcNo: await sold(caller) }
    },
    fields: {
      orgInvcNo: required('number', (n: number) => n, { either: true }),
      reason: required('string', '02', { allowed: reasons }),
      lineItems: required('array', []),
      ...saleLine('lineItems', 'short'),
      creditNoteInvcNo: optional('number', (n: number) => 500_000 + n, { either: true }),
      trdInvcNo: optional('string', (n: number) => `CN-X-${n}`),
      pmtTyCd: optional('string', '01'),
      custTin: optional('string', ''),
      custNm: optional('string', ''),
      regrId: optional('string', 'USR01'),
      regrNm: optional('string', 'System'),
    },
    response: signed,
  },
  {
    method: 'POST',
    path: '/sales/credit-note-barcode',
    source: '4.12',
    envelope: 'successFlag',
    before: async (caller) => ({ 'original.invcNo': await sold(caller, await registerBarcode(caller)) }),
    fields: {
      original: required('object', {}),
      'original.invcNo': required('number', (n: number) => n, { either: true }),
      'original.trdInvcNo': optional('string', (n: number) => `CN-B-${n}`),
      'original.creditNoteInvcNo': optional('number', (n: number) => 600_000 + n, { either: true }),
      'original.custTin': optional('string', ''),
      'original.custNm': optional('string', ''),
      'original.pmtTyCd': optional('string', '01'),
      lineItems: required('array', []),
      'lineItems[].bcd': required('string', barcode),
      ...barcodeLine,
      reason: required('string', '03', { allowed: reasons }),
      regrId: optional('string', 'USR01'),
      regrNm: optional('string', 'Admin'),
    },
    response: signed,
  },
]
