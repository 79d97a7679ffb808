/** Amounts of other software: accepted as given, and put into the one form that a strict authority accepts. */

import type { SaleLine } from '../../contract/callerSale.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { partedPrices, wirePrices } from '../../fiscal/cart.ts'
import { centsFromWire, multiply } from '../../fiscal/money.ts'
import { splitTax } from '../../fiscal/tax.ts'
import type { SalePayload } from '../../queue/records.ts'
import { invalid } from '../failures.ts'

type WireAmounts = Pick<
  SalePayload['lines'][number],
  'quantity' | 'unitPrice' | 'supply' | 'discountRate' | 'discount' | 'taxable' | 'tax' | 'total'
>

/** Cents and hundredths. `quantity` × `unitPrice` − `discount` = `total`, including VAT. */
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
/** The same in cents. */
const largestCents = 1e15

/** Parses a quantity with at most two decimals, as the authority accepts it. Returns hundredths. */
export const callerQuantity = (field: string, value: number): Reply<number> => {
  const hundredths = centsFromWire(value)
  return hundredths === null || hundredths === 0 || Math.abs(hundredths / 100 - value) > 1e-6
    ? invalid(field, String(value), 'a number with at most two decimals')
    : ok(hundredths)
}

/** Parses an amount in shillings and rounds it to cents. */
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
type AmountsOfLine = Pick<SaleLine, 'qty' | (typeof wireNames)[keyof typeof wireNames]>

const amountsOf = (line: AmountsOfLine, field: string): Reply<Amounts> => {
  const amounts: Partial<Amounts> = {}
  for (const name of Object.keys(wireNames) as (keyof Amounts)[]) {
    const wire = wireNames[name]
    const cents = callerAmount(`${field}.${wire}`, line[wire])
    if (!cents.ok) return cents
    amounts[name] = cents.data
  }
  return ok(amounts as Amounts)
}

type Given = Pick<CallerLine, 'quantity' | 'unitPrice'>

/** The displayed line is never above price × quantity. */
const shownOf = (given: Given, total: number) => {
  const isEnough = multiply(given.unitPrice, given.quantity) >= total
  const unitPrice = isEnough
    ? given.unitPrice
    : (wirePrices(given, total).at(-1)?.unitPrice ?? given.unitPrice)
  return {
    quantity: given.quantity,
    unitPrice,
    discount: multiply(unitPrice, given.quantity) - total,
  }
}

const wireOf = (pieces: Given[], ratePercent: number): WireAmounts[] =>
  pieces.map((part) => {
    const supply = multiply(part.unitPrice, part.quantity)
    return { ...part, supply, discountRate: 0, discount: 0, ...splitTax(supply, ratePercent), total: supply }
  })

const taxableOf = (wire: WireAmounts[]) => wire.reduce((sum, part) => sum + part.taxable, 0)

/**
 * Settles a line whose total, taxable amount and tax are given. The authority wants price × quantity to be the total,
 * with a unit price that includes tax and discount (`authority §6.1` T3, `§6.2`). So a price before tax or discount
 * is replaced. If no price with two decimals gives the total, the line is sent as two, whose rounded taxes sum up to
 * the line's tax. A total that differs from its parts is sent unchanged; the authority decides.
 */
const settleLine = (
  given: Given,
  { discountRate, discount, ...amounts }: Omit<Amounts, 'unitPrice'>,
  ratePercent: number,
): CallerLine => {
  const near = wirePrices(given, amounts.total)
  const shown = shownOf(given, amounts.total)
  const [piece] = near
  if (piece && near.length === 1) {
    const wire = [{ ...piece, supply: amounts.total, discountRate: 0, discount: 0, ...amounts }]
    return { ...shown, ...amounts, wire }
  }
  const wire = wireOf(near, ratePercent)
  const off = Math.abs(taxableOf(wire) - amounts.taxable)
  if (amounts.taxable + amounts.tax !== amounts.total || off > 1) {
    const supply = multiply(given.unitPrice, given.quantity)
    const asGiven = { ...given, supply, discountRate, discount, ...amounts }
    return { ...shown, ...amounts, wire: [asGiven] }
  }
  if (off === 0) return { ...shown, ...amounts, wire }
  // Rounded per part, the tax is a cent off. Other parts give the right tax.
  const others = wireOf(partedPrices(given.quantity, amounts, ratePercent) ?? near, ratePercent)
  const taxable = taxableOf(others)
  return { ...shown, ...amounts, taxable, tax: amounts.total - taxable, wire: others }
}

/**
 * Settles a part of a line with amounts of our own. The authority taxes each line by its own price (`authority §6.1`
 * T3), so another taxable amount is sent as two lines. If no two lines fit (one piece, a few grams), the line keeps
 * the authority's tax: a cent of tax does not justify a fraction of a piece.
 */
export const settlePart = (
  given: Given,
  amounts: Pick<CallerLine, 'total' | 'taxable'>,
  ratePercent: number,
): CallerLine => {
  const near = wireOf(wirePrices(given, amounts.total), ratePercent)
  const others =
    taxableOf(near) === amounts.taxable ? undefined : partedPrices(given.quantity, amounts, ratePercent)
  const wire = others ? wireOf(others, ratePercent) : near
  const taxable = taxableOf(wire)
  return {
    ...shownOf(given, amounts.total),
    total: amounts.total,
    taxable,
    tax: amounts.total - taxable,
    wire,
  }
}

/** A line of `spec 2.5`, as {@link settleLine} returns it. Taxable amount, tax and total are the caller's. */
export const callerLine = (line: AmountsOfLine, field: string, ratePercent: number): Reply<CallerLine> => {
  const quantity = callerQuantity(`${field}.qty`, line.qty)
  if (!quantity.ok) return quantity
  const read = amountsOf(line, field)
  if (!read.ok) return read
  const { unitPrice, ...amounts } = read.data
  if (multiply(unitPrice, quantity.data) >= largestCents)
    return invalid(`${field}.prc`, String(line.prc), `${largest} when it is multiplied by qty`)
  return ok(settleLine({ quantity: quantity.data, unitPrice }, amounts, ratePercent))
}
