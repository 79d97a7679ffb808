/** `00` twice nothing, `back` the last one, `clear` all. */
export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | '.' | 'back' | 'clear'

interface PadLimits {
  /** Digits behind the point; 0 takes no point. */
  decimals?: number
  /** Digits altogether. */
  digits?: number
  /** A PIN or another row of digits: a leading zero counts, and there is no decimal point. */
  code?: boolean
}

/** The text after a key: `padText('12', '.')` is `12.`. A key that does not fit changes nothing. */
export function padText(
  text: string,
  key: PadKey,
  { decimals = 2, digits = 9, code = false }: PadLimits = {},
): string {
  if (key === 'clear') return ''
  if (key === 'back') return text.slice(0, -1)
  if (code) return text.length + key.length > digits ? text : text + key
  if (key === '.') return decimals === 0 || text.includes('.') ? text : `${text || '0'}.`
  const next = text === '0' ? key : text + key
  const [whole = '', fraction = ''] = next.split('.')
  if (whole.length + fraction.length > digits || fraction.length > decimals) return text
  return next === '00' ? '0' : next
}
