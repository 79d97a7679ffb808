import { begins, type FileProblem, largestFile, readTable, type Table } from './table.ts'

/** The list in a file of text, or in a workbook (XLSX), which is a ZIP archive. */
export const readFile = async (bytes: Uint8Array): Promise<Table | FileProblem> => {
  if (bytes.length > largestFile) return { kind: 'tooLarge' }
  return begins(bytes, 0x50, 0x4b) ? (await import('./workbook.ts')).readWorkbook(bytes) : readTable(bytes)
}
