import { csvLine, utf8Mark } from '../../../window/exporting/csvLine.ts'
import type { Table } from './table.ts'

/** The rows that failed as a file for a spreadsheet: the columns of the list, and one with the reason. */
export const failedRows = (
  { delimiter, headings, rows }: Table,
  reasons: ReadonlyMap<number, string>,
  heading: string,
): string => {
  const failed = rows.flatMap(({ line, cells }) => {
    const reason = reasons.get(line)
    return reason === undefined ? [] : [[...headings.map((_, at) => cells[at] ?? ''), reason]]
  })
  // A file of tabs opens as one column.
  const sign = delimiter === ';' ? ';' : ','
  return utf8Mark + [[...headings, heading], ...failed].map((cells) => csvLine(cells, sign)).join('')
}
