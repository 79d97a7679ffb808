/** selectTrnsPurchaseSalesList: supplier invoices to us (`authority §1.4` no. 15). */
import { type TaxTypeCode, taxType } from '../../contract/fields.ts'
import { taxTypes } from '../../fiscal/tax.ts'
import type { SaleLineRecord, SupplierInvoice } from '../port.ts'
import { hundredths, list, optional, type Row, text, wireDateTime } from './members.ts'

/** Rows without a supplier or a number are skipped. */
export function readSupplierInvoices(data: unknown): SupplierInvoice[] | undefined {
  return list(data, 'saleList')
    ?.filter((each) => text(each, 'spplrTin') && text(each, 'spplrInvcNo'))
    .map((each) => ({
      supplierPin: text(each, 'spplrTin'),
      supplierName: text(each, 'spplrNm'),
      supplierBranch: text(each, 'spplrBhfId') || '00',
      supplierDevice: optional(each, 'spplrSdcId'),
      number: text(each, 'spplrInvcNo'),
      kind: text(each, 'rcptTyCd') === 'R' ? 'creditNote' : 'sale',
      paymentMethod: optional(each, 'pmtTyCd'),
      confirmedAt: wireDateTime(each, 'cfmDt'),
      releasedAt: wireDateTime(each, 'stockRlsDt'),
      saleDate: text(each, 'salesDt').replace(/\D/g, '').slice(0, 8),
      buckets: Object.fromEntries(
        taxTypes.map((letter) => [
          letter,
          {
            taxable: hundredths(each, `taxblAmt${letter}`),
            rate: hundredths(each, `taxRt${letter}`) / 100,
            tax: hundredths(each, `taxAmt${letter}`),
          },
        ]),
      ) as SupplierInvoice['buckets'],
      taxable: hundredths(each, 'totTaxblAmt'),
      tax: hundredths(each, 'totTaxAmt'),
      total: hundredths(each, 'totAmt'),
      remark: optional(each, 'remark'),
      lines: (list(each, 'itemList') ?? []).map(readLine),
    }))
}

/** An unknown letter counts as outside VAT. */
export const letterOf = (line: Row): TaxTypeCode => taxType.safeParse(text(line, 'taxTyCd')).data ?? 'D'

function readLine(line: Row): SaleLineRecord {
  const supply = hundredths(line, 'splyAmt')
  const discount = hundredths(line, 'dcAmt')
  return {
    itemCode: text(line, 'itemCd'),
    itemClass: text(line, 'itemClsCd'),
    itemName: text(line, 'itemNm'),
    barcode: optional(line, 'bcd'),
    packageUnit: text(line, 'pkgUnitCd'),
    packageQuantity: hundredths(line, 'pkg'),
    quantityUnit: text(line, 'qtyUnitCd'),
    quantity: hundredths(line, 'qty'),
    unitPrice: hundredths(line, 'prc'),
    supply,
    discountRate: hundredths(line, 'dcRt'),
    discount,
    taxType: letterOf(line),
    taxable: hundredths(line, 'taxblAmt'),
    tax: hundredths(line, 'taxAmt'),
    total: text(line, 'totAmt') === '' ? supply - discount : hundredths(line, 'totAmt'),
  }
}
