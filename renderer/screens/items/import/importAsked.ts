/** The facts about new items that a list lacks; Kaunta asks for them before the first row. Pure. */
import type { ImportOutcome } from '../../../../core/contract/itemImport.ts'
import type { AskedCategory } from '../CategoryClasses.tsx'
import type { Columns, ListedRow } from './itemList.ts'

export interface Asked {
  /** How many are there of its goods: no column says so. */
  stock: boolean
  /** Categories of items without a class. */
  categories: AskedCategory[]
}

const someNames = 5

export const askedBy = (
  rows: readonly ListedRow[],
  outcomes: readonly ImportOutcome[],
  columns: Columns,
): Asked => {
  const byCategory = new Map<string, { count: number; names: string[] }>()
  let stock = false
  for (const [index, outcome] of outcomes.entries()) {
    const row = rows[index]?.row
    if (outcome.outcome !== 'made' || !row) continue
    if (outcome.lacksStock && columns.opening === undefined) stock = true
    if (!outcome.lacksClass) continue
    const category = row.category ?? ''
    const { count, names } = byCategory.get(category) ?? { count: 0, names: [] }
    if (names.length < someNames) names.push(row.name ?? '')
    byCategory.set(category, { count: count + 1, names })
  }
  const categories = [...byCategory].map(([category, asked]) => ({ category: category || null, ...asked }))
  return { stock, categories }
}
