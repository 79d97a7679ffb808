/** A receipt of a sale that never was. It shows how a shop's details look on paper. */
import type { Settings } from '../../contract/workspace.ts'
import { bucketTotals, defaultTaxRates, splitTax } from '../../fiscal/tax.ts'
import { buildReceipt, type ReceiptModel, verificationBases } from './receipt.ts'
import type { ReceiptInput } from './receiptInput.ts'

const sold = [
  { name: 'White bread 400 g', price: 70_00, taxType: 'C' },
  { name: 'Bar soap 800 g', price: 195_00, taxType: 'B' },
] as const

/** Marks of nobody: no authority gives such numbers. */
const fiscal = {
  scuId: 'KRACU0000000000',
  receiptNumber: 1,
  totalReceiptNumber: 1,
  internalData: 'SAMPLESAMPLESAMPLESAMPLESA',
  signature: 'SAMPLESAMPLESAMP',
}

interface Sample {
  /** null: not known yet. */
  pin: string | null
  /** Epoch milliseconds. */
  at: number
}

/** As a signed original, with the mark of the Sandbox, so that nobody can take it for a real one. */
export const buildSample = (shop: Settings['shop'], { pin, at }: Sample): ReceiptModel => {
  const lines = sold.map(({ price, taxType, name }) => ({
    ...{
      name,
      taxType,
      quantity: 100,
      unit: 'U',
      unitPrice: price,
      gross: price,
      discount: 0,
      service: false,
    },
    ...splitTax(price, defaultTaxRates[taxType]),
  }))
  const { buckets, taxable, tax, total } = bucketTotals(lines)
  const input: ReceiptInput = {
    document: 'sale',
    life: { kind: 'original', fiscal: { ...fiscal, signedAt: '20260101120000' } },
    environment: 'sandbox',
    seller: {
      name: shop.tradeName,
      pin: pin ?? 'P000000000X',
      branch: '00',
      address: [shop.address, shop.city].filter(Boolean),
      phone: shop.phone || null,
      header: shop.headerMessage || null,
      footer: shop.footerMessage || null,
    },
    buyer: null,
    lines,
    totals: { gross: total, discount: 0, taxable, tax, total, buckets, rates: defaultTaxRates },
    tenders: [{ label: 'CASH', amount: total }],
    change: 0,
    rounding: 0,
    paymentChangedAt: null,
    till: { number: 'T1-1', issuedAt: at, name: 'T1', cashier: '' },
    credits: null,
    verificationBase: verificationBases.sandbox,
  }
  return buildReceipt(input)
}
