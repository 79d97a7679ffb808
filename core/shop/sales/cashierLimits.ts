/** Acts on a sale that the owner's table may forbid to a person, in windows and in REST sessions. */
import type { NamedItem } from '../../../db/profile/items.ts'
import { fail } from '../../contract/errors.ts'
import { exceeds } from '../../fiscal/cart.ts'
import { multiply } from '../../fiscal/money.ts'
import type { Wanted } from '../acts/mayAct.ts'
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

export const creditNeedsManager = fail('001', 'session.notAllowed', 'Only a manager may credit a sale.', {
  params: { role: 'manager' },
})

/** Returns the acts that a caller's lines take. `linesField`: their path in the body. `document`: the sale's number. */
export const actsOfCaller = (
  { profile }: ShopContext,
  items: NamedItem[],
  amounts: CallerLine[],
  { linesField, document }: { linesField: string; document: string },
): Wanted[] => {
  const prices = items.map(({ price }) => price)
  const sum = (of: (line: CallerLine, price: number) => number) =>
    amounts.reduce((all, line, index) => all + of(line, prices[index] ?? line.unitPrice), 0)
  const gross = sum(({ quantity }, price) => multiply(price, quantity))
  const given = sum(({ discount }) => discount)
  const { cashierDiscount } = profile.settings()
  const other = amounts.findIndex(({ unitPrice }, index) => unitPrice !== prices[index])
  return [
    ...(other < 0
      ? []
      : [
          {
            act: 'priceChange',
            amount: sum(({ unitPrice, quantity }, price) => multiply(Math.abs(unitPrice - price), quantity)),
            document,
            refused: priceNeedsManager(`${linesField}[${other}].prc`),
          } as const,
        ]),
    ...(exceeds(given, gross, cashierDiscount)
      ? [
          {
            act: 'discountAbove',
            amount: given,
            document,
            refused: discountNeedsManager(cashierDiscount, linesField),
          } as const,
        ]
      : []),
  ]
}
