/**
 * What is typed into a name must not command a printer, start a line of its own or turn the reading
 * direction: every control, format, line-separating, private and unpaired character becomes a space, and
 * runs of space become one. The stored text stays as it was; each renderer calls this on its way out.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
}

/** The same in printable ASCII, which is the only set all receipt printers agree on: é is e, ” is ". */
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

/** An address as it may stand in a QR code: printable ASCII without spaces. */
export function cleanUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]/g, '')
}
