/**
 * Sanitises text for output: a name must not command a printer, start a new line or change the reading direction.
 * Every control, format, line-separating, private and unpaired character becomes a space, and spaces collapse. The
 * stored text is unchanged; each renderer calls this.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
}

/**
 * The same in printable ASCII, the only set that all receipt printers share: é is e, ” is ". `letters` stay: those
 * beyond ASCII that a printer has.
 */
export function paperText(text: string, letters: ReadonlySet<string> = new Set()): string {
  return [...asciiMarks(cleanText(text))]
    .map((sign) => (letters.has(sign) ? sign : asciiOf(sign)))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

const asciiMarks = (text: string): string =>
  text
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[×✕]/g, 'x')

const asciiOf = (sign: string): string =>
  sign
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/⁄/g, '/')
    .replace(/[^\x20-\x7e]/gu, '?')

/** Sanitises an address for a QR code: printable ASCII without spaces. */
export function cleanUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]/g, '')
}
