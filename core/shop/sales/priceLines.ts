/** Prices the lines of a till's sale, and says which acts it takes to sell them so. */
import { itemsToSell, type SoldItem } from '../../../db/profile/items.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { readPriceLabel, type ScaleRule } from '../../fiscal/barcode.ts'
import { type CartProblem, type PricedCart, priceCart, takenOff, takesOffMore } from '../../fiscal/cart.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { multiply } from '../../fiscal/money.ts'
import type { TaxRates } from '../../fiscal/tax.ts'
import type { Wanted } from '../acts/mayAct.ts'
import type { ShopContext } from '../context.ts'
import { isService } from '../items/isService.ts'
import { discountNeedsManager, priceNeedsManager } from './cashierLimits.ts'

type Input = Pick<ParsedInputOf<'sale.complete'>, 'lines' | 'discount' | 'requestId'>

const problems: Record<CartProblem['reason'], string> = {
  quantityInvalid: 'has a quantity that cannot be sold',
  priceInvalid: 'has a price that cannot be sold at',
  taxTypeUnknown: 'has a tax letter that does not exist',
  discountInvalid: 'has a discount that cannot be given',
  discountTooLarge: 'has a discount larger than its price',
  amountTooLarge: 'is larger than the till allows',
}

const problemFields: Partial<Record<CartProblem['reason'], string>> = {
  quantityInvalid: '.quantity',
  priceInvalid: '.unitPrice',
  discountInvalid: '.discount',
  discountTooLarge: '.discount',
}

const cartFailure = ({ line, reason }: CartProblem) => {
  const whole = reason === 'amountTooLarge' ? 'lines' : 'discount'
  const field = line === null ? whole : `lines[${line}]${problemFields[reason] ?? ''}`
  return fail(
    '003',
    `cart.${reason}`,
    `${line === null ? 'The sale' : `Line ${line + 1}`} ${problems[reason]}.`,
    { field, params: { line: (line ?? -1) + 1 } },
  )
}

/** Returns the lines' present items. */
const itemsOf = ({ db }: ShopContext, lines: Input['lines']): Reply<SoldItem[]> => {
  const items: SoldItem[] = []
  const known = itemsToSell(
    db,
    lines.map(({ itemId }) => itemId),
  )
  for (const [index, line] of lines.entries()) {
    const item = known.get(line.itemId)
    if (item?.active !== 1) {
      return fail(
        '005',
        'item.notFound',
        `Line ${index + 1} is of an item that is not sold any more. Remove it.`,
        { field: `lines[${index}].itemId`, params: { code: item?.code ?? line.itemId } },
      )
    }
    items.push(item)
  }
  return ok(items)
}

/** Returns whether quantity and discount are those of the scale's label that the line names; the cashier chose neither. */
const isAsLabelled = (item: SoldItem, line: Input['lines'][number], rules: readonly ScaleRule[]): boolean => {
  if (line.label === undefined || line.unitPrice !== undefined || line.discount?.kind !== 'amount')
    return false
  const label = readPriceLabel(
    line.label,
    { code: item.code, barcode: item.barcode, unitPrice: item.price },
    rules,
  )
  return label?.quantity === line.quantity && label.discount === line.discount.cents
}

/** Prices other than the items': one act with the sum of the differences. */
const changedPrices = (items: SoldItem[], { lines, requestId }: Input): Wanted[] => {
  const differences = lines.map(({ unitPrice, quantity }, index) => {
    const { price } = items[index] as SoldItem
    return unitPrice === undefined ? 0 : multiply(Math.abs(unitPrice - price), quantity)
  })
  const first = lines.findIndex(
    ({ unitPrice }, index) => (unitPrice ?? items[index]?.price) !== items[index]?.price,
  )
  if (first < 0) return []
  const amount = differences.reduce((sum, each) => sum + each, 0)
  const refused = priceNeedsManager(`lines[${first}].unitPrice`)
  return [{ act: 'priceChange', amount, document: requestId, refused }]
}

/** `silentSince`: other tills may have sold or received some since the hub answered last. */
const notEnough = (name: string, field: string, silentSince: number | null) => {
  if (silentSince === null)
    return fail(
      '003',
      'sale.belowStock',
      `There is not enough "${name}" in stock. Record the received goods first, or remove the line.`,
      { field, params: { name } },
    )
  const at = `${toPaperDate(silentSince)} ${toPaperTime(silentSince).slice(0, 5)}`
  return fail(
    '003',
    'sale.belowStockSince',
    `There is not enough "${name}" in stock, as the hub said last at ${at}. Record the received goods first, or remove the line.`,
    { field, params: { name, at } },
  )
}

/** Goods that exceed the stock on hand (TIS 6.29, `authority §4.6`): one act with their price. */
const shortage = ({ profile }: ShopContext, items: SoldItem[], { lines, requestId }: Input): Wanted[] => {
  const left = new Map<number, number>()
  let amount = 0
  let first: { name: string; index: number } | undefined
  for (const [index, item] of items.entries()) {
    if (isService(item)) continue
    const { quantity, unitPrice = item.price } = lines[index] as Input['lines'][number]
    const before = left.get(item.id) ?? item.on_hand
    left.set(item.id, before - quantity)
    if (before >= quantity) continue
    first ??= { name: item.name, index }
    amount += multiply(unitPrice, Math.min(quantity, quantity - before))
  }
  if (!first) return []
  const { name, index } = first
  const { link } = profile.link.state()
  const refused = notEnough(name, `lines[${index}].quantity`, link?.silentSince ?? null)
  return [{ act: 'belowStock', amount, document: requestId, refused }]
}

export interface PricedSale {
  /** The present item of each line. */
  items: SoldItem[]
  priced: PricedCart
  rates: TaxRates
  /** For `mayAct`. */
  acts: Wanted[]
}

/** Call it inside the transaction that stores the sale. */
export const priceLines = (context: ShopContext, input: Input): Reply<PricedSale> => {
  const { profile } = context
  const items = itemsOf(context, input.lines)
  if (!items.ok) return items
  const rates = profile.taxRates()
  const { blockBelowStock, cashierDiscount, scaleRules } = profile.settings()
  const priced = priceCart({
    lines: input.lines.map((line, index) => {
      const item = items.data[index] as SoldItem
      return {
        quantity: line.quantity,
        unitPrice: line.unitPrice ?? item.price,
        taxType: item.tax_type,
        discount: line.discount,
        labelled: isAsLabelled(item, line, scaleRules),
      }
    }),
    discount: input.discount,
    rates,
  })
  if (!priced.ok) return cartFailure(priced.problem)
  const acts = [
    ...changedPrices(items.data, input),
    ...(takesOffMore(priced.cart, cashierDiscount)
      ? [
          {
            act: 'discountAbove',
            amount: takenOff(priced.cart),
            document: input.requestId,
            refused: discountNeedsManager(cashierDiscount, 'discount'),
          } as const,
        ]
      : []),
    ...(blockBelowStock ? shortage(context, items.data, input) : []),
  ]
  return ok({ items: items.data, priced: priced.cart, rates, acts })
}
