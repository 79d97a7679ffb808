import { largestAmount, largestQuantity, multiply, scale } from './money.ts'
import {
  bucketTotals,
  splitTax,
  type TaxRates,
  type TaxSplit,
  type TaxTotals,
  type TaxType,
  taxTypes,
} from './tax.ts'

const wholeInBasisPoints = 10_000
/** A whole unit, hundredths. */
const one = 100

/** A percentage in basis points (1000 is 10 %), or an amount in cents. */
export type Discount = { kind: 'percent'; basisPoints: number } | { kind: 'amount'; cents: number }

/**
 * Quantity in hundredths, unit price in cents including tax. `labelled`: `discount` is the rounding of a scale's
 * label, not a discount by the cashier.
 */
type CartLine = {
  quantity: number
  unitPrice: number
  taxType: TaxType
  discount?: Discount | undefined
  labelled?: boolean | undefined
}

/** `discount` applies to the whole sale, after its lines' discounts. */
export type Cart = {
  lines: readonly CartLine[]
  discount?: Discount | undefined
  rates: TaxRates
}

/** The line sent to the authority: supply is round(unitPrice × quantity), and taxable + tax is supply. Cents. */
export type WireLine = TaxSplit & { quantity: number; unitPrice: number; supply: number }

/** All in cents. `discount` is `ownDiscount` plus `sharedDiscount`, the line's part of the sale's discount. */
type PricedLine = TaxSplit & {
  taxType: TaxType
  labelled: boolean
  gross: number
  ownDiscount: number
  sharedDiscount: number
  discount: number
  total: number
  wireLines: WireLine[]
}

/** `gross` − `discount` = `total` = `taxable` + `tax`, in cents. */
export type PricedCart = TaxTotals & { lines: PricedLine[]; gross: number; discount: number }

/** `Invalid`: not above zero (for a price or discount: below zero), or finer than the unit allows. */
export type CartProblemReason =
  | 'quantityInvalid'
  | 'priceInvalid'
  | 'taxTypeUnknown'
  | 'discountInvalid'
  | 'discountTooLarge'
  | 'amountTooLarge'

/** `line` counts from 0; null means the discount or the total of the whole sale. */
export type CartProblem = { line: number | null; reason: CartProblemReason }

export type CartResult = { ok: true; cart: PricedCart } | { ok: false; problem: CartProblem }

/**
 * Prices a sale. The sale screen and the operation that completes the sale both call this, so that the customer sees
 * what is booked. An empty cart costs nothing.
 *
 * The authority compares supply with price × quantity and has no field for a discount on a whole sale. So Kaunta
 * sends discounted unit prices. If no price with two decimals gives a total, the line is sent as two lines whose unit
 * prices differ by one cent (`authority §6.1` T3, `§6.2`).
 */
export function priceCart({ lines, discount, rates }: Cart): CartResult {
  const opened: OpenLine[] = []
  for (const [index, line] of lines.entries()) {
    const next = openLine(line)
    if (typeof next === 'string') return { ok: false, problem: { line: index, reason: next } }
    opened.push(next)
  }
  const gross = sum(opened.map((line) => line.gross))
  if (gross > largestAmount) return { ok: false, problem: { line: null, reason: 'amountTooLarge' } }
  const nets = opened.map((line) => line.net)
  const whole = discountCents(discount, sum(nets))
  if (typeof whole === 'string') return { ok: false, problem: { line: null, reason: whole } }

  const shares = spread(whole, nets)
  const priced = opened.map((line, index) => priceLine(line, shares[index] ?? 0, rates))
  const totals = bucketTotals(priced)
  return { ok: true, cart: { ...totals, lines: priced, gross, discount: gross - totals.total } }
}

/**
 * Returns true if the discounts exceed `percent` of the sale's gross. Amounts smaller than the price of 0.01 units
 * are rounding residue from scale labels, not a discount. No tolerance is needed: percentages are rounded down, so
 * lines at the limit never exceed it together.
 */
export function takesOffMore(cart: PricedCart, percent: number): boolean {
  return exceeds(takenOff(cart), cart.gross, percent)
}

/** Returns the cents that a person took off; the rounding of a scale's label is not one's own. */
export const takenOff = ({ lines }: Pick<PricedCart, 'lines'>): number =>
  sum(lines.map((line) => line.sharedDiscount + (line.labelled ? 0 : line.ownDiscount)))

/** Returns true if `given` cents exceed `percent` of `gross` cents. */
export const exceeds = (given: number, gross: number, percent: number): boolean =>
  BigInt(given) * 100n > BigInt(gross) * BigInt(percent)

/**
 * Distributes an amount in proportion to weights, by largest remainder: the shares sum up to the cent and none
 * exceeds its weight. `amount` may not exceed the sum of the weights. Cents.
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights)
  if (amount === 0 || all === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const product = BigInt(weight) * BigInt(amount)
    return { index, share: Number(product / BigInt(all)), remainder: Number(product % BigInt(all)) }
  })
  const left = amount - sum(shares.map((part) => part.share))
  const byRemainder = shares.toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const part of byRemainder.slice(0, left)) part.share += 1
  return shares.map((part) => part.share)
}

/** A line after its own discount and before its share of the sale's. */
type OpenLine = { line: CartLine; gross: number; own: number; net: number }

