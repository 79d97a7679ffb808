import type { OutputOf } from '../../../core/contract/index.ts'
import { totalOfPart } from '../../../core/fiscal/parts.ts'

type Receipt = OutputOf<'invoice.get'>

/** Hundredths to take back of the lines that were touched, by position; null: what is typed is no quantity. */
export type Choice = ReadonlyMap<number, number | null>

export interface CreditLine {
  position: number
  name: string
  quantityUnit: string
  /** Hundredths. */
  sold: number
  left: { quantity: number; total: number }
  quantity: number | null
  isFaulty: boolean
  /** Cents to give back for it. */
  total: number
}

const nothing = { quantity: 0, total: 0 }

/** Nothing goes back but what was chosen. */
export const creditLines = (items: Receipt['items'], choice: Choice): CreditLine[] =>
  items.map(({ position, name, quantityUnit, quantity: sold, total, left: known }) => {
    const left = known ?? nothing
    const quantity = choice.get(position) ?? (choice.has(position) ? null : 0)
    const isFaulty = quantity === null || quantity < 0 || quantity > left.quantity
    const paid = isFaulty || quantity === 0 ? 0 : totalOfPart({ quantity: sold, total }, left, quantity)
    return { position, name, quantityUnit, sold, left, quantity, isFaulty, total: paid }
  })

/** The scope of the credit note: `nothing` and `faulty` cannot be made. */
export type Extent = 'whole' | 'rest' | 'part' | 'nothing' | 'faulty'

export const extentOf = (lines: readonly CreditLine[]): Extent => {
  if (lines.some(({ isFaulty }) => isFaulty)) return 'faulty'
  if (lines.every(({ quantity }) => quantity === 0)) return 'nothing'
  if (lines.some(({ quantity, left }) => quantity !== left.quantity)) return 'part'
  return lines.every(({ left, sold }) => left.quantity === sold) ? 'whole' : 'rest'
}

/** The chosen quantities, as the core takes them. */
export const chosenOf = (lines: readonly CreditLine[]) =>
  lines.flatMap(({ position, quantity }) => (quantity ? [{ position, quantity }] : []))

const one = 100

/** One unit more or less, within what is left. */
export const stepped = ({ quantity, left }: CreditLine, by: 1 | -1): number =>
  Math.min(left.quantity, Math.max(0, (quantity ?? 0) + by * one))
