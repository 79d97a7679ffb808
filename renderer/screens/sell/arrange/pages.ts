/** The pages of Sell while a manager arranges them. Pure. */
import type { SellPage } from '../../../../core/contract/grid.ts'

/** Moves an entry to another place, within the list. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const place = Math.min(Math.max(to, 0), list.length - 1)
  const entry = list[from]
  return entry === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(place, 0, entry)
}

/** What an arrow key means in a grid of so many columns; null: another key. */
export function stepOf(key: string, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  return steps[key] ?? null
}

/** A page that was left without a name gets its number. */
export const named = (pages: readonly SellPage[], numbered: (number: number) => string): SellPage[] =>
  pages.map(({ name, items }, index) => ({ name: name.trim() || numbered(index + 1), items }))