function openLine(line: CartLine): OpenLine | CartProblemReason {
  const { quantity, unitPrice } = line
  if (!Number.isInteger(quantity) || quantity <= 0) return 'quantityInvalid'
  if (!Number.isInteger(unitPrice) || unitPrice < 0) return 'priceInvalid'
  if (!taxTypes.includes(line.taxType)) return 'taxTypeUnknown'
  if (quantity > largestQuantity || unitPrice > largestAmount) return 'amountTooLarge'
  const gross = multiply(unitPrice, quantity)
  if (gross > largestAmount) return 'amountTooLarge'
  const own = discountCents(line.discount, gross)
  return typeof own === 'string' ? own : { line, gross, own, net: gross - own }
}

function discountCents(discount: Discount | undefined, amount: number): number | CartProblemReason {
  if (!discount) return 0
  const size = discount.kind === 'amount' ? discount.cents : discount.basisPoints
  if (!Number.isInteger(size) || size < 0) return 'discountInvalid'
  if (size > (discount.kind === 'amount' ? amount : wholeInBasisPoints)) return 'discountTooLarge'
  if (discount.kind === 'amount') return size
  // Rounded down: 10 % on many small lines must not exceed 10 % of the sale.
  return Number((BigInt(amount) * BigInt(size)) / BigInt(wholeInBasisPoints))
}

function priceLine({ line, gross, own, net }: OpenLine, shared: number, rates: TaxRates): PricedLine {
  const total = net - shared
  const wireLines = wireLinesOf(line, total, rates[line.taxType])
  return {
    taxType: line.taxType,
    labelled: line.labelled === true,
    gross,
    ownDiscount: own,
    sharedDiscount: shared,
    discount: own + shared,
    total,
    taxable: sum(wireLines.map((wire) => wire.taxable)),
    tax: sum(wireLines.map((wire) => wire.tax)),
    wireLines,
  }
}

type Piece = { quantity: number; unitPrice: number }

/**
 * Returns true if the exact product ends in half a cent. An authority that uses floating point rounds such a product
 * down, Kaunta rounds it up, and the authority rejects the line: 153.23 × 0.5 is 76.615.
 */
const isTie = ({ quantity, unitPrice }: Piece): boolean =>
  (BigInt(quantity) * BigInt(unitPrice)) % 100n === 50n

/** How many hundredths {@link wirePrices} moves between its two pieces to avoid half a cent. */
const tieMoves = 4

/**
 * Returns prices and quantities whose rounded products sum up to `total`, with the line's quantity in sum. One piece
 * if a price gives the total. Otherwise `dearer` hundredths cost one cent more, so that the exact products sum up to
 * the total. A piece whose product ends in half a cent is used only if there is no other way. With whole units
 * `dearer` is whole units too, and no product ends in half a cent.
 */
export function wirePrices(line: Piece, total: number): Piece[] {
  if (multiply(line.unitPrice, line.quantity) === total && !isTie(line)) return [line]
  const { quantity, unitPrice } = line
  const cheap = Number((BigInt(total) * 100n) / BigInt(quantity))
  const ways: Piece[][] = [unitPrice, cheap, cheap + 1].map((price) => [{ quantity, unitPrice: price }])
  const exact = Number(BigInt(total) * 100n - BigInt(cheap) * BigInt(quantity))
  for (let move = 0; move <= tieMoves; move += 1) {
    for (const dearer of move === 0 ? [exact] : [exact - move, exact + move]) {
      if (dearer <= 0 || dearer >= quantity) continue
      ways.push([
        { quantity: quantity - dearer, unitPrice: cheap },
        { quantity: dearer, unitPrice: cheap + 1 },
      ])
    }
  }
  const right = ways.filter(
    (way) => sum(way.map((piece) => multiply(piece.unitPrice, piece.quantity))) === total,
  )
  return right.find((way) => !way.some(isTie)) ?? (right[0] as Piece[])
}

/** Returns the lines that the authority gets for one line of ours: {@link wirePrices} with their tax at `ratePercent`. */
export function wireLinesOf(line: Piece, total: number, ratePercent: number): WireLine[] {
  return wirePrices(line, total).map(({ quantity, unitPrice }) => {
    const supply = multiply(unitPrice, quantity)
    return { quantity, unitPrice, supply, ...splitTax(supply, ratePercent) }
  })
}

/** How many sizes of the second part, and prices around the mean, {@link partedPrices} tries. */
const partSizes = 60
const pricesTried = 25

/**
 * Returns two prices as in {@link wirePrices}, for parts whose rounded taxable amounts sum up to `taxable`; undefined
 * if there are none near the mean price. With whole units the parts are whole units.
 */
export function partedPrices(
  quantity: number,
  { total, taxable }: { total: number; taxable: number },
  ratePercent: number,
): Piece[] | undefined {
  const mean = Number((BigInt(total) * 100n) / BigInt(quantity))
  const isWhole = quantity % one === 0
  let tied: Piece[] | undefined
  for (let size = 0; size < partSizes; size++) {
    const second = isWhole ? (size + 1) * one : one - size
    const first = quantity - second
    if (first <= 0 || second <= 0) continue
    for (let tried = 0; tried < pricesTried; tried++) {
      // 0, 1, −1, 2, −2 … cents off.
      const price = mean + (tried % 2 === 0 ? -tried / 2 : (tried + 1) / 2)
      const supply = multiply(price, first)
      const rest = total - supply
      const last = scale(rest, one, second)
      if (price < 0 || last < 0 || multiply(last, second) !== rest) continue
      if (splitTax(supply, ratePercent).taxable + splitTax(rest, ratePercent).taxable !== taxable) continue
      const way = [
        { quantity: first, unitPrice: price },
        { quantity: second, unitPrice: last },
      ]
      if (!way.some(isTie)) return way
      tied ??= way
    }
  }
  return tied
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
