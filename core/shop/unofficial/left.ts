/** What credit notes in training left of a training sale. */
import type { Db } from '../../../db/engine/sqlite.ts'
import { creditsOf, type Unofficial } from '../../../db/profile/unofficial.ts'
import { contentOf, type PaperLine } from './content.ts'

/** A line of the sale with its rest: hundredths and cents. */
export interface LeftOfLine {
  line: PaperLine
  quantity: number
  total: number
  taxable: number
}

/** In the order of the sale. */
export const leftOfPaper = (db: Db, sale: Unofficial): LeftOfLine[] => {
  const taken = creditsOf(db, sale.id).flatMap((note) => contentOf(note).lines)
  return contentOf(sale).lines.map((line) => {
    const parts = taken.filter(({ position }) => position === line.position)
    const rest = (of: 'quantity' | 'total' | 'taxable') =>
      parts.reduce((left, part) => left - part[of], line[of])
    return { line, quantity: rest('quantity'), total: rest('total'), taxable: rest('taxable') }
  })
}
