import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  customerBody,
  itemBody,
  saleBody,
  stockBody,
  stockMasterBody,
} from '../../../core/authority/oscu/wire.ts'
import type { SaleLineRecord } from '../../../core/authority/port.ts'
import { author, bread, creditNote, customer, openingStock, sale } from './records.ts'

const by = '"regrId":"u1","regrNm":"User","modrId":"u1","modrNm":"User"'

describe('the bytes on the wire (authority §1.4)', () => {
  test('of a sale to a walk-in: no member names a buyer', () => {
    expect(JSON.stringify(saleBody(sale))).toBe(
      '{"trdInvcNo":"INV-0001","invcNo":1,"orgInvcNo":0,"salesTyCd":"N","rcptTyCd":"S","pmtTyCd":"01",' +
        '"salesSttsCd":"02","cfmDt":"20260301103000","salesDt":"20260301","stockRlsDt":"20260301103000",' +
        '"cnclReqDt":null,"cnclDt":null,"rfdDt":null,"rfdRsnCd":null,"totItemCnt":2,' +
        '"taxblAmtA":250,"taxblAmtB":1000,"taxblAmtC":0,"taxblAmtD":0,"taxblAmtE":0,' +
        '"taxRtA":0,"taxRtB":16,"taxRtC":0,"taxRtD":0,"taxRtE":8,' +
        '"taxAmtA":0,"taxAmtB":160,"taxAmtC":0,"taxAmtD":0,"taxAmtE":0,' +
        `"totTaxblAmt":1250,"totTaxAmt":160,"totAmt":1410,"prchrAcptcYn":"N","remark":null,${by},` +
        '"receipt":{"custMblNo":null,"rcptPbctDt":"20260301103000","trdeNm":null,"adrs":null,"topMsg":null,' +
        '"btmMsg":null,"prchrAcptcYn":"N"},' +
        '"itemList":[{"itemSeq":1,"itemCd":"KE2NTNO0000001","itemClsCd":"5059690800","itemNm":"Test bread",' +
        '"bcd":"6161100000017","pkgUnitCd":"NT","pkg":1,"qtyUnitCd":"NO","qty":2,"prc":580,"splyAmt":1160,' +
        '"dcRt":0,"dcAmt":0,"isrccCd":null,"isrccNm":null,"isrcRt":null,"isrcAmt":null,"taxTyCd":"B",' +
        '"taxblAmt":1000,"taxAmt":160,"totAmt":1160},' +
        '{"itemSeq":2,"itemCd":"KE3NTNO0000002","itemClsCd":"5059690800","itemNm":"Delivery","bcd":null,' +
        '"pkgUnitCd":"NT","pkg":1,"qtyUnitCd":"NO","qty":1,"prc":250,"splyAmt":250,"dcRt":0,"dcAmt":0,' +
        '"isrccCd":null,"isrccNm":null,"isrcRt":null,"isrcAmt":null,"taxTyCd":"A","taxblAmt":250,"taxAmt":0,' +
        '"totAmt":250}]}',
    )
  })

  test('of a credit note: positive amounts, the original, the reason and the date', () => {
    const text = JSON.stringify(saleBody({ ...creditNote, buyerPin: 'A000000001Z', buyerName: 'Buyer One' }))
    expect(text).toContain(
      '{"trdInvcNo":"CN-0001","invcNo":2,"orgInvcNo":1,"custTin":"A000000001Z","custNm":"Buyer One","salesTyCd":"N",' +
        '"rcptTyCd":"R","pmtTyCd":"01","salesSttsCd":"02","cfmDt":"20260301103000","salesDt":"20260301",' +
        '"stockRlsDt":"20260301103000","cnclReqDt":null,"cnclDt":null,"rfdDt":"20260301103000","rfdRsnCd":"06",',
    )
    expect(text).toContain('"receipt":{"custTin":"A000000001Z","custMblNo":null,')
    expect(text).toContain('"totTaxblAmt":1250,"totTaxAmt":160,"totAmt":1410,')
  })

  test('of an item', () => {
    expect(JSON.stringify(itemBody(bread))).toBe(
      '{"itemCd":"KE2NTNO0000001","itemClsCd":"5059690800","itemTyCd":"2","itemNm":"Test bread","itemStdNm":null,' +
        '"orgnNatCd":"KE","pkgUnitCd":"NT","qtyUnitCd":"NO","taxTyCd":"B","btchNo":null,"bcd":"6161100000017",' +
        '"dftPrc":580,"grpPrcL1":0,"grpPrcL2":0,"grpPrcL3":0,"grpPrcL4":0,"grpPrcL5":0,"addInfo":null,"sftyQty":0,' +
        `"isrcAplcbYn":"N","useYn":"Y",${by}}`,
    )
  })

  const line =
    '"itemSeq":1,"itemCd":"KE2NTNO0000001","itemClsCd":"5059690800","itemNm":"Test bread","bcd":null,"pkgUnitCd":"NT"'

  test('of a stock record', () => {
    expect(JSON.stringify(stockBody(openingStock, 'legacy'))).toBe(
      '{"sarNo":1,"orgSarNo":0,"regTyCd":"M","custTin":null,"custNm":null,"custBhfId":null,"sarTyCd":"06",' +
        '"ocrnDt":"20260301","totItemCnt":1,"totTaxblAmt":50000,"totTaxAmt":8000,"totAmt":58000,"remark":null,' +
        `${by},"itemList":[{${line},"pkg":100,"qtyUnitCd":"NO","qty":100,"itemExprDt":null,"prc":580,` +
        '"splyAmt":58000,"totDcAmt":0,"taxblAmt":50000,"taxTyCd":"B","taxAmt":8000,"totAmt":58000}]}',
    )
  })

  test.each([
    ['01', '"1"'],
    ['02', '"1"'],
    ['04', '"1"'],
    ['06', '"3"'],
  ])('of a stock record of type %s on the gateway: each line says %s', (type, code) => {
    const text = JSON.stringify(stockBody({ ...openingStock, type }, 'gateway'))
    expect(text).toContain(`{${line},"ioTyCd":${code},"pkg":100`)
  })

  test.each(['11', '13', '16'])(
    'of a stock record of type %s on the gateway: out goes without saying',
    (type) => {
      expect(JSON.stringify(stockBody({ ...openingStock, type }, 'gateway'))).not.toContain('ioTyCd')
    },
  )

  test('of the stock on hand', () => {
    const body = stockMasterBody({ itemCode: bread.code, quantity: 9_850, author })
    expect(JSON.stringify(body)).toBe(`{"itemCd":"KE2NTNO0000001","rsdQty":98.5,${by}}`)
  })

  test('of a customer', () => {
    expect(JSON.stringify(customerBody(customer))).toBe(
      '{"custNo":"000000001","custTin":"A000000001Z","custNm":"Buyer One","adrs":null,"telNo":"0700000001",' +
        `"email":null,"faxNo":null,"useYn":"Y","remark":null,${by}}`,
    )
  })
})

