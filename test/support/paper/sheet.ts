/** What came out of a printer. */

/** One line of dots or letters, in the order of the paper. */
export type Printed =
  | { kind: 'text'; text: string; bold: boolean; size: number; align: 'left' | 'center' | 'right' }
  | { kind: 'qr'; data: string; module: number }
  /** A bit per dot, rows of whole bytes. */
  | { kind: 'raster'; width: number; height: number; bits: Uint8Array }

/** What lies between two cuts. */
export interface Sheet {
  printed: Printed[]
  isCut: boolean
}

/** The lines of text as a person reads them, without empty ones. */
export const linesOf = ({ printed }: Sheet): string[] =>
  printed.flatMap((each) => (each.kind === 'text' && each.text.trim() !== '' ? [each.text.trimEnd()] : []))
