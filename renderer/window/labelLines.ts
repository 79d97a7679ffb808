/** The lines of labels that a person is about to print. */
import { labels as bounds } from '../../core/contract/bounds.ts'
import type { LabelLine } from '../../core/contract/label.ts'

export interface LabelList {
  lines: readonly LabelLine[]
  /** All were printed: the next items begin a new list. */
  printed: boolean
  /** The first free label of the first sheet, from 1. */
  start: number
}
/**
 * Adds lines to the head of a list; after a print they begin a new one. An item that is there already gets the new
 * number of labels. It keeps its barcode, because a line may have been read before the item got it.
 */
export function withLines({ lines, printed }: LabelList, added: readonly LabelLine[]): readonly LabelLine[] {
  const known = new Map(lines.map((line) => [line.itemId, line.barcode]))
  const fresh = new Map(
    added.map((line) => [line.itemId, { ...line, barcode: line.barcode ?? known.get(line.itemId) ?? null }]),
  )
  const others = printed ? [] : lines.filter(({ itemId }) => !fresh.has(itemId))
  return [...fresh.values(), ...others].slice(0, bounds.items)
}
