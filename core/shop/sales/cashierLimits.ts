/** Limits for cashiers on a sale, in windows and in REST sessions. API keys have none. */
import type { NamedItem } from '../../../db/profile/items.ts'
import { isCashier } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { exceeds } from '../../fiscal/cart.ts'
import { multiply } from '../../fiscal/money.ts'
import type { ShopContext } from '../context.ts'
import type { CallerLine } from './callerLine.ts'

export const priceNeedsManager = (field: string) =>
  fail('001', 'sale.priceNeedsManager', "A price other than the item's needs a manager. Nothing was kept.", {
    field,
    params: { role: 'manager' },
  })

/** `percent`: the setting `cashierDiscount`. */
export const discountNeedsManager = (percent: number, field: string) =>
  fail(
    '001',
    'sale.discountNeedsManager',
    `More than ${percent} % off the whole sale needs a manager. Nothing was kept.`,
    { field, params: { percent, role: 'manager' } },
  )

/** Checks a caller's lines against the items' prices and the discount limit. `linesField`: their path in the body. */
export const withinLimits = (
  { profile, actor }: ShopContext,
  items: NamedItem[],
  amounts: CallerLine[],
  linesField: string,
): Reply<null> => {
  if (!isCashier(actor)) return ok(null)
  let gross = 0
  let given = 0
  for (const [index, line] of amounts.entries()) {
    const price = items[index]?.price
    if (price === undefined || line.unitPrice !== price)
      return priceNeedsManager(`${linesField}[${index}].prc`)
    gross += multiply(price, line.quantity)
    given += line.discount
  }
  const { cashierDiscount } = profile.settings()
  return exceeds(given, gross, cashierDiscount) ? discountNeedsManager(cashierDiscount, linesField) : ok(null)
}
