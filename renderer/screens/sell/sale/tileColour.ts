import { type TileColour, tileColours } from '../../../../core/contract/bounds.ts'
import type { Item } from '../../../../core/contract/item.ts'

/** The colour of a category for which nobody chose one: by its name, so that it never changes. */
const usualColour = (category: string): TileColour | undefined => {
  let sum = 0
  for (const letter of category) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return tileColours[sum % tileColours.length]
}

export type ChosenColours = Partial<Record<string, TileColour>>

export const colourOfCategory = (category: string, chosen: ChosenColours): TileColour | undefined =>
  chosen[category] ?? usualColour(category)

/** An item's own colour, or that of its category; undefined: it has neither. */
export const colourOfItem = (
  { colour, category }: Pick<Item, 'colour' | 'category'>,
  chosen: ChosenColours,
): TileColour | undefined => colour ?? (category === null ? undefined : colourOfCategory(category, chosen))
