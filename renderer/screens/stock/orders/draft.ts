/** What a manager changes of the suggestions of one supplier, kept until it is ordered. */
import type { Item } from '../../../../core/contract/item.ts'
import type { ToOrder } from '../../../../core/contract/order.ts'
import { multiply } from '../../../../core/fiscal/money.ts'
import { createKept } from '../../../window/kept.ts'

/** Per profile. `group`: the supplier's; null: the first. */
export const choices = createKept<{ group: string | null; cover: number }>(() => ({ group: null, cover: 14 }))

interface Draft {
  /** By item; null: left out. */
  quantities: Record<number, number | null>
  /** Items that Kaunta did not suggest. */
  added: readonly AddedItem[]
  name: string
  pin: string
  remark: string
}
type AddedItem = Pick<Item, 'id' | 'name' | 'secondName' | 'quantityUnit'> & { onHand: number }

/** Per profile and supplier. */
export const drafts = createKept<Draft>(() => ({ quantities: {}, added: [], name: '', pin: '', remark: '' }))

export interface DraftLine {
  itemId: number
  name: string
  secondName: string | null
  quantityUnit: string
  onHand: number
  /** null: a person added it. */
  suggestion: ToOrder | null
  units: number
  /** null: left out. */
  quantity: number | null
}

/** More lines at once are slow to look through. */
export const linesAtMost = 200

export const draftLines = (items: readonly ToOrder[], { quantities, added }: Draft): DraftLine[] => {
  const shown = items.slice(0, linesAtMost)
  const known = new Set(shown.map(({ itemId }) => itemId))
  const quantityOf = (id: number, otherwise: number | null) =>
    quantities[id] === undefined ? otherwise : quantities[id]
  return [
    ...added
      .filter(({ id }) => !known.has(id))
      .map(({ id, ...item }) => ({
        ...item,
        itemId: id,
        secondName: item.secondName ?? null,
        suggestion: null,
        units: 100,
        quantity: quantityOf(id, null),
      })),
    ...shown.map((suggestion) => ({
      itemId: suggestion.itemId,
      name: suggestion.name,
      secondName: suggestion.secondName,
      quantityUnit: suggestion.quantityUnit,
      onHand: suggestion.onHand,
      suggestion,
      units: suggestion.units,
      quantity: quantityOf(suggestion.itemId, suggestion.suggested),
    })),
  ]
}

/** What is ordered. */
export const orderedLines = (lines: readonly DraftLine[]): { itemId: number; quantity: number }[] =>
  lines.flatMap(({ itemId, quantity }) => (quantity !== null && quantity > 0 ? [{ itemId, quantity }] : []))

/** Cents, of the lines with a known cost. */
export const costOf = (lines: readonly DraftLine[]): number =>
  lines.reduce(
    (sum, { quantity, suggestion }) => sum + multiply(suggestion?.unitCost ?? 0, Math.max(0, quantity ?? 0)),
    0,
  )
