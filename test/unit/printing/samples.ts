import type { DayReport } from '../../../core/contract/report.ts'
import { type Cart, priceCart } from '../../../core/fiscal/cart.ts'
import { defaultTaxRates } from '../../../core/fiscal/tax.ts'
import { verificationBases } from '../../../core/printing/documents/receipt.ts'
import type { FiscalData, ReceiptInput } from '../../../core/printing/documents/receiptInput.ts'

export type Goods = Cart['lines'][number] & { name: string; unit?: string; service?: boolean }

export const fiscal: FiscalData = {
  scuId: 'KRACU0100000001',
  receiptNumber: 41,
  totalReceiptNumber: 44,
  internalData: 'ABCDEFGHIJKLMNOPQRSTUVWX2A',
  signature: 'QRSTUVWXYZ234567',
  signedAt: '20260301103004',
}

export const basket: Goods[] = [
  { name: 'Broadways bread 400 g', quantity: 200, unitPrice: 6500, taxType: 'A' },
  {
    name: 'Ketepa Pride tea bags, 100 pieces in the family box',
    quantity: 100,
    unitPrice: 34_500,
    taxType: 'B',
  },
  { name: 'Tomatoes, loose', quantity: 135, unitPrice: 12_000, taxType: 'A', unit: 'KG' },
  { name: 'Photocopy, black and white', quantity: 1200, unitPrice: 1000, taxType: 'B', service: true },
]

/** A sale signed in Production, paid in cash; each sample changes what it is about. */
export function sample(
  change: Partial<ReceiptInput> = {},
  cart: Partial<Omit<Cart, 'lines'>> & { lines?: Goods[] } = {},
): ReceiptInput {
  const goods = cart.lines ?? basket
  const rates = cart.rates ?? defaultTaxRates
  const priced = priceCart({ lines: goods, discount: cart.discount, rates })
  if (!priced.ok) throw new Error(priced.problem.reason)
  const { lines, ...totals } = priced.cart
  return {
    document: 'sale',
    life: { kind: 'original', fiscal },
    environment: 'production',
    seller: {
      name: 'Mama Njeri Stores',
      pin: 'P051234567X',
      branch: '00',
      address: ['Shop 4, Moi Avenue', 'Nairobi'],
      phone: '0712 345 678',
      header: 'Karibu sana!',
      footer: 'Thank you. Goods once sold can be returned within 7 days with this receipt.',
    },
    buyer: { pin: 'A012345678Z', name: 'Wanjiru Kamau' },
    lines: goods.map((line, index) => ({
      name: line.name,
      quantity: line.quantity,
      unit: line.unit ?? 'U',
      unitPrice: line.unitPrice,
      gross: lines[index]?.gross ?? 0,
      discount: lines[index]?.discount ?? 0,
      taxType: line.taxType,
      service: line.service ?? false,
    })),
    totals: { ...totals, rates },
    tenders: [{ label: 'CASH', amount: totals.total }],
    change: 0,
    rounding: 0,
    paymentChangedAt: null,
    till: {
      number: 'T1-000041',
      issuedAt: Date.UTC(2026, 2, 1, 7, 30, 0),
      name: 'Till 1',
      cashier: 'Wanjiku',
    },
    credits: null,
    verificationBase: verificationBases.production,
    ...change,
  }
}

export const samples: Record<string, ReceiptInput> = {
  original: sample(),
  awaiting: sample({ life: { kind: 'awaiting', rejected: false } }),
  withdrawn: sample({ life: { kind: 'withdrawn' } }),
  unsigned: sample({ life: { kind: 'unsigned', authorityNumber: 17 } }),
  copy: sample({ life: { kind: 'copy', number: 2, fiscal } }),
  discounts: sample(
    {
      buyer: null,
      tenders: [
        { label: 'MOBILE MONEY', amount: 40_000 },
        { label: 'CASH', amount: 40_000 },
      ],
      change: 10_800,
    },
    {
      lines: [
        { ...basket[0]!, discount: { kind: 'percent', basisPoints: 1000 } },
        basket[1]!,
        { ...basket[2]!, discount: { kind: 'amount', cents: 200 } },
        basket[3]!,
      ],
      discount: { kind: 'amount', cents: 5000 },
    },
  ),
  creditNote: sample({
    document: 'creditNote',
    life: { kind: 'original', fiscal: { ...fiscal, receiptNumber: 3, totalReceiptNumber: 45 } },
    credits: {
      cuInvoiceNumber: 'KRACU0100000001/41',
      tillNumber: 'T1-000041',
      reason: 'Wrong quantity',
    },
    till: { ...sample().till, number: 'T1-000042' },
  }),
  creditNoteCopy: sample({
    document: 'creditNote',
    life: { kind: 'copy', number: 1, fiscal: { ...fiscal, receiptNumber: 3, totalReceiptNumber: 45 } },
    credits: { cuInvoiceNumber: 'KRACU0100000001/41', tillNumber: 'T1-000041', reason: 'Damaged' },
  }),
  sandbox: sample({ environment: 'sandbox', verificationBase: verificationBases.sandbox }),
}

