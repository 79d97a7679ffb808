/** Several items whose stock changes in one go. Pure: quantities in hundredths. */
import type { InputOf } from '../../../core/contract/index.ts'
import type { Item } from '../../../core/contract/item.ts'

/** The usual ones first. */
export const adjustKinds = [
  'received',
  'count',
  'opening',
  'returned',
  'found',
  'lost',
  'wasted',
  'ownUse',
] as const
export type AdjustKind = (typeof adjustKinds)[number]

export interface AdjustLine {
  /** `onHand` and `lastMovement`: when its quantity was entered. */
  item: Pick<Item, 'id' | 'name' | 'quantityUnit'> & {
    secondName?: string | null
    onHand: number
    lastMovement?: number
  }
  /** null: nothing typed yet, or not a number. */
  quantity: number | null
}

export interface Adjustment {
  kind: AdjustKind
  lines: readonly AdjustLine[]
  remark: string
}

const takesAway = new Set<AdjustKind>(['lost', 'wasted', 'ownUse'])

/** A scan more of an item there already counts one more; a new one starts with one, a count with nothing. */
export function addItem(
  lines: readonly AdjustLine[],
  item: AdjustLine['item'],
  { one }: { one: boolean },
): AdjustLine[] {
  if (!lines.some((line) => line.item.id === item.id)) return [...lines, { item, quantity: one ? 100 : null }]
  if (!one) return [...lines]
  return lines.map((line) =>
    line.item.id === item.id ? { item, quantity: (line.quantity ?? 0) + 100 } : line,
  )
}

/** On hand afterwards; null while the quantity is none. */
export function afterwards({ item, quantity }: AdjustLine, kind: AdjustKind): number | null {
  if (quantity === null) return null
  if (kind === 'count') return quantity
  return item.onHand + (takesAway.has(kind) ? -quantity : quantity)
}

/** A count may be zero; every other reason needs a quantity. */
export const isFaulty = ({ quantity }: AdjustLine, kind: AdjustKind): boolean =>
  quantity === null || quantity < 0 || (quantity === 0 && kind !== 'count')

/** Returns the input of `stock.adjust` once there is a line and none is faulty. */
export function adjustInput({ kind, lines, remark }: Adjustment): InputOf<'stock.adjust'> | null {
  if (lines.length === 0 || lines.some((line) => isFaulty(line, kind))) return null
  return {
    kind,
    lines: lines.map(({ item, quantity }) => ({
      itemId: item.id,
      quantity: quantity ?? 0,
      ...(kind === 'count' && {
        expected: item.onHand,
        ...(item.lastMovement !== undefined && { lastMovement: item.lastMovement }),
      }),
    })),
    ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
  }
}
