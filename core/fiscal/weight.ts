import { roundHalfUp } from './money.ts'

/** Grams in one unit of goods that a scale weighs. */
const gramsPerUnit: Record<string, number> = { KG: 1000, GRM: 1 }

export const isWeighed = (unit: string): boolean => unit in gramsPerUnit

/**
 * Returns hundredths of the unit, rounded half up as those of a scale's label: 255 g are 26 hundredths of a kilogramme.
 * null: not sold by weight, or less than half a hundredth.
 */
export function quantityOfGrams(grams: number, unit: string): number | null {
  const perUnit = gramsPerUnit[unit]
  if (perUnit === undefined) return null
  return roundHalfUp(grams * 100, perUnit) || null
}
