/** Series of numbers at the authority. */
import type { Submission } from '../../db/profile/submissions.ts'

/** Returns the series of the row's number at the authority; null for rows without a number (`authority §5.2`). */
export const counterOf = (row: Pick<Submission, 'kind'>): string | null => {
  if (row.kind === 'sale' || row.kind === 'creditNote') return 'authority.sales'
  if (row.kind === 'stockRecord') return 'authority.stock'
  if (row.kind === 'purchase') return 'authority.purchases'
  return null
}

/** Only sales and credit notes can be queried by their number (`authority §1.4`, no. 21). */
export const canLookUp = (row: Pick<Submission, 'kind'>): boolean => counterOf(row) === 'authority.sales'
