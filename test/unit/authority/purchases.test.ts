/** Purchases on the wire: what suppliers have sold us, and how it is confirmed (authority §1.4 no. 11, 15, 16). */
import { describe, expect, test } from 'vitest'
import { readImportEntries } from '../../../core/authority/oscu/importEntries.ts'
import { readSupplierInvoices } from '../../../core/authority/oscu/supplierInvoices.ts'
import { importBody, insuranceBody, purchaseBody } from '../../../core/authority/oscu/wire.ts'
import type { PurchaseRecord } from '../../../core/authority/port.ts'
import { author, sale } from './records.ts'

const by = '"regrId":"u1","regrNm":"User","modrId":"u1","modrNm":"User"'
const [line] = sale.lines

const purchase: PurchaseRecord = {
  number: 3,
  supplierPin: 'P051222222B',
  supplierName: 'Bakery',
  supplierBranch: '00',
  supplierNumber: '877',
  paymentMethod: '02',
  confirmedAt: '20260301103000',
  purchasedOn: '20260228',
  rates: sale.rates,
  remark: null,
  author,
  lines: [
    {
      ...line!,
      supplierItemCode: 'KE2NTNO0000011',
      supplierItemClass: '5018190100',
      supplierItemName: 'Bread 400 g',
    },
  ],
}

describe('the bytes on the wire', () => {
  test('of a purchase', () => {
    expect(JSON.stringify(purchaseBody(purchase))).toBe(
      '{"invcNo":3,"orgInvcNo":0,"spplrTin":"P051222222B","spplrBhfId":"00","spplrNm":"Bakery","spplrInvcNo":877,' +
        '"regTyCd":"A","pchsTyCd":"N","rcptTyCd":"P","pmtTyCd":"02","pchsSttsCd":"02","cfmDt":"20260301103000",' +
        '"pchsDt":"20260228","wrhsDt":null,"cnclReqDt":null,"cnclDt":null,"rfdDt":null,"totItemCnt":1,' +
        '"taxblAmtA":0,"taxblAmtB":1000,"taxblAmtC":0,"taxblAmtD":0,"taxblAmtE":0,' +
        '"taxRtA":0,"taxRtB":16,"taxRtC":0,"taxRtD":0,"taxRtE":8,' +
        '"taxAmtA":0,"taxAmtB":160,"taxAmtC":0,"taxAmtD":0,"taxAmtE":0,' +
        `"totTaxblAmt":1000,"totTaxAmt":160,"totAmt":1160,"remark":null,${by},` +
        '"itemList":[{"itemSeq":1,"itemCd":"KE2NTNO0000001","itemClsCd":"5059690800","itemNm":"Test bread",' +
        '"bcd":"6161100000017","pkgUnitCd":"NT","spplrItemClsCd":"5018190100","spplrItemCd":"KE2NTNO0000011",' +
        '"spplrItemNm":"Bread 400 g","pkg":2,"qtyUnitCd":"NO","qty":2,"prc":580,"splyAmt":1160,"dcRt":0,"dcAmt":0,' +
        '"taxTyCd":"B","taxblAmt":1000,"taxAmt":160,"totAmt":1160,"itemExprDt":null}]}',
    )
  })

  test.each([
    ['877', '877'],
    ['12345678901234567890', '"12345678901234567890"'],
    ['INV-7', '"INV-7"'],
  ])('of a supplier’s number %s, digit for digit', (supplierNumber, sent) => {
    expect(JSON.stringify(purchaseBody({ ...purchase, supplierNumber }))).toContain(`"spplrInvcNo":${sent},`)
  })

  test.each([
    ['approved', '3'],
    ['rejected', '4'],
  ] as const)('of an import that was %s, with the date as customs wrote it', (act, status) => {
    const decision = {
      task: '2300001',
      declaredOn: '-1',
      sequence: 1,
      hsCode: '85061000000',
      itemCode: 'KE2NTNO0000001',
      itemClass: '5059690800',
      act,
      remark: 'All there',
      author,
    }
    expect(JSON.stringify(importBody(decision))).toBe(
      '{"taskCd":"2300001","dclDe":"-1","itemSeq":1,"hsCd":"85061000000","itemClsCd":"5059690800",' +
        `"itemCd":"KE2NTNO0000001","imptItemSttsCd":"${status}","remark":"All there","modrId":"u1","modrNm":"User"}`,
    )
  })

  test('of an insurance', () => {
    const insurance = { code: 'SHA', name: 'Health', rate: 80, active: false, author }
    expect(JSON.stringify(insuranceBody(insurance))).toBe(
      `{"isrccCd":"SHA","isrccNm":"Health","isrcRt":80,"useYn":"N",${by}}`,
    )
  })
})

