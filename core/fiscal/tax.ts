import { scale } from './money.ts'

/** The authority's tax letters, in the order of its tables and of every receipt (`authority §3`, class 04). */
export const taxTypes = ['A', 'B', 'C', 'D', 'E'] as const

/** A exempt, B standard rate, C zero rate, D outside VAT, E reduced rate. */
export type TaxType = (typeof taxTypes)[number]

/** Rate of each tax letter in percent. The authority's table decides; E is 0 or 8 by environment. */
export type TaxRates = Record<TaxType, number>

/** The statutory rates, used until the authority's own table was fetched. */
export const defaultTaxRates: TaxRates = { A: 0, B: 16, C: 0, D: 0, E: 8 }

/** Cents without tax, and cents of tax. */
export type TaxSplit = { taxable: number; tax: number }

export type TaxBuckets = Record<TaxType, TaxSplit>

/** Totals of all five letters, zero where nothing was sold, and their sums, in cents. */
export type TaxTotals = TaxSplit & { buckets: TaxBuckets; total: number }

/**
 * Splits an amount that includes tax: taxable = round(total / (1 + rate)), and the tax is the difference, so that
 * both always sum up (`authority §6.1` T3, `§6.3` trap 4). Cents; percent.
 */
export function splitTax(total: number, ratePercent: number): TaxSplit {
  const basisPoints = Math.round(ratePercent * 100)
  const taxable = scale(total, 10_000, 10_000 + basisPoints)
  return { taxable, tax: total - taxable }
}

/** Sums up the lines of each tax letter. The authority compares its headers with exactly these sums. */
export function bucketTotals(lines: readonly (TaxSplit & { taxType: TaxType })[]): TaxTotals {
  const buckets: TaxBuckets = { A: empty(), B: empty(), C: empty(), D: empty(), E: empty() }
  let taxable = 0
  let tax = 0
  for (const line of lines) {
    const bucket = buckets[line.taxType]
    bucket.taxable += line.taxable
    bucket.tax += line.tax
    taxable += line.taxable
    tax += line.tax
  }
  return { buckets, taxable, tax, total: taxable + tax }
}

function empty(): TaxSplit {
  return { taxable: 0, tax: 0 }
}
