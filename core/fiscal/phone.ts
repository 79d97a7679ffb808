/** Phone numbers as people in Kenya type them. */

const bare = (text: string): string => text.replace(/[\s().-]/g, '')

/**
 * Returns the digits with the country's code, such as `254712345678`, for `0712 345 678`, `0110…`, `254…` and `+254…`,
 * and for a number of another country that begins with `+`. null: no such number.
 */
export function phoneKey(text: string): string | null {
  const digits = bare(text)
  const own = /^(?:\+?254|0)([17]\d{8})$/.exec(digits)?.[1]
  if (own !== undefined) return `254${own}`
  return /^\+(?!254)\d{8,15}$/.test(digits) ? digits.slice(1) : null
}

/** Returns a key of {@link phoneKey} as people write it: `0712345678`, or `+255…` of another country. */
export const phoneText = (key: string): string => (key.startsWith('254') ? `0${key.slice(3)}` : `+${key}`)

/** Returns the digits that a typed part of a number shares with its key; null: the text is no part of a number. */
export function phonePart(text: string): string | null {
  const digits = bare(text)
  if (!/^\+?\d{3,15}$/.test(digits)) return null
  return digits.replace(/^\+?254/, '').replace(/^[+0]/, '') || null
}
