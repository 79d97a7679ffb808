import type { ItemType } from './codes.ts'

/** The parts of an item code. The authority compares each one with the item's own field. */
export type ItemCodeFields = {
  country: string
  itemType: ItemType
  packageUnit: string
  quantityUnit: string
  sequence: number
}

/** Package units the authority accepts, class 17 (authority §3). */
const packageUnits = new Set(
  (
    'AM BA BC BE BF BG BJ BK BL BQ BR BV BZ CA CH CJ CL CR CS CT CTN CY DR GT HH IZ JR JU JY KZ LZ NT OU PD ' +
    'PG PI PO PU RL RO RZ SK TY VG VL VO VQ VR VT VY ML TN'
  ).split(' '),
)

/** Quantity units of class 10 that fit the two characters the item code has for them (authority §3). */
const quantityUnits = new Set(
  '4B AV BA BE BG BL BX CA CR DR DZ KG LK M2 M3 NO NX PA PG PR RL RO ST TU'.split(' '),
)

const codePattern = /^([A-Z]{2})([123])([A-Z0-9]{2})([A-Z0-9]{2})(\d{7})$/

/**
 * Returns the unit that the authority accepts for an item. Codes of one or three characters (U, L, LTR) do not fit in
 * an item code and become NO, number (`authority §5.1`, `§10`).
 */
export function authorityUnit(unit: string): string {
  return quantityUnits.has(unit) ? unit : 'NO'
}

/**
 * Returns the package that the authority accepts for an item: CTN becomes CT, BX (listed but rejected) becomes CT
 * too, and an unknown one becomes NT (`authority §3`, `§7` no. 30).
 */
export function authorityPackage(unit: string): string {
  if (unit === 'CTN' || unit === 'BX') return 'CT'
  return packageUnits.has(unit) ? unit : 'NT'
}

/**
 * Returns country, item type, package, quantity unit and seven digits: `KE2NTNO0000001` (`authority §5.1`). Units are
 * replaced by accepted ones. The sequence is 1 to 9,999,999.
 */
export function buildItemCode({
  country,
  itemType,
  packageUnit,
  quantityUnit,
  sequence,
}: ItemCodeFields): string {
  const digits = String(sequence).padStart(7, '0')
  return `${country}${itemType}${authorityPackage(packageUnit)}${authorityUnit(quantityUnit)}${digits}`
}

/** Parses an item code; null if it does not have the pattern. */
export function parseItemCode(code: string): ItemCodeFields | null {
  const found = codePattern.exec(code)
  if (!found) return null
  const [, country = '', itemType = '', packageUnit = '', quantityUnit = '', digits = ''] = found
  return { country, itemType: itemType as ItemType, packageUnit, quantityUnit, sequence: Number(digits) }
}

/** Returns true if a code has the pattern and its parts equal the item's fields at the authority. */
export function matchesPattern(code: string, fields: Omit<ItemCodeFields, 'sequence'>): boolean {
  const found = parseItemCode(code)
  return (
    found !== null && found.sequence > 0 && code === buildItemCode({ ...fields, sequence: found.sequence })
  )
}
