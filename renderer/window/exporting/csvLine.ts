/** CSV that no spreadsheet calculates. */
const isNumber = (text: string): boolean => /^[+-]?\d+([.,]\d+)?$/.test(text)

/** A spreadsheet calculates a text that begins so, which may send what is beside it elsewhere. */
export const neutral = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text

/** Returns the text that {@link neutral} has got. */
export const withoutNeutral = (text: string): string =>
  /^'[=+\-@\t\r]/.test(text) && !isNumber(text.slice(1)) ? text.slice(1) : text

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells
    .map(neutral)
    .map((cell) =>
      /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(delimiter)}\r\n`

/** The mark tells spreadsheets that a file is UTF-8. */
export const utf8Mark = '\ufeff'