describe('what suppliers have sold us', () => {
  const row = { spplrTin: 'P051222222B', spplrInvcNo: 877, salesDt: '20260228', rcptTyCd: 'S' }

  test('is read whichever way numbers and dates are written', () => {
    const [found] = readSupplierInvoices({
      saleList: [
        {
          ...row,
          spplrInvcNo: '877',
          cfmDt: '2026-02-28 10:30:00',
          stockRlsDt: '20260228103000',
          salesDt: '2026-02-28',
          taxblAmtB: '1000.00',
          taxRtB: 16,
          totAmt: '1160.00',
          itemList: [{ itemCd: 'X', taxTyCd: 'B', qty: '2', prc: 580, splyAmt: 1160, dcAmt: 60 }],
        },
      ],
    })!
    expect(found).toMatchObject({
      number: '877',
      supplierBranch: '00',
      kind: 'sale',
      confirmedAt: '20260228103000',
      releasedAt: '20260228103000',
      saleDate: '20260228',
      total: 116_000,
      buckets: { B: { taxable: 100_000, rate: 16, tax: 0 } },
      // The total of a line without one is its supply amount less its discount.
      lines: [{ quantity: 200, unitPrice: 58_000, discount: 6_000, total: 110_000 }],
    })
  })

  test.each([
    ['nothing', {}, undefined],
    ['no list', { saleList: 7 }, undefined],
    ['rows of nobody', { saleList: [{ spplrInvcNo: 1 }, { spplrTin: 'P051222222B' }, null] }, []],
  ])('of %s is distinguished from an empty list', (_what, data, expected) => {
    expect(readSupplierInvoices(data)).toEqual(expected)
  })

  test('counts what is none of the tax letters as outside VAT, and what is no number as nothing', () => {
    const [found] = readSupplierInvoices({
      saleList: [{ ...row, rcptTyCd: 'R', totAmt: 'much', itemList: [{ taxTyCd: '?', qty: null }] }],
    })!
    expect(found).toMatchObject({ kind: 'creditNote', total: 0, lines: [{ taxType: 'D', quantity: 0 }] })
  })
})

test('an entry of customs keeps its date and its rate to the digit; a row without a task is skipped', () => {
  const row = {
    ...{ taskCd: '2300001', dclDe: '01022023', itemSeq: '2', dclNo: '23NBOIM4', hsCd: '85061000000' },
    ...{
      itemNm: 'DRY CELLS',
      imptItemSttsCd: '2',
      orgnNatCd: 'CN',
      exptNatCd: null,
      pkg: 10,
      pkgUnitCd: 'CT',
    },
    ...{ qty: 200.5, qtyUnitCd: 'NO', totWt: 420, netWt: 400, spplrNm: 'EXPORT CO', agntNm: null },
    ...{ invcFcurAmt: '1840.25', invcFcurCd: 'JPY', invcFcurExcrt: 0.854321 },
  }
  expect(readImportEntries({ itemList: [row, { dclDe: '-1' }] })).toEqual([
    {
      ...{
        task: '2300001',
        declaredOn: '01022023',
        sequence: 2,
        declaration: '23NBOIM4',
        hsCode: '85061000000',
      },
      ...{
        itemName: 'DRY CELLS',
        status: '2',
        originCountry: 'CN',
        exportCountry: null,
        packageQuantity: 1000,
      },
      ...{ packageUnit: 'CT', quantity: 20_050, quantityUnit: 'NO', totalWeight: 42_000, netWeight: 40_000 },
      ...{ supplierName: 'EXPORT CO', agentName: null, amount: 184_025, currency: 'JPY', rate: 854_321 },
    },
  ])
})
