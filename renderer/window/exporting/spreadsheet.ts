/** Rows of a list as a file for a spreadsheet. Memory holds one page of rows, however long the list is. */
import { writeXlsxStream } from 'hucre/xlsx'
import { nairobiOffset } from '../../../core/fiscal/dates.ts'
import { csvLine, utf8Mark } from './csvLine.ts'

export const formats = ['xlsx', 'csv'] as const
export type Format = (typeof formats)[number]

/**
 * A column of the file. Amounts are cents, quantities hundredths, moments epoch milliseconds. Text may be a code, so
 * its leading zeros stay.
 */
export type Field<R> = { header: string } & (
  | { kind: 'text'; value: (row: R) => string | null }
  | { kind: 'amount' | 'quantity' | 'count' | 'moment'; value: (row: R) => number | null }
)

type Cell = string | number | null

/** `2026-11-20 14:02`, which sorts as time does, on the clock of the shop. */
const stamp = (moment: number): string =>
  new Date(moment + nairobiOffset).toISOString().slice(0, 16).replace('T', ' ')

const cellOf = <R>(field: Field<R>, row: R): Cell => {
  if (field.kind === 'text') return field.value(row)
  const value = field.value(row)
  if (value === null || field.kind === 'count') return value
  return field.kind === 'moment' ? stamp(value) : value / 100
}

const csvText = <R>(field: Field<R>, row: R): string => {
  const cell = cellOf(field, row)
  if (cell === null) return ''
  return field.kind === 'amount' && typeof cell === 'number' ? cell.toFixed(2) : String(cell)
}

type Pages<R> = AsyncIterable<readonly R[]> | Iterable<readonly R[]>

const csvFile = async <R>(pages: Pages<R>, fields: readonly Field<R>[]): Promise<Blob> => {
  const parts = [new Blob([utf8Mark, csvLine(fields.map(({ header }) => header))])]
  for await (const rows of pages) {
    // The browser keeps a Blob outside the page's memory.
    parts.push(new Blob(rows.map((row) => csvLine(fields.map((field) => csvText(field, row))))))
  }
  return new Blob(parts, { type: 'text/csv' })
}

const xlsxFormats = { text: '@', amount: '#,##0.00', quantity: '0.##', count: '0', moment: '@' } as const
const widths = { text: 24, amount: 14, quantity: 12, count: 12, moment: 18 } as const

async function* cellsOf<R>(pages: Pages<R>, fields: readonly Field<R>[]) {
  for await (const rows of pages) for (const row of rows) yield fields.map((field) => cellOf(field, row))
}

/** A text is stored as text, so a spreadsheet never calculates it. */
const xlsxFile = <R>(pages: Pages<R>, fields: readonly Field<R>[], title: string): Promise<Blob> => {
  const bytes = writeXlsxStream(cellsOf(pages, fields), {
    // The signs that a sheet's name may not have.
    name: title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    columns: fields.map(({ header, kind }) => ({ header, width: widths[kind], numFmt: xlsxFormats[kind] })),
    freezePane: { rows: 1 },
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Response(bytes, { headers: { 'content-type': type } }).blob()
}

/** Makes the file. An error of `pages` is its error, and no file is left. */
export const spreadsheet = <R>(
  pages: Pages<R>,
  { fields, title, format }: { fields: readonly Field<R>[]; title: string; format: Format },
): Promise<Blob> => (format === 'csv' ? csvFile(pages, fields) : xlsxFile(pages, fields, title))
