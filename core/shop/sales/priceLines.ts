/** Prices the lines of a till's sale, and checks whether this cashier may sell them from this stock. */
import { itemsToSell, type SoldItem } from '../../../db/profile/items.ts'
import { isCashier } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { readPriceLabel, type ScaleRule } from '../../fiscal/barcode.ts'
import { type CartProblem, type PricedCart, priceCart, takesOffMore } from '../../fiscal/cart.ts'
import type { TaxRates } from '../../fiscal/tax.ts'
import type { ShopContext } from '../context.ts'
import { isService } from '../items/isService.ts'
import { discountNeedsManager, priceNeedsManager } from './cashierLimits.ts'

type Input = ParsedInputOf<'sale.complete'>

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

/** Returns the lines' present items. A price that differs from the item's needs a manager. */
const itemsOf = ({ db, actor }: ShopContext, lines: Input['lines']): Reply<SoldItem[]> => {
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
    if (line.unitPrice !== undefined && line.unitPrice !== item.price && isCashier(actor))
      return priceNeedsManager(`lines[${index}].unitPrice`)
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

/** Finds goods that exceed the stock on hand, if the shop does not allow that (TIS 6.29, `authority §4.6`). */
const shortage = (
  items: SoldItem[],
  lines: Input['lines'],
): { item: SoldItem; index: number } | undefined => {
  const left = new Map<number, number>()
  for (const [index, item] of items.entries()) {
    if (isService(item)) continue
    const rest = (left.get(item.id) ?? item.on_hand) - (lines[index]?.quantity ?? 0)
    if (rest < 0) return { item, index }
    left.set(item.id, rest)
  }
  return undefined
}

export interface PricedSale {
  /** The present item of each line. */
  items: SoldItem[]
  priced: PricedCart
  rates: TaxRates
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
  if (isCashier(context.actor) && takesOffMore(priced.cart, cashierDiscount))
    return discountNeedsManager(cashierDiscount, 'discount')
  if (blockBelowStock) {
    const short = shortage(items.data, input.lines)
    if (short) {
      return fail(
        '003',
        'sale.belowStock',
        `There is not enough "${short.item.name}" in stock. Record the received goods first, or remove the line.`,
        { field: `lines[${short.index}].quantity`, params: { name: short.item.name } },
      )
    }
  }
  return ok({ items: items.data, priced: priced.cart, rates })
}
