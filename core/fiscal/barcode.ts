import { multiply, roundHalfUp } from './money.ts'

/**
 * The format of a scale's labels: an EAN-13 of `prefix`, `itemDigits` of the item, a further check digit if
 * `innerCheckDigit` is set, `valueDigits` of weight in kilogrammes or price in shillings with `decimals` decimals,
 * and the check digit of the whole.
 */
export type ScaleRule = {
  prefix: string
  itemDigits: number
  valueDigits: number
  value: 'weight' | 'price'
  decimals: number
  innerCheckDigit?: boolean | undefined
}

/**
 * The result of a scan. `codes` are the possible stored forms of the barcode, most likely first. A scale label
 * contains the item's digits, with a quantity in hundredths of a kilogramme or a price in cents.
 */
export type Scan =
  | { kind: 'plain'; codes: string[] }
  | { kind: 'weight'; itemCode: string; quantity: number }
  | { kind: 'price'; itemCode: string; price: number }

/**
 * A scale's factory settings: 21 with grams, 23 with cents, 24 with whole shillings, because five digits of cents end
 * at KES 999.99. The shop's own table replaces this one.
 */
export const defaultScaleRules: readonly ScaleRule[] = [
  { prefix: '21', itemDigits: 5, valueDigits: 5, value: 'weight', decimals: 3 },
  { prefix: '23', itemDigits: 5, valueDigits: 5, value: 'price', decimals: 2 },
  { prefix: '24', itemDigits: 5, valueDigits: 5, value: 'price', decimals: 0 },
]

/** The last digit of an EAN-8, UPC-A, EAN-13 or GTIN-14, computed from the digits before it. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (let place = 1; place <= digits.length; place += 1) {
    sum += Number(digits[digits.length - place]) * (place % 2 === 1 ? 3 : 1)
  }
  return String((10 - (sum % 10)) % 10)
}

/** Whether this is an EAN-8, UPC-A, EAN-13 or GTIN-14 with the right check digit. */
export function isValidGtin(code: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(code) && checkDigit(code.slice(0, -1)) === code.slice(-1)
}

/**
 * Parses a scan. The first matching rule wins. A label with a wrong check digit, or without a weight or price, counts
 * as a plain code: not found is better than sold wrongly.
 */
export function parseScan(text: string, rules: readonly ScaleRule[] = defaultScaleRules): Scan {
  const code = text.trim()
  const rule = rules.find((candidate) => fits(candidate, code))
  return (rule && readLabel(rule, code)) ?? { kind: 'plain', codes: spellings(code) }
}

/**
 * Returns the line for a price label: the customer pays the label's price to the cent. The quantity is what that
 * price buys, rounded up to a hundredth. `discount` is the excess of quantity × unit price over the label. Cents and
 * hundredths; null for goods without a price.
 */
export function lineOfPriceLabel(
  price: number,
  unitPrice: number,
): { quantity: number; discount: number } | null {
  if (unitPrice <= 0) return null
  const quantity = Math.ceil((price * 100) / unitPrice)
  return { quantity, discount: multiply(unitPrice, quantity) - price }
}

/**
 * Returns the quantity (hundredths) and the rounding (cents) of a price label scanned for this item at `unitPrice`
 * cents; null if the code is no price label of this item.
 */
export function readPriceLabel(
  text: string,
  item: { code: string; barcode: string | null; unitPrice: number },
  rules: readonly ScaleRule[],
): { quantity: number; discount: number } | null {
  const scan = parseScan(text, rules)
  if (scan.kind !== 'price' || (scan.itemCode !== item.code && scan.itemCode !== item.barcode)) return null
  return lineOfPriceLabel(scan.price, item.unitPrice)
}

function fits({ prefix, itemDigits, valueDigits, innerCheckDigit }: ScaleRule, code: string): boolean {
  const length = prefix.length + itemDigits + (innerCheckDigit ? 1 : 0) + valueDigits + 1
  return code.length === length && code.startsWith(prefix) && isValidGtin(code)
}

function readLabel(
  { prefix, itemDigits, valueDigits, value, decimals }: ScaleRule,
  code: string,
): Scan | null {
  const itemCode = code.slice(prefix.length, prefix.length + itemDigits)
  const digits = code.slice(-1 - valueDigits, -1)
  const hundredths = roundHalfUp(Number(digits) * 100, 10 ** decimals)
  if (hundredths === 0) return null
  return value === 'weight'
    ? { kind: 'weight', itemCode, quantity: hundredths }
    : { kind: 'price', itemCode, price: hundredths }
}

/** A UPC-A is an EAN-13 with a leading 0, and scanners send either. */
export function spellings(code: string): string[] {
  if (!isValidGtin(code)) return [code]
  if (code.length === 12) return [code, `0${code}`]
  if (code.length === 13 && code.startsWith('0')) return [code, code.slice(1)]
  return [code]
}

/** The bars of a code: EAN-13, also for a UPC-A, EAN-8, or Code 128 for all others. */
export type DrawnCode = { kind: 'EAN13' | 'EAN8' | 'CODE128'; text: string }

export function drawnCode(code: string): DrawnCode {
  if (!isValidGtin(code) || code.length === 14) return { kind: 'CODE128', text: code }
  if (code.length === 8) return { kind: 'EAN8', text: code }
  return { kind: 'EAN13', text: code.padStart(13, '0') }
}

/** Prefixes that GS1 leaves to each shop. */
const ownPrefixes = ['20', '21', '22', '23', '24', '25', '26', '27', '28', '29'] as const

/**
 * Returns the first prefix for barcodes of the shop's own that no scale label can have; null if scales use them all.
 * Scales may still have their factory settings, so those count too.
 */
export function ownPrefix(rules: readonly ScaleRule[]): string | null {
  const ofScales = [...defaultScaleRules, ...rules].map(({ prefix }) => prefix)
  const isOfScales = (own: string) =>
    ofScales.some((prefix) => prefix.startsWith(own) || own.startsWith(prefix))
  return ownPrefixes.find((own) => !isOfScales(own)) ?? null
}

/** Numbers of one block of {@link ownBarcode}. */
export const barcodesOfBlock = 10_000

/** Returns an EAN-13 of the shop's own: `block` has six digits, and `number` runs from 0 within it. */
export function ownBarcode(prefix: string, block: number, number: number): string {
  const digits = `${prefix}${String(block).padStart(6, '0')}${String(number).padStart(4, '0')}`
  return `${digits}${checkDigit(digits)}`
}
