/** Sales and credit notes as programs write them, over the same goods. */
import { expect } from 'vitest'
import { toWireDate } from '../../../core/fiscal/dates.ts'
import { type Software, saleOf, startSoftware } from './software.ts'

/** The next try by itself is far behind any caller's patience: while the authority is away it is 006 at once. */
export const ordinary = { retryMs: 30_000, retryCapMs: 600_000 }

/** Some days ago, `YYYYMMDD`. */
export const daysAgo = (days: number): string => toWireDate(Date.now() - days * 86_400_000)

/** So many pieces at 116.00, VAT in it. */
export const lineOf = (qty: number, changes: Record<string, unknown> = {}) => ({
  itemCd: 'SOAP',
  itemNm: 'Soap',
  qtyUnitCd: 'U',
  taxTyCd: 'B',
  prc: 116,
  qty,
  taxblAmt: 100 * qty,
  taxAmt: 16 * qty,
  totAmt: 116 * qty,
  ...changes,
})

export const express = (orgInvcNo: number | string, qty: number, changes: object = {}) => ({
  orgInvcNo,
  reason: '06',
  lineItems: [lineOf(qty)],
  ...changes,
})

export const table = (
  orgInvcNo: number | string,
  invcNo: number | string,
  qty: number,
  changes: object = {},
) => ({
  orgInvcNo: String(orgInvcNo),
  invcNo: String(invcNo),
  salesDt: daysAgo(0),
  rfdRsnCd: '06',
  rfdAmt: 116 * qty,
  totTaxblAmt: 100 * qty,
  totTax: 16 * qty,
  items: [lineOf(qty)],
  ...changes,
})

export const barcode = '6161100000017'
export const byBarcode = (
  invcNo: number,
  qty: number,
  changes: { original?: object; line?: object } = {},
) => ({
  original: { invcNo, ...changes.original },
  reason: '06',
  lineItems: [{ ...lineOf(qty), itemCd: undefined, bcd: barcode, ...changes.line }],
})

export interface Counter extends Software {
  /** Sells so many pieces of soap under a number. */
  sells(
    invcNo: number | string,
    qty: number,
    changes?: { transaction?: object; lineItems?: object[] },
  ): Promise<void>
}

/** A shop with a hundred pieces of soap, of which the authority knows. */
export const startCounter = async (options: Parameters<typeof startSoftware>[0] = {}): Promise<Counter> => {
  const software = await startSoftware(options)
  const { gets } = software
  await gets('POST', '/items', {
    itemClsCd: 'GD',
    itemTyCd: '2',
    itemCd: 'SOAP',
    itemNm: 'Soap',
    pkgUnitCd: 'NT',
    qtyUnitCd: 'U',
    taxTyCd: 'B',
    useYn: 'Y',
    bcd: barcode,
    dftPrc: 116,
  })
  await gets('POST', '/stock/io', {
    sarNo: 1,
    regTyCd: 'M',
    ocrnDt: '20260301',
    totItemCnt: 1,
    totTaxblAmt: 10_000,
    totTax: 1_600,
    totAmt: 11_600,
    itemList: [{ itemCd: 'SOAP', itemNm: 'Soap', stockTyCd: '02', qty: 100, unitPrice: 116, totAmt: 11_600 }],
  })
  return {
    ...software,
    sells: async (invcNo, qty, { transaction = {}, lineItems = [lineOf(qty)] } = {}) => {
      const totals = { salesDt: null, totTaxblAmt: null, totTax: null, totAmt: null }
      await gets(
        'POST',
        '/sales-with-items',
        saleOf(
          invcNo,
          {},
          { transaction: { ...totals, ...transaction }, lineItems, autoRegisterItems: false },
        ),
      )
    },
  }
}

/** The three endpoints. */
export const at = {
  table: '/sales/credit-note',
  express: '/sales/credit-note-express',
  barcode: '/sales/credit-note-barcode',
}

/** The authority's amounts and ours, in cents, document by document. */
export const booked = async ({ authority, read, appId }: Counter) => {
  const { sales } = await authority.ledger()
  const cents = (value: unknown) => Math.round(Number(value) * 100)
  const theirs = sales.map(({ number, request }) => ({
    number,
    kind: request['rcptTyCd'] === 'R' ? 'creditNote' : 'sale',
    total: cents(request['totAmt']),
    taxable: cents(request['totTaxblAmt']),
    tax: cents(request['totTaxAmt']),
  }))
  const ours = read(
    appId,
    `select authority_number number, kind, total, taxable, tax from invoice join signature on invoice_id = id order by 1`,
  )
  expect(theirs).toEqual(ours)
  return sales.map(({ request }) => request)
}
