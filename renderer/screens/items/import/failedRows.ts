import { csvLine, utf8Mark } from '../../../window/exporting/csvLine.ts'
import { type Field, type Format, spreadsheet } from '../../../window/exporting/spreadsheet.ts'
import type { Table } from './table.ts'

/** The format of the file that the list came in, so that the same program opens both. */
export const formatOf = ({ delimiter }: Table): Format => (delimiter === null ? 'xlsx' : 'csv')

/** The rows that failed as a file for a spreadsheet: the columns of the list, and one with the reason. */
export const failedRows = async (
  { delimiter, headings, rows }: Table,
  reasons: ReadonlyMap<number, string>,
  { reason: heading, title }: { reason: string; title: string },
): Promise<Blob> => {
  const failed = rows.flatMap(({ line, cells }) => {
    const reason = reasons.get(line)
    return reason === undefined ? [] : [[...headings.map((_, at) => cells[at] ?? ''), reason]]
  })
  const all = [...headings, heading]
  if (delimiter === null) {
    const fields = all.map(
      (header, at): Field<string[]> => ({ kind: 'text', header, value: (cells) => cells[at] ?? null }),
    )
    return spreadsheet([failed], { fields, title, format: 'xlsx' })
  }
  // A file of tabs opens as one column.
  const sign = delimiter === ';' ? ';' : ','
  const text = utf8Mark + [all, ...failed].map((cells) => csvLine(cells, sign)).join('')
  return new Blob([text], { type: 'text/csv' })
}
