/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse'
import type { Table } from './itemList.ts'

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
  // A file of tabs opens as one column. The mark tells spreadsheets that it is UTF-8.
  return `\ufeff${Papa.unparse([[...headings, heading], ...failed], { delimiter: delimiter === ';' ? ';' : ',' })}\r\n`
}
