import type { TaxRates, TaxType } from './tax.ts'

/** One row of a code table of the authority. */
export type CodeRow = { code: string; name: string }

/** The till's word for a way to pay. The authority's codes for them differ between its environments. */
export const paymentMethods = [
  'cash',
  'credit',
  'cashCredit',
  'cheque',
  'card',
  'mobileMoney',
  'other',
] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** Is it the till's own word, which stays true whatever table the authority publishes, and not one of its codes? */
export const isPaymentMethod = (text: string): text is PaymentMethod =>
  (paymentMethods as readonly string[]).includes(text)

/** As the specification prints class 07; a sandbox table has an eighth row, which moves 06 and 07. */
export const paymentCodes: readonly CodeRow[] = [
  { code: '01', name: 'CASH' },
  { code: '02', name: 'CREDIT' },
  { code: '03', name: 'CASH/CREDIT' },
  { code: '04', name: 'BANK CHECK' },
  { code: '05', name: 'DEBIT & CREDIT CARD' },
  { code: '06', name: 'MOBILE MONEY' },
  { code: '07', name: 'OTHER' },
]

/** How each way to pay is called on paper. */
export const paymentLabels: Record<PaymentMethod, string> = {
  cash: 'CASH',
  credit: 'CREDIT',
  cashCredit: 'CASH/CREDIT',
  cheque: 'BANK CHEQUE',
  card: 'CARD',
  mobileMoney: 'MOBILE MONEY',
  other: 'OTHER',
}

/**
 * The authority's code for a way to pay, found by the name in its own table of class 07, because the
 * codes from 06 on mean different things in its two tables (authority §3). A table without a row for it
 * gives that of OTHER; an empty table stands for the specification's.
 */
export function paymentCode(method: PaymentMethod, table: readonly CodeRow[] = paymentCodes): string {
  const rows = table.length > 0 ? table : paymentCodes
  const row =
    rows.find(({ name }) => methodNamed(name) === method) ??
    rows.find(({ name }) => methodNamed(name) === 'other')
  return row?.code ?? '07'
}

/** The way to pay behind a code of the authority's table, or the word itself; `other` when the table does not have it. */
export function paymentMethod(code: string, table: readonly CodeRow[] = paymentCodes): PaymentMethod {
  if (isPaymentMethod(code)) return code
  const rows = table.length > 0 ? table : paymentCodes
  return methodNamed(rows.find((row) => row.code === code)?.name ?? '')
}

function methodNamed(name: string): PaymentMethod {
  const word = name.toUpperCase()
  if (word.includes('CARD') || word.includes('DEBIT')) return 'card'
  if (word.includes('MOBILE')) return 'mobileMoney'
  if (word.includes('CHECK') || word.includes('CHEQUE')) return 'cheque'
  if (word.includes('CASH') && word.includes('CREDIT')) return 'cashCredit'
  if (word.includes('CASH')) return 'cash'
  if (word.includes('CREDIT')) return 'credit'
  return 'other'
}

/** Stock movement types, class 12; `sign` is what a movement does to the stock on hand. */
const stockMovements = [
  { code: '01', name: 'Import', sign: 1 },
  { code: '02', name: 'Purchase', sign: 1 },
  { code: '03', name: 'Return', sign: 1 },
  { code: '04', name: 'Stock movement in', sign: 1 },
  { code: '05', name: 'Processing in', sign: 1 },
  { code: '06', name: 'Adjustment in', sign: 1 },
  { code: '11', name: 'Sale', sign: -1 },
  { code: '12', name: 'Return to supplier', sign: -1 },
  { code: '13', name: 'Stock movement out', sign: -1 },
  { code: '14', name: 'Processing out', sign: -1 },
  { code: '15', name: 'Discarding', sign: -1 },
  { code: '16', name: 'Adjustment out', sign: -1 },
] as const

/** 1 when a movement of this code adds to the stock, −1 when it takes away, null for an unknown code. */
export function stockSign(code: string): 1 | -1 | null {
  return stockMovements.find((row) => row.code === code)?.sign ?? null
}

/** Why a credit note is given, class 32: 01 to 06 as specified, 07 to 13 from the authority's live table. */
export const creditReasons = [
  { code: '01', name: 'Missing quantity' },
  { code: '02', name: 'Missing data' },
  { code: '03', name: 'Damaged' },
  { code: '04', name: 'Wasted' },
  { code: '05', name: 'Raw material shortage' },
  { code: '06', name: 'Refund' },
  { code: '07', name: 'Wrong customer PIN' },
  { code: '08', name: 'Wrong customer name' },
  { code: '09', name: 'Wrong amount or price' },
  { code: '10', name: 'Wrong quantity' },
  { code: '11', name: 'Wrong item' },
  { code: '12', name: 'Wrong tax type' },
  { code: '13', name: 'Other reason' },
] as const satisfies readonly CodeRow[]

/** What an item is, class 24. A service has no stock. */
export const itemTypes = { rawMaterial: '1', finishedProduct: '2', service: '3' } as const

export type ItemType = (typeof itemTypes)[keyof typeof itemTypes]

/** Units of quantity a shop counts in, class 10, with the sign a price tag shows. */
const quantityUnits = [
  { code: 'U', name: 'Piece', sign: 'pc' },
  { code: 'NO', name: 'Number', sign: 'no' },
  { code: 'KG', name: 'Kilogramme', sign: 'kg' },
  { code: 'GRM', name: 'Gram', sign: 'g' },
  { code: 'L', name: 'Litre', sign: 'l' },
  { code: 'LTR', name: 'Litre', sign: 'l' },
  { code: 'M', name: 'Metre', sign: 'm' },
  { code: 'MTR', name: 'Metre', sign: 'm' },
  { code: 'PA', name: 'Packet', sign: 'pkt' },
  { code: 'PR', name: 'Pair', sign: 'pr' },
  { code: 'DZ', name: 'Dozen', sign: 'dz' },
  { code: 'SET', name: 'Set', sign: 'set' },
  { code: 'TU', name: 'Tube', sign: 'tube' },
  { code: 'RO', name: 'Roll', sign: 'roll' },
  { code: 'BX', name: 'Box', sign: 'box' },
] as const

/** The sign of a unit (`kg`); the code in small letters when it is none of the usual ones. */
export function unitSign(code: string): string {
  return quantityUnits.find((unit) => unit.code === code)?.sign ?? code.toLowerCase()
}

/** How the rate of a tax letter is written in the tax table of a receipt: `A-EX`, `B-16.00%`, `E-8%`. */
export function taxLabel(type: TaxType, rates: TaxRates): string {
  if (type === 'A') return 'A-EX'
  if (type === 'B') return `B-${rates.B.toFixed(2)}%`
  if (type === 'D') return 'D-NON VAT'
  return `${type}-${rates[type]}%`
}

/** What follows an amount on a receipt to tell its tax: `A-EX`, or the letter alone. */
export function taxSuffix(type: TaxType): string {
  return type === 'A' ? 'A-EX' : type
}
