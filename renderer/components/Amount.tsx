import { formatMoney, formatQuantity } from '../../core/fiscal/money.ts'

/** Cents as `1,234.50`; below zero with a true minus. */
export const money = (cents: number): string => formatMoney(cents).replace('-', '−')

/** Hundredths of a unit as `2` or `0.75`. */
export const quantity = (hundredths: number): string => formatQuantity(hundredths).replace('-', '−')
