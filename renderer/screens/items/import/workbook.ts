/** The list in the first sheet of a workbook (XLSX). */
import { streamXlsxRows } from 'hucre/xlsx'
import { type FileProblem, type Table, tableOf } from './table.ts'
import { unpackedSize } from './unpackedSize.ts'

/** More lines than a shop has goods. */
const mostLines = 200_000
/** Bytes of what the file unpacks into, and characters of all cells: a cell may name one long text again and again. */
const mostText = 64 * 1024 * 1024

type Value = string | number | boolean | Date | null

/** As a list writes it. A calculated price has more decimals than money has; a barcode has none. */
const textOf = (value: Value): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(Math.round(value * 100) / 100)
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
}

export const readWorkbook = async (bytes: Uint8Array): Promise<Table | FileProblem> => {
  const size = unpackedSize(bytes)
  if (size === null) return { kind: 'workbook' }
  if (size > mostText) return { kind: 'tooLarge' }
  const lines: Table['rows'] = []
  let length = 0
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { maxRows: mostLines })) {
      const cells = values.map(textOf)
      for (const cell of cells) length += cell.length
      if (length > mostText) return { kind: 'tooLarge' }
      lines.push({ line: index + 1, cells })
    }
  } catch {
    // Damaged, protected by a password, or another program's archive.
    return { kind: 'workbook' }
  }
  return tableOf(lines, null)
}
