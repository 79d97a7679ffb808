/**
 * Money is whole cents of a shilling and quantity is whole hundredths of a unit, everywhere. Products and quotients
 * use whole numbers, and BigInt where numbers would lose digits: no binary fraction ever touches an amount.
 */

/** The largest amount that the till handles: ten thousand million shillings, in cents. */
export const largestAmount = 1_000_000_000_000

/** The largest quantity of one line: ten million units, in hundredths. */
export const largestQuantity = 1_000_000_000

/** Above this many shillings a JSON number cannot distinguish neighbouring cents. */
const largestWireAmount = 1e13

/** True if twice the number is still exact, so that quotient and remainder are exact too. */
const isSmall = (value: number | bigint): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER / 2

/**
 * Returns numerator / denominator, rounded to a whole number, halves away from zero, so that a refund rounds like its
 * sale. Whole numbers only; a bigint numerator may have any size.
 */
export function roundHalfUp(numerator: number | bigint, denominator: number | bigint): number {
  if (isSmall(numerator) && isSmall(denominator) && denominator !== 0) {
    const size = Math.abs(numerator)
    const by = Math.abs(denominator)
    const rest = size % by
    const rounded = (size - rest) / by + (2 * rest >= by ? 1 : 0)
    return numerator < 0 !== denominator < 0 && rounded !== 0 ? -rounded : rounded
  }
  const n = BigInt(numerator)
  const d = BigInt(denominator)
  const negative = n < 0n !== d < 0n
  const size = n < 0n ? -n : n
  const by = d < 0n ? -d : d
  const rounded = Number((2n * size + by) / (2n * by))
  return negative && rounded !== 0 ? -rounded : rounded
}

/** Returns factor × factor / denominator, rounded like {@link roundHalfUp}, exact at any size. */
export function scale(value: number, factor: number, denominator: number): number {
  const product = value * factor
  const isExact = isSmall(value) && isSmall(factor) && isSmall(product)
  return roundHalfUp(isExact ? product : BigInt(value) * BigInt(factor), denominator)
}

/**
 * Returns price in cents × quantity in hundredths, in cents (`authority §6`: supply = round(price × quantity, 2)).
 */
export function multiply(price: number, quantity: number): number {
  return scale(price, quantity, 100)
}

/** Parses `1,234.50`, `1234.5`, `-7` to cents; null if it is no amount with at most two decimals. */
export function parseMoney(text: string): number | null {
  return parseHundredths(text, largestAmount)
}

/** Formats cents as `1,234.50`. */
export function formatMoney(cents: number): string {
  const size = Math.abs(cents)
  const shillings = String(Math.floor(size / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${shillings}.${String(size % 100).padStart(2, '0')}`
}

/** Parses `2`, `0.75`, `.5` to hundredths; null if it is no quantity with at most two decimals. */
export function parseQuantity(text: string): number | null {
  return parseHundredths(text, largestQuantity)
}

/** Formats hundredths without trailing zeros: `2`, `0.75`, `1.5`. */
export function formatQuantity(hundredths: number): string {
  const size = Math.abs(hundredths)
  const fraction = String(size % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  const whole = `${hundredths < 0 ? '-' : ''}${Math.floor(size / 100)}`
  return fraction ? `${whole}.${fraction}` : whole
}

/**
 * Converts a JSON number of shillings to cents. More than two decimals are rounded half up by their decimal digits,
 * so that 1.005 becomes 1.01; null if it is not finite or too large.
 */
export function centsFromWire(value: number): number | null {
  if (!Number.isFinite(value) || Math.abs(value) >= largestWireAmount) return null
  if (Math.abs(value) < 1e-6) return 0
  // Usually there are at most two decimals, which numbers of this size represent well enough.
  const nearest = Math.round(value * 100)
  if (nearest / 100 === value) return nearest
  const [whole = '0', fraction = ''] = String(Math.abs(value)).split('.')
  const cents = roundHalfUp(BigInt(whole + fraction) * 100n, 10n ** BigInt(fraction.length))
  return value < 0 && cents !== 0 ? -cents : cents
}

/** Converts cents to a JSON number of shillings, which prints with at most two decimals. */
export function centsToWire(cents: number): number {
  return cents / 100
}

function parseHundredths(text: string, largest: number): number | null {
  const found = /^(-?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!found) return null
  const [, sign, whole = '', fraction = ''] = found
  if (whole === '' && fraction === '') return null
  const size = Number(`${whole.replaceAll(',', '')}${fraction.padEnd(2, '0')}`)
  if (size > largest) return null
  return sign && size !== 0 ? -size : size
}
