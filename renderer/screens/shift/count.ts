/** Cash as a person counts it: notes and coins, or a sum, in the texts of their fields. */
import type { Denominations } from '../../../core/contract/shift.ts'
import { sumOfDenominations } from '../../../core/fiscal/cash.ts'
import { parseMoney } from '../../../core/fiscal/money.ts'

export interface CountEntry {
  by: 'notes' | 'sum'
  /** How many, by value in cents. */
  notes: Readonly<Record<number, string>>
  sum: string
}

export const emptyCount: CountEntry = { by: 'notes', notes: {}, sum: '' }

/** Digits of a count of one kind of note. */
export const mostDigits = 5

/** Whether the text is a whole number, or nothing yet. */
export const isWhole = (text: string): boolean => new RegExp(`^\\d{0,${mostDigits}}$`).test(text.trim())

/** The counted cash; null: nothing is entered yet, or something is no number. */
export function countedCash(
  { by, notes, sum }: CountEntry,
  values: readonly number[],
): { total: number; input: { sum: number } | { denominations: Denominations } } | null {
  if (by === 'sum') {
    const total = parseMoney(sum)
    return total === null ? null : { total, input: { sum: total } }
  }
  const texts = values.map((value) => ({ value, text: (notes[value] ?? '').trim() }))
  if (texts.every(({ text }) => text === '') || !texts.every(({ text }) => isWhole(text))) return null
  const denominations = texts.map(({ value, text }) => ({ value, count: Number(text) }))
  return { total: sumOfDenominations(denominations), input: { denominations } }
}
