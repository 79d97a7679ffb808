import { centsToWire } from '../../fiscal/money.ts'

interface ListedRow {
  number: number
  opened_at: number
  author_name: string
  float: number
  closed_at: number | null
  closed_by: string | null
  note: string | null
}

/** Returns what every answer about a shift says first. */
export const shiftHead = (row: ListedRow) => ({
  number: row.number,
  state: row.closed_at === null ? ('open' as const) : ('closed' as const),
  openedAt: new Date(row.opened_at).toISOString(),
  openedBy: row.author_name,
  float: centsToWire(row.float),
  closedAt: row.closed_at === null ? null : new Date(row.closed_at).toISOString(),
  closedBy: row.closed_by,
  note: row.note,
})
