/** What shelf labels are printed on, and the price of a whole kilogramme or litre. */

/** Millimetres. A label of a roll is a page of its own; a sheet is A4. */
export interface LabelFormat {
  width: number
  height: number
  sheet: { columns: number; rows: number; left: number; top: number; gap: number } | null
}

export const labelFormats = {
  sheet70x37: { width: 70, height: 37, sheet: { columns: 3, rows: 8, left: 0, top: 0.5, gap: 0 } },
  sheet52x29: { width: 52.5, height: 29.7, sheet: { columns: 4, rows: 10, left: 0, top: 0, gap: 0 } },
  sheet38x21: { width: 38.1, height: 21.2, sheet: { columns: 5, rows: 13, left: 4.75, top: 10.7, gap: 2.5 } },
  roll58x40: { width: 58, height: 40, sheet: null },
  roll50x30: { width: 50, height: 30, sheet: null },
  roll40x25: { width: 40, height: 25, sheet: null },
} as const satisfies Record<string, LabelFormat>

export type LabelFormatName = keyof typeof labelFormats
export const labelFormatNames = Object.keys(labelFormats) as [LabelFormatName, ...LabelFormatName[]]

/** Labels on a sheet; 1 for a roll. */
export function labelsPerPage({ sheet }: LabelFormat): number {
  return sheet ? sheet.columns * sheet.rows : 1
}

/** Units of weight and volume: how many make a kilogramme or a litre. */
const measures: Record<string, { per: 'kg' | 'l'; units: number }> = {
  KG: { per: 'kg', units: 1 },
  GRM: { per: 'kg', units: 1000 },
  L: { per: 'l', units: 1 },
  LTR: { per: 'l', units: 1 },
}

/** Returns the price of a kilogramme or a litre, cents; null for goods that are sold by the piece. */
export function priceOfMeasure(
  price: number,
  quantityUnit: string,
): { price: number; per: 'kg' | 'l' } | null {
  const measure = measures[quantityUnit]
  return measure ? { price: price * measure.units, per: measure.per } : null
}