export const dayReport: DayReport = {
  day: '20261120',
  madeAt: Date.UTC(2026, 10, 20, 15, 4, 5),
  madeBy: 'Wanjiru Mwangi',
  shop: { name: 'Duka la Mama Njeri', pin: 'P051000001K', branch: '00', environment: 'sandbox', till: 'T1' },
  device: { serial: 'KAU-1', scuId: 'KRACU0100000001', mrcNo: 'WIS00000001' },
  sales: {
    documents: 141,
    beforeDiscount: 1_234_567_89,
    discount: 67_89,
    total: 1_234_500_00,
    taxable: 1_064_224_14,
    tax: 170_275_86,
  },
  creditNotes: {
    documents: 2,
    beforeDiscount: -1_160_00,
    discount: 0,
    total: -1_160_00,
    taxable: -1_000_00,
    tax: -160_00,
  },
  all: {
    documents: 143,
    beforeDiscount: 1_233_407_89,
    discount: 67_89,
    total: 1_233_340_00,
    taxable: 1_063_224_14,
    tax: 170_115_86,
  },
  copies: {
    sales: { count: 3, total: 4_350_00 },
    creditNotes: { count: 1, total: -1_160_00 },
  },
  unofficial: {
    TS: { count: 4, total: 1_720_00 },
    TC: { count: 1, total: -430_00 },
    PS: { count: 2, total: 25_000_00 },
    copies: { count: 1, total: 430_00 },
  },
  taxes: [
    { taxType: 'A', percent: 0, total: 0, taxable: 0, tax: 0 },
    { taxType: 'B', percent: 16, total: 1_233_340_00, taxable: 1_063_224_14, tax: 170_115_86 },
  ],
  rounding: -40,
  payments: [
    { method: '01', name: 'CASH', paid: 1_000_000_00, refunded: -1_160_00, total: 998_840_00 },
    { method: '06', name: 'MOBILE MONEY', paid: 234_000_00, refunded: 0, total: 234_000_00 },
    { method: null, name: '', paid: 500_00, refunded: 0, total: 500_00 },
  ],
  approvals: [{ act: 'priceChange', approver: 'Achieng Atieno', count: 2, total: 1_250_00 }],
  onAccount: [{ method: 'cash', name: 'CASH', count: 2, total: 5_000_00 }],
  drawer: {
    cashIn: 1_012_345_00,
    change: -12_345_00,
    refunds: -1_160_00,
    onAccount: 5_000_00,
    expected: 1_003_840_00,
  },
  cashiers: [
    { name: 'Amina', sales: 100, creditNotes: 0, total: 900_000_00 },
    { name: 'Wanjiru Mwangi', sales: 41, creditNotes: 2, total: 333_340_00 },
  ],
  hours: [{ hour: 9, documents: 143, total: 1_233_340_00 }],
  reductions: {
    discounts: { count: 2, total: 67_89 },
    priceChanges: { count: 1, total: -20_00 },
    voidedLines: { count: 3, total: 310_00 },
    voidedSales: { count: 1, total: 95_00 },
  },
  states: { signed: 139, waiting: 2, unknown: 1, refused: 1, acceptedUnsigned: 0, withdrawn: 1 },
  withdrawnTotal: 116_00,
  cancelled: {
    count: 2,
    total: 50_00,
    named: [
      { name: 'T1-980', total: 116_00, shift: 41, soldAt: Date.UTC(2026, 10, 19, 9, 30) },
      { name: 'T1-CN-6', total: -66_00, shift: null, soldAt: Date.UTC(2026, 10, 18, 9, 30) },
    ],
  },
  numbers: {
    sales: { first: 'T1-1001', last: 'T1-1141' },
    creditNotes: { first: 'T1-CN-7', last: 'T1-CN-8' },
    authority: { first: '2001', last: '2140' },
  },
  audit: { seq: 5120, hash: '0f3a5c7e91b2d4f6'.repeat(4) },
  printed: 2,
}

/** A printer of 80 mm. */
export const rollLook = {
  language: 'esc-pos',
  columns: 48,
  codePage: 'ascii',
  cut: true,
  qr: 'printer',
} as const
