/** A request's JSON object, or one of its lines. Read it through the functions below, after the field checks. */
export type Body = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The text of a member, '' if it is missing. Numbers are converted to text, as the real authority does. */
export function text(body: Body, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/**
 * A decimal number as an integer of hundredths: cents of money, hundredths of a quantity.
 * Further decimals are rounded half-up. Undefined when the value is no plain decimal number.
 */
export function hundredthsOf(value: unknown): number | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(value))
  if (!parts) return undefined
  const [, sign, whole, fraction = ''] = parts
  const digits = `${fraction}000`
  const units = Number(`${whole}${digits.slice(0, 2)}`) + (digits.charAt(2) >= '5' ? 1 : 0)
  return sign ? -units : units
}

/** A money member in cents, or a quantity in hundredths; 0 when it is missing. */
export const hundredths = (body: Body, name: string): number => hundredthsOf(body[name]) ?? 0

/** A whole-number member such as `invcNo`, which arrives as a number or as numeric text; 0 when it is missing. */
export const whole = (body: Body, name: string): number => Number(body[name] ?? 0)

export function lines(body: Body): readonly Body[] {
  const list = body['itemList']
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** Hundredths as the authority prints money: `862.07`. */
export function money(hundredthsValue: number): string {
  const digits = String(Math.abs(hundredthsValue)).padStart(3, '0')
  return `${hundredthsValue < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Hundredths as Java prints a double: `98.0`, `97.5`. */
export const double = (hundredthsValue: number): string => money(hundredthsValue).replace(/0$/, '')