describe('what is too long for the wire', () => {
  test('a name is shortened, and never inside a character', () => {
    expect(itemBody({ ...bread, name: `${'a'.repeat(199)}😀` }).itemNm).toBe('a'.repeat(199))
    expect(customerBody({ ...customer, name: 'b'.repeat(61) }).custNm).toHaveLength(60)
  })

  test('who did it is shortened to 20 and 60 characters, and a nameless one goes by the identity', () => {
    const id = '4f6f1c3e-9f43-4c0e-8a52-7f7ad3a51a51'
    const body = stockMasterBody({ itemCode: bread.code, quantity: 0, author: { id, name: '' } })
    expect(body).toMatchObject({ regrId: id.slice(0, 20), modrId: id.slice(0, 20), regrNm: id, modrNm: id })
  })

  test('a bar code or batch number is left out, since half of one is another one', () => {
    const item = { ...bread, barcode: '0'.repeat(21), batchNumber: '12345678901' }
    expect(itemBody(item)).toMatchObject({ bcd: null, btchNo: null })
  })
})

describe('numbers', () => {
  test('a package other than "none" keeps its count', () => {
    const lines = sale.lines.map((line) => ({ ...line, packageUnit: 'CT', packageQuantity: 350 }))
    expect(saleBody({ ...sale, lines }).itemList).toMatchObject([{ pkg: 3.5 }, { pkg: 3.5 }])
  })

  test('a discount rate in basis points is percent on the wire', () => {
    const lines = sale.lines.map((line) => ({ ...line, discountRate: 1_250, discount: 999 }))
    expect(saleBody({ ...sale, lines }).itemList).toMatchObject([{ dcRt: 12.5, dcAmt: 9.99 }, {}])
  })

  const cents = fc.integer({ min: 0, max: 99_999_999_999 })
  const line = fc
    .record({ taxable: cents, tax: cents, taxType: fc.constantFrom('A', 'B', 'C', 'D', 'E') })
    .map((amounts): SaleLineRecord => {
      const total = amounts.taxable + amounts.tax
      return { ...(sale.lines[0] as SaleLineRecord), ...amounts, total } as SaleLineRecord
    })

  /** The decimal digits as printed, back to cents, without passing through a binary fraction. */
  const centsOf = (printed: string) => {
    const [whole = '', fraction = ''] = printed.split('.')
    expect(fraction.length).toBeLessThanOrEqual(2)
    return Number(whole + fraction.padEnd(2, '0'))
  }
  const printed = (text: string, name: string) => {
    const found = [...text.matchAll(new RegExp(`"${name}":([^,}]+)`, 'g'))]
    return found.map(([, digits = '']) => centsOf(digits))
  }
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

  test('every amount is printed to the cent, and buckets and totals are the sums of the lines', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const text = JSON.stringify(saleBody({ ...sale, lines }))
        expect(printed(text, 'taxblAmt')).toEqual(lines.map((each) => each.taxable))
        expect(printed(text, 'taxAmt')).toEqual(lines.map((each) => each.tax))
        for (const type of ['A', 'B', 'C', 'D', 'E']) {
          const bucket = lines.filter((each) => each.taxType === type)
          expect(printed(text, `taxblAmt${type}`)).toEqual([sum(bucket.map((each) => each.taxable))])
          expect(printed(text, `taxAmt${type}`)).toEqual([sum(bucket.map((each) => each.tax))])
        }
        expect(printed(text, 'totTaxblAmt')).toEqual([sum(lines.map((each) => each.taxable))])
        expect(printed(text, 'totTaxAmt')).toEqual([sum(lines.map((each) => each.tax))])
        expect(printed(text, 'totAmt')[0]).toBe(sum(lines.map((each) => each.total)))
      }),
    )
  })
})
