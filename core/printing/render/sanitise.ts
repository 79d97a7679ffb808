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

/** The same in printable ASCII, the only set that all receipt printers share: é is e, ” is ". */
export function paperText(text: string): string {
  return cleanText(text)
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[×✕]/g, 'x')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/⁄/g, '/')
    .replace(/[^\x20-\x7e]/gu, '?')
    .replace(/ +/g, ' ')
    .trim()
}

/** Sanitises an address for a QR code: printable ASCII without spaces. */
export function cleanUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]/g, '')
}
