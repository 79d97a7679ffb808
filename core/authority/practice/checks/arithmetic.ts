import { type Body, hundredths, lines, money, text, whole } from '../body.ts'
import type { CallRequest } from '../calls/call.ts'
import { broken, type Refusal } from '../outcome.ts'
import { isTaxType, rates, type Settings, TAX_TYPES } from '../settings.ts'

const halfUp = (dividend: bigint, divisor: bigint): number =>
  Number((2n * dividend + divisor) / (2n * divisor))

/** Price in cents times quantity in hundredths, in cents, rounded half-up. */
export const supplyOf = (price: number, quantity: number): number =>
  halfUp(BigInt(price) * BigInt(quantity), 100n)

/** The taxable part of an amount that includes tax at a whole-percent rate, rounded half-up (authority §6.1, T3). */
export const taxableOf = (amount: number, rate: number): number =>
  halfUp(BigInt(amount) * 100n, 100n + BigInt(rate))

/** Cents per line that the loose checks tolerate: one shilling, because `int()` truncation was accepted. */
const LOOSE_TOLERANCE = 100

/** The arithmetic of a sale or purchase: rates, lines, buckets, totals, in that order (authority §9). */
export function checkTaxedDocument(request: CallRequest): Refusal | undefined {
  const { body, settings, strict } = request
  if (!strict) return checkLoosely(body)
  return checkRates(body, settings) ?? checkLines(body, settings) ?? checkBuckets(body) ?? checkTotals(body)
}

/** The arithmetic of a stock record, which has totals but neither rates nor buckets. */
export function checkStockDocument(request: CallRequest): Refusal | undefined {
  const { body, settings, strict } = request
  return strict ? (checkLines(body, settings) ?? checkTotals(body)) : checkLoosely(body)
}

export function checkLineCount(body: Body): Refusal | undefined {
  const expected = lines(body).length
  const found = whole(body, 'totItemCnt')
  return found === expected ? undefined : broken(`Invalid totItemCnt. Expected: ${expected}, Found: ${found}`)
}

function checkRates(body: Body, settings: Settings): Refusal | undefined {
  const enforced = rates(settings)
  for (const type of TAX_TYPES) {
    if (hundredths(body, `taxRt${type}`) === enforced[type] * 100) continue
    const expected = money(enforced[type] * 100)
    return broken(
      `Validation failed / Rule taxRt${type} failed: Tax rate mismatch. Expected: ${expected}, Found: ${text(body, `taxRt${type}`)}`,
    )
  }
  return undefined
}

function checkLines(body: Body, settings: Settings): Refusal | undefined {
  for (const [index, line] of lines(body).entries()) {
    const refusal = checkLine(line, index + 1, settings)
    if (refusal) return refusal
  }
  return undefined
}

function checkLine(line: Body, position: number, settings: Settings): Refusal | undefined {
  const taxType = text(line, 'taxTyCd')
  if (!isTaxType(taxType)) return broken(`Invalid taxTyCd on item: ${position}`)
  const supply = supplyOf(hundredths(line, 'prc'), hundredths(line, 'qty'))
  const discount =
    settings.discounts === 'deducted' ? hundredths(line, 'dcAmt') + hundredths(line, 'totDcAmt') : 0
  const total = supply - discount
  const taxable = taxableOf(total, rates(settings)[taxType])
  return (
    differs(line, 'splyAmt', { expected: supply, label: 'splyAmnt', position }) ??
    differs(line, 'taxblAmt', { expected: taxable, label: 'taxblAmt', position }) ??
    differs(line, 'taxAmt', { expected: total - taxable, label: 'taxAmt', position }) ??
    differs(line, 'totAmt', { expected: total, label: 'totAmt', position })
  )
}

function checkBuckets(body: Body): Refusal | undefined {
  for (const type of TAX_TYPES) {
    const bucket = lines(body).filter((line) => text(line, 'taxTyCd') === type)
    const refusal =
      differs(body, `taxblAmt${type}`, { expected: sum(bucket, 'taxblAmt') }) ??
      differs(body, `taxAmt${type}`, { expected: sum(bucket, 'taxAmt') })
    if (refusal) return refusal
  }
  return undefined
}

const checkTotals = (body: Body): Refusal | undefined =>
  differs(body, 'totTaxblAmt', { expected: sum(lines(body), 'taxblAmt') }) ??
  differs(body, 'totTaxAmt', { expected: sum(lines(body), 'taxAmt') }) ??
  differs(body, 'totAmt', { expected: sum(lines(body), 'totAmt') })

const sum = (rows: readonly Body[], name: string): number =>
  rows.reduce((total, row) => total + hundredths(row, name), 0)

function differs(
  body: Body,
  name: string,
  check: { expected: number; label?: string; position?: number },
): Refusal | undefined {
  const found = hundredths(body, name)
  if (found === check.expected) return undefined
  const place = check.position === undefined ? '' : ` on item: ${check.position}`
  return broken(
    `Invalid ${check.label ?? name}${place}. Expected: ${money(check.expected)}, But Found: ${money(found)}`,
  )
}

/**
 * Gross, net and mixed amounts were all accepted (`authority §6.1`: T1 to T4), if the totals follow from the lines.
 */
function checkLoosely(body: Body): Refusal | undefined {
  const rows = lines(body)
  const found = Math.abs(hundredths(body, 'totAmt'))
  const plausible = [
    sum(rows, 'totAmt'),
    sum(rows, 'splyAmt'),
    sum(rows, 'taxblAmt') + sum(rows, 'taxAmt'),
    hundredths(body, 'totTaxblAmt') + hundredths(body, 'totTaxAmt'),
  ].map(Math.abs)
  const tolerance = LOOSE_TOLERANCE * (rows.length + 1)
  if (plausible.some((amount) => Math.abs(amount - found) <= tolerance)) return undefined
  return broken(`Invalid totAmt. Expected: ${money(plausible[0] ?? 0)}, But Found: ${money(found)}`)
}
