import { describe, expect, test } from 'vitest'
import {
  readCodes,
  readDevice,
  readInvoice,
  readItemClasses,
  readSignature,
  readTaxpayer,
} from '../../../core/authority/oscu/answers.ts'

const receipt = {
  curRcptNo: '3',
  totRcptNo: '5',
  intrlData: 'ABCDEFGHIJKLMNOPQRSTUVWX2A',
  rcptSign: 'ABCDEFGHIJKLMNOP',
  sdcDateTime: '20260301103001',
}
const signature = {
  receiptNumber: 3,
  totalReceiptNumber: 5,
  internalData: receipt.intrlData,
  signature: receipt.rcptSign,
  signedAt: '20260301103001',
}

describe('a signature', () => {
  test.each([
    ['counters as text', receipt],
    ['counters as numbers', { ...receipt, curRcptNo: 3, totRcptNo: 5 }],
    ['the long form of the date', { ...receipt, sdcDateTime: '2026-03-01 10:30:01.0' }],
    ['the long form without a fraction', { ...receipt, sdcDateTime: '2026-03-01 10:30:01' }],
  ])('is read with %s', (_, data) => {
    expect(readSignature(data)).toEqual(signature)
  })

  test('counts for itself when the count of all receipts is missing', () => {
    const { totRcptNo: _, ...rest } = receipt
    expect(readSignature(rest)).toEqual({ ...signature, totalReceiptNumber: 3 })
  })

  test.each(['curRcptNo', 'intrlData', 'rcptSign', 'sdcDateTime'])('is none without %s', (name) => {
    expect(readSignature({ ...receipt, [name]: null })).toBeUndefined()
    expect(readSignature({ ...receipt, [name]: '' })).toBeUndefined()
  })

  test.each([[null], [undefined], ['text'], [[receipt]]])('is none in %s', (data) => {
    expect(readSignature(data)).toBeUndefined()
  })
})

describe('an invoice looked up', () => {
  const long = '2026-03-01 10:30:01.0'
  const row = {
    invcNo: 3,
    orgInvcNo: 0,
    rcptTyCd: 'S',
    cfmDt: '2026-03-01 03:00:00',
    totItemCnt: 2,
    totAmt: 1410.5,
    receipt: { ...receipt, sdcDateTime: long },
    itemList: [
      { itemSeq: 1, itemCd: 'KE2NTU0000002' },
      { itemSeq: 2, itemCd: 'KE2NTU0000001' },
    ],
  }

  test('is distinguished from others by number, kind, total and lines', () => {
    expect(readInvoice({ salesList: [row] }, 3)).toEqual({
      number: 3,
      traderNumber: null,
      kind: 'sale',
      total: 141_050,
      lines: 2,
      itemCodes: ['KE2NTU0000002', 'KE2NTU0000001'],
      confirmedAt: '20260301030000',
      remark: null,
      signature,
    })
  })

  test('may be a credit note, contain the trader number and omit its signature', () => {
    const found = { ...row, rcptTyCd: 'R', trdInvcNo: 'CN-1', cfmDt: null, receipt: null }
    expect(readInvoice({ salesList: [found] }, 3)).toMatchObject({
      kind: 'creditNote',
      traderNumber: 'CN-1',
      confirmedAt: null,
      remark: null,
      signature: null,
    })
  })

  test('names its items only where each line has one', () => {
    const found = { ...row, itemList: [{ itemSeq: 1, itemCd: 'KE2NTU0000002' }, { itemSeq: 2 }] }
    expect(readInvoice({ salesList: [found] }, 3)).toMatchObject({ lines: 2, itemCodes: [] })
  })

  test('is the row of the number asked for', () => {
    const rows = [
      { ...row, invcNo: 2 },
      { ...row, invcNo: '3', totAmt: 7 },
    ]
    expect(readInvoice({ salesList: rows }, 3)).toMatchObject({ number: 3, total: 700 })
    expect(readInvoice({ salesList: [{ ...row, invcNo: 4 }] }, 3)).toBeNull()
    expect(readInvoice({ salesList: [] }, 3)).toBeNull()
  })

  test('cannot be read without a list or a total', () => {
    expect(readInvoice(null, 3)).toBeUndefined()
    expect(readInvoice({ salesList: [{ ...row, totAmt: null }] }, 3)).toBeUndefined()
  })
})

describe('other answers', () => {
  test('a device has a key and an identity, under the misprinted name too', () => {
    const info = { sdicId: 'KRACU0100000001', mrcNo: 'WIS01000001', cmcKey: 'k', dvcId: 7, hqYn: 'Y' }
    expect(readDevice({ info })).toMatchObject({
      sdcId: 'KRACU0100000001',
      deviceId: '7',
      headquarters: true,
    })
    expect(readDevice({ info: { ...info, cmcKey: null } })).toBeUndefined()
    expect(readDevice(null)).toBeUndefined()
  })

  test('code tables are flattened, and a table out of use takes its codes along', () => {
    const code = { cd: 'B', cdNm: 'B-VAT 16%', cdDesc: null, useYn: 'Y', srtOrd: 2, userDfnCd1: '16' }
    const table = { cdCls: '04', cdClsNm: 'Taxation Type', useYn: 'Y', dtlList: [code] }
    expect(readCodes({ clsList: [table, { ...table, useYn: 'N' }, { ...table, dtlList: null }] })).toEqual([
      {
        class: '04',
        className: 'Taxation Type',
        code: 'B',
        name: 'B-VAT 16%',
        description: null,
        sortOrder: 2,
        userDefined1: '16',
        active: true,
      },
      expect.objectContaining({ code: 'B', active: false }),
    ])
  })

  test('a class without a tax type has none', () => {
    const row = { itemClsCd: '5059690800', itemClsNm: 'Bread', itemClsLvl: 5, taxTyCd: null, useYn: 'Y' }
    expect(readItemClasses({ itemClsList: [row] })).toEqual([
      { code: '5059690800', name: 'Bread', level: 5, taxType: null, active: true },
    ])
  })

  test('a taxpayer is the one asked for', () => {
    const row = {
      tin: 'A000000001Z',
      taxprNm: 'BUYER ONE',
      taxprSttsCd: 'D',
      prvncNm: 'NAIROBI',
      locDesc: 'Tower',
    }
    expect(readTaxpayer({ custList: [row] }, 'A000000001Z')).toEqual({
      pin: 'A000000001Z',
      name: 'BUYER ONE',
      active: false,
      county: 'NAIROBI',
      place: 'Tower',
    })
    expect(readTaxpayer({ custList: [row] }, 'A000000002Z')).toBeNull()
    expect(readTaxpayer({}, 'A000000001Z')).toBeUndefined()
  })
})
