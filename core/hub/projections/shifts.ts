/** Shifts of the tills' drawers, with their Z. */
import { putShifts, type ShiftPart } from '../../../db/hub/projected.ts'
import type { Fact } from '../../contract/hub/wire.ts'
import type { Projection } from './projection.ts'

/** The hub's columns and the till's. */
const columnsOf = {
  shiftOpened: { number: 'number', opened_at: 'opened_at', opened_by: 'author_name', float: 'float' },
  shiftClosed: {
    ...{ closed_at: 'closed_at', closed_by: 'author_name', expected: 'expected', counted: 'counted' },
    figures: 'figures',
  },
  shiftReviewed: { reviewed_at: 'reviewed_at', reviewed_by: 'author_name' },
} as const

const partOf = ({ kind, rowId, rows }: Fact): ShiftPart | null => {
  if (rows === null || rowId === null) return null
  const columns = Object.entries(columnsOf[kind as keyof typeof columnsOf])
  return { ...Object.fromEntries(columns.map(([to, from]) => [to, rows.row[from]])), id: rowId }
}

export const shifts: Projection = {
  kinds: Object.keys(columnsOf),
  make: async (tx, { id: origin, branch }, facts) => {
    const parts = new Map<number, ShiftPart>()
    for (const fact of facts) {
      const part = partOf(fact)
      if (part) parts.set(part.id, { ...parts.get(part.id), ...part })
    }
    await putShifts(tx, { branch, origin }, [...parts.values()])
  },
}
