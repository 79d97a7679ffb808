/** Amounts of other software: taken as given, and put into the one form that a strict authority takes. */
import { ok, type Reply } from '../../contract/errors.ts'
import type { SaleLine } from '../../contract/sale.ts'
import { wirePrices } from '../../fiscal/cart.ts'
import { centsFromWire, multiply } from '../../fiscal/money.ts'
import { splitTax } from '../../fiscal/tax.ts'
import type { SalePayload } from '../../queue/records.ts'
import { invalid } from '../failures.ts'

type WireAmounts = Pick<
  SalePayload['lines'][number],
  'quantity' | 'unitPrice' | 'supply' | 'discountRate' | 'discount' | 'taxable' | 'tax' | 'total'
>

/** Cents and hundredths. `quantity` × `unitPrice` − `discount` = `total`, VAT inclusive. */
export interface CallerLine {
  quantity: number
  unitPrice: number
  discount: number
  taxable: number
  tax: number
  total: number
  wire: WireAmounts[]
}

const largest = 'an amount below 10,000,000,000,000'

/** A quantity of at most two decimals, as the authority takes it; hundredths. */
export const callerQuantity = (field: string, value: number): Reply<number> => {
  const hundredths = centsFromWire(value)
  return hundredths === null || hundredths === 0 || Math.abs(hundredths / 100 - value) > 1e-6
    ? invalid(field, String(value), 'a number with at most two decimals')
    : ok(hundredths)
}

/** An amount in shillings, rounded to the cent as written; cents. */
export const callerAmount = (field: string, value: number | null | undefined): Reply<number> => {
  const cents = centsFromWire(value ?? 0)
  return cents === null ? invalid(field, String(value), largest) : ok(cents)
}

const wireNames = {
  unitPrice: 'prc',
  discountRate: 'dcRt',
  discount: 'dcAmt',
  taxable: 'taxblAmt',
  tax: 'taxAmt',
  total: 'totAmt',
} as const
type Amounts = Record<keyof typeof wireNames, number>

const amountsOf = (line: SaleLine, field: string): Reply<Amounts> => {
  const amounts: Partial<Amounts> = {}
  for (const [name, wire] of Object.entries(wireNames) as [keyof Amounts, keyof SaleLine][]) {
    const cents = callerAmount(`${field}.${String(wire)}`, line[wire] as number | null | undefined)
    if (!cents.ok) return cents
    amounts[name] = cents.data
  }
  return ok(amounts as Amounts)
}

/**
 * A line of `spec 2.5`. What is taxed, the tax and the total go on as the caller gives them. The authority wants a unit
 * price that includes tax and discount, so that price × quantity is the total (authority §6.1 T3, §6.2): a caller's
 * price before tax or before discount is replaced by that one. Where no price of two decimals makes the total, the line
 * goes in two, as the till's own do; a total that is not what its parts add up to goes as it is, for the authority to judge.
 */
export const callerLine = (line: SaleLine, field: string, ratePercent: number): Reply<CallerLine> => {
  const quantity = callerQuantity(`${field}.qty`, line.qty)
  if (!quantity.ok) return quantity
  const read = amountsOf(line, field)
  if (!read.ok) return read
  const { unitPrice: price, discountRate, discount, ...amounts } = read.data
  const given = { quantity: quantity.data, unitPrice: price }
  const gross = multiply(given.unitPrice, given.quantity)
  const pieces = wirePrices(given, amounts.total)
  const unitPrice = gross >= amounts.total ? given.unitPrice : (pieces.at(-1)?.unitPrice ?? given.unitPrice)
  const shown = {
    quantity: given.quantity,
    unitPrice,
    discount: multiply(unitPrice, given.quantity) - amounts.total,
  }
  const [piece] = pieces
  if (piece && pieces.length === 1) {
    const wire = [{ ...piece, supply: amounts.total, discountRate: 0, discount: 0, ...amounts }]
    return ok({ ...shown, ...amounts, wire })
  }
  const wire = pieces.map((part) => {
    const supply = multiply(part.unitPrice, part.quantity)
    return { ...part, supply, discountRate: 0, discount: 0, ...splitTax(supply, ratePercent), total: supply }
  })
  const split = wire.reduce((sum, part) => sum + part.taxable, 0)
  const adds = amounts.taxable + amounts.tax === amounts.total && Math.abs(split - amounts.taxable) <= 1
  if (adds) return ok({ ...shown, ...amounts, taxable: split, tax: amounts.total - split, wire })
  const asGiven = { ...given, supply: gross, discountRate, discount, ...amounts }
  return ok({ ...shown, ...amounts, wire: [asGiven] })
}
