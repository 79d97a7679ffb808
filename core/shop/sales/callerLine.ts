/** Amounts of other software: taken as given, and put into the one form that a strict authority takes. */

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
/** The same in cents. */
const largestCents = 1e15

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

/** The line as it is shown: never for more than price × quantity. */
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
 * A line whose total, taxable amount and tax are given. The authority wants a unit price that includes tax and
 * discount, so that price × quantity is the total (authority §6.1 T3, §6.2): a price before tax or before discount is
 * replaced by that one. Where no price of two decimals makes the total, the line goes in two whose tax, each rounded, is the
 * line's; a total that is not what its parts add up to goes as it is, for the authority to judge.
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
  // Rounded part by part the tax is a cent off the line's: other parts make it.
  const others = wireOf(partedPrices(given.quantity, amounts, ratePercent) ?? near, ratePercent)
  const taxable = taxableOf(others)
  return { ...shown, ...amounts, taxable, tax: amounts.total - taxable, wire: others }
}

/**
 * A part of a line over amounts of our own. The authority wants each line taxed by its own price (authority §6.1 T3), so a
 * taxable amount beside that goes in two lines which add up to it. Where there are no two, as of one piece or a few grams,
 * its own tax stands: nobody sees a fraction of a piece for a cent of tax.
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

/** A line of `spec 2.5`, as {@link settleLine} puts it. What is taxed, the tax and the total are the caller's. */
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
