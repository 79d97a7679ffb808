/** The table in a file that a spreadsheet has written. */
/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse'
import { withoutUnprintable } from '../../../../core/contract/bounds.ts'
import { withoutNeutral } from '../../../window/exporting/csvLine.ts'

export interface Table {
  /** null: a workbook has none. */
  delimiter: string | null
  headings: string[]
  /** `line` as the spreadsheet numbers it, from 1. */
  rows: { line: number; cells: string[] }[]
}

export type FileProblem = { kind: 'workbook' | 'tooLarge' | 'empty' } | { kind: 'longRow'; line: number }

/** Bytes; a list of twenty thousand items has two million. */
export const largestFile = 8 * 1024 * 1024
/** Characters. A quotation mark that is never closed makes the rest of the file one cell, which freezes the screen. */
const longestCell = 2_000
const mostColumns = 500

export const begins = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

/** Spreadsheets write UTF-8 or UTF-16 with a mark in front, and without one UTF-8 or what Windows had before it. */
const textOf = (bytes: Uint8Array): string => {
  if (begins(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (begins(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Guesses the delimiter from the headings. The library's own guess needs more lines than a short list has. */
const delimiterOf = (text: string): string => {
  const head = /\S.*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? ''
  const count = (sign: string) => head.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** On one line, without what cannot be printed. */
const plain = (cell: string): string =>
  withoutUnprintable(withoutNeutral(cell).replace(/[\s\p{Cc}]+/gu, ' ')).trim()

/** The table in a file of text: its first line are the headings. */
export const readTable = (bytes: Uint8Array): Table | FileProblem => {
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { kind: 'workbook' }
  const text = textOf(bytes)
  const delimiter = delimiterOf(text)
  const lines = Papa.parse(text, { delimiter }).data.map((cells, index) => ({ line: index + 1, cells }))
  return tableOf(lines, delimiter)
}

/** The table of a file's lines, however the file stores them. */
export const tableOf = (read: Table['rows'], delimiter: string | null): Table | FileProblem => {
  const long = read.find(
    ({ cells }) => cells.length > mostColumns || cells.some((cell) => cell.length > longestCell),
  )
  if (long) return { kind: 'longRow', line: long.line }
  const lines = read.map(({ line, cells }) => ({ line, cells: cells.map(plain) }))
  const [first, ...rows] = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!first || rows.length === 0) return { kind: 'empty' }
  const width = rows
    .slice(0, 100)
    .reduce((most, { cells }) => Math.max(most, cells.length), first.cells.length)
  return { delimiter, headings: Array.from({ length: width }, (_, index) => first.cells[index] ?? ''), rows }
}
