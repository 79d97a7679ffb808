/**
 * A person gave goods away for less: a sale with a discount, or with a price other than the item's, leaves a row of its
 * own in the audit trail. The prices of a key are its program's.
 */
import { audit } from '../../../db/profile/audit.ts'
import { whoOf } from '../../access/actor.ts'
import { multiply } from '../../fiscal/money.ts'
import type { ShopContext } from '../context.ts'
import type { DocumentLine } from './storeDocument.ts'

interface Sold {
  number: string
  lines: readonly DocumentLine[]
  /** Cents: the item's own price, line by line. */
  itemPrices: readonly number[]
  /** Cents that the person took off. */
  takenOff: number
}

/** Call it inside the transaction that stores the sale. */
export const auditReductions = (
  { db, profile, actor }: ShopContext,
  { number, lines, itemPrices, takenOff }: Sold,
): void => {
  if (!('user' in actor)) return
  const note = (kind: 'discounted' | 'priceChanged', content: object): void => {
    const at = profile.day.sure()
    audit(db, {
      at,
      kind,
      subject: number,
      row_id: null,
      who: whoOf(actor),
      content: JSON.stringify(content),
    })
  }
  if (takenOff > 0) note('discounted', { amount: -takenOff })
  const changed = lines.flatMap(({ kept }, index) => {
    const itemPrice = itemPrices[index] ?? kept.unit_price
    return kept.unit_price === itemPrice ? [] : [{ kept, itemPrice }]
  })
  if (changed.length === 0) return
  note('priceChanged', {
    goods: changed.map(({ kept, itemPrice }) => ({
      code: kept.item_code,
      name: kept.name,
      quantity: kept.quantity,
      amount: multiply(kept.unit_price - itemPrice, kept.quantity),
    })),
    prices: changed.map(({ kept, itemPrice }) => [itemPrice, kept.unit_price]),
  })
}
