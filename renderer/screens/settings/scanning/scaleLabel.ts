/** Labels of a scale, made up and read, to show what a rule means. Pure. */
import type { ScaleRule } from '../../../../core/contract/workspace.ts'
import { checkDigit, isValidGtin, parseScan } from '../../../../core/fiscal/barcode.ts'

export type LabelReading =
  | { kind: 'weight'; item: string; quantity: number }
  | { kind: 'price'; item: string; price: number }
  | { kind: 'none' }
  /** Thirteen digits whose last one does not agree with the others. */
  | { kind: 'wrongDigit' }

/** A label that the rule fits: goods 1, 2, 3 … and a value with a digit in every place. */
export function exampleLabel({ prefix, itemDigits, valueDigits, innerCheckDigit }: ScaleRule): string {
  const item = '1'.padStart(itemDigits, '0')
  const value = '1250'.padStart(valueDigits, '0').slice(-valueDigits)
  const digits = `${prefix}${item}${innerCheckDigit ? checkDigit(value) : ''}${value}`
  return digits + checkDigit(digits)
}

/** Reads a scale's label: quantity in hundredths of a kilogramme, price in cents. */
export function readLabel(code: string, rules: readonly ScaleRule[]): LabelReading {
  const scan = parseScan(code, rules)
  if (scan.kind === 'weight') return { kind: 'weight', item: scan.itemCode, quantity: scan.quantity }
  if (scan.kind === 'price') return { kind: 'price', item: scan.itemCode, price: scan.price }
  return { kind: /^2\d{12}$/.test(code) && !isValidGtin(code) ? 'wrongDigit' : 'none' }
}
