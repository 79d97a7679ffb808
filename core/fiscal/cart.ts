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
 * Quantity in hundredths, unit price in cents with the tax in it. `labelled`: `discount` is the rounding of a scale's
 * label, not a gift.
 */
type CartLine = {
  quantity: number
  unitPrice: number
  taxType: TaxType
  discount?: Discount | undefined
  labelled?: boolean | undefined
}

/** `discount` is given on the whole sale, after the discounts of its lines. */
export type Cart = {
  lines: readonly CartLine[]
  discount?: Discount | undefined
  rates: TaxRates
}

/** What the authority is told: supply is round(unitPrice × quantity), and taxable + tax is supply. Cents. */
type WireLine = TaxSplit & { quantity: number; unitPrice: number; supply: number }

/** All in cents. `discount` is `ownDiscount` and `sharedDiscount`, the line's part of the sale's discount. */
export type PricedLine = TaxSplit & {
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

/** `Invalid` is not above zero (a price or discount: below zero) or finer than the unit allows. */
export type CartProblemReason =
  | 'quantityInvalid'
  | 'priceInvalid'
  | 'taxTypeUnknown'
  | 'discountInvalid'
  | 'discountTooLarge'
  | 'amountTooLarge'

/** `line` counts from 0; null is the discount or the total of the whole sale. */
export type CartProblem = { line: number | null; reason: CartProblemReason }

export type CartResult = { ok: true; cart: PricedCart } | { ok: false; problem: CartProblem }

/**
 * Prices a sale. The sale screen and the operation that completes the sale both call this, so what the
 * customer saw is what is booked. An empty cart costs nothing.
 *
 * The authority compares supply with price × quantity and has no room for the discount of a whole sale,
 * so it is told discounted unit prices; a total that no price of two decimals hits goes in two wire
 * lines, one cent of unit price apart (authority §6.1 T3, §6.2).
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
 * Returns whether the discounts are above `percent` of the sale's gross. The rounding of a scale's label does not count.
 * There is no tolerance: percentages are rounded down, so lines at the limit never add up to more.
 */
export function takesOffMore({ lines, gross }: PricedCart, percent: number): boolean {
  const given = lines.map((line) => line.sharedDiscount + (line.labelled ? 0 : line.ownDiscount))
  return exceeds(sum(given), gross, percent)
}

/** Returns whether `given` cents are more than `percent` of `gross` cents. */
export const exceeds = (given: number, gross: number, percent: number): boolean =>
  BigInt(given) * 100n > BigInt(gross) * BigInt(percent)

/**
 * Spreads an amount over weights in proportion, by largest remainder: the shares add up to the cent and
 * none is larger than its weight. `amount` may not be above the sum of the weights. Cents.
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
  // Rounded down: 10 % on many small lines must not add up to more than 10 % of the sale.
  return Number((BigInt(amount) * BigInt(size)) / BigInt(wholeInBasisPoints))
}

function priceLine({ line, gross, own, net }: OpenLine, shared: number, rates: TaxRates): PricedLine {
  const total = net - shared
  const wireLines = wirePrices(line, total).map(({ quantity, unitPrice }) => {
    const supply = multiply(unitPrice, quantity)
    return { quantity, unitPrice, supply, ...splitTax(supply, rates[line.taxType]) }
  })
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
 * Returns whether the exact product ends in half a cent. An authority that computes in floating point rounds such a
 * product down where we round it up, and refuses the line: 153.23 × 0.5 is 76.615.
 */
const isTie = ({ quantity, unitPrice }: Piece): boolean =>
  (BigInt(quantity) * BigInt(unitPrice)) % 100n === 50n

/** How many hundredths {@link wirePrices} moves between its two pieces to avoid half a cent. */
const tieMoves = 4

/**
 * Returns prices and quantities whose products, each rounded, add up to `total`, while the quantities add up to the
 * line's. One piece where a price hits the total; else `dearer` hundredths cost one cent more, so that the exact products
 * add up to the total. A piece whose product ends in half a cent is used only where there is no other way.
 * Of whole units `dearer` is whole units too, and no product ends so.
 */
export function wirePrices({ quantity, unitPrice }: Piece, total: number): Piece[] {
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

/** In how many sizes of the second part, and how many prices about the mean, {@link partedPrices} looks. */
const partSizes = 60
const pricesTried = 25

/**
 * Two prices as of {@link wirePrices}, of parts whose taxable amounts, each rounded, add up to `taxable`; undefined where
 * there are none near the mean price. Of whole units the parts are whole units.
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
