/** What a person enters for a bulk change. Pure. */
import type { BulkChange, ImportField, Rounding } from '../../../../core/contract/import.ts'
import type { Item } from '../../../../core/contract/item.ts'

export const kinds = ['percent', 'amount', 'taxType', 'category', 'lowStock'] as const

export interface BulkForm {
  kind: BulkChange['kind']
  direction: 'up' | 'down'
  /** Hundredths of a percent, and cents; null: not a number yet. */
  percent: number | null
  amount: number | null
  rounding: Rounding
  taxType: Item['taxType'] | null
  category: string
  /** Hundredths. */
  lowStock: number | null
}

export const emptyForm: BulkForm = {
  kind: 'percent',
  direction: 'up',
  percent: null,
  amount: null,
  rounding: 'one',
  taxType: null,
  category: '',
  lowStock: null,
}

export const fieldOf: Record<BulkChange['kind'], ImportField> = {
  percent: 'price',
  amount: 'price',
  taxType: 'taxType',
  category: 'category',
  lowStock: 'lowStock',
}

/** Null while something is missing, or nothing would change. */
export const changeOf = (form: BulkForm): BulkChange | null => {
  const { kind, direction, percent, amount, rounding, taxType, category, lowStock } = form
  const sign = direction === 'up' ? 1 : -1
  switch (kind) {
    case 'percent':
      return percent === null || percent <= 0 ? null : { kind, percent: sign * percent, rounding }
    case 'amount':
      return amount === null || amount <= 0 ? null : { kind, amount: sign * amount, rounding }
    case 'taxType':
      return taxType === null ? null : { kind, taxType }
    case 'category':
      return { kind, category: category.trim() || null }
    case 'lowStock':
      return lowStock !== null && lowStock < 0 ? null : { kind, lowStock }
  }
}
