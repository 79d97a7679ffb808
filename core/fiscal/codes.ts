import type { TaxRates, TaxType } from './tax.ts'

/** One row of a code table of the authority. */
export type CodeRow = { code: string; name: string }

/** The till's word for a payment method. The authority's codes differ between its environments. */
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

/** True for the till's own word, which does not depend on the authority's table; false for one of its codes. */
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

/** The name of each payment method on paper. */
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
 * Returns the authority's code for a payment method, by its name in the authority's table of class 07: from 06 on,
 * codes differ between its two tables (`authority §3`). Without a matching row it returns the code of OTHER. An empty
 * table means the specification's.
 */
export function paymentCode(method: PaymentMethod, table: readonly CodeRow[] = paymentCodes): string {
  const rows = table.length > 0 ? table : paymentCodes
  const row =
    rows.find(({ name }) => methodNamed(name) === method) ??
    rows.find(({ name }) => methodNamed(name) === 'other')
  return row?.code ?? '07'
}

/**
 * Returns the payment method of a code in the authority's table, or the word itself; `other` if the table lacks it.
 */
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

/** Stock movement types, class 12; `sign` is the effect on the stock on hand. */
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

/** 1 if a movement of this code adds stock, −1 if it removes stock, null for an unknown code. */
export function stockSign(code: string): 1 | -1 | null {
  return stockMovements.find((row) => row.code === code)?.sign ?? null
}

/** Reasons for a credit note, class 32: 01 to 06 as specified, 07 to 13 from the authority's live table. */
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

/** Item types, class 24. A service has no stock. */
export const itemTypes = { rawMaterial: '1', finishedProduct: '2', service: '3' } as const

export type ItemType = (typeof itemTypes)[keyof typeof itemTypes]

/** Units in which a shop counts, class 10, with their sign on a price tag. */
export const quantityUnits = [
  { code: 'U', name: 'Piece', sign: 'pc' },
  { code: 'NO', name: 'Number', sign: 'pc' },
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

/** Returns the sign of a unit (`kg`), or the code in lower case if it is an unusual one. */
export function unitSign(code: string): string {
  return quantityUnits.find((unit) => unit.code === code)?.sign ?? code.toLowerCase()
}

/** Returns the label of a tax rate in a receipt's tax table: `A-EX`, `B-16.00%`, `E-8%`. */
export function taxLabel(type: TaxType, rates: TaxRates): string {
  if (type === 'A') return 'A-EX'
  if (type === 'B') return `B-${rates.B.toFixed(2)}%`
  if (type === 'D') return 'D-NON VAT'
  return `${type}-${rates[type]}%`
}

/** Returns the tax mark after an amount on a receipt: `A-EX`, or the letter alone. */
export function taxSuffix(type: TaxType): string {
  return type === 'A' ? 'A-EX' : type
}
