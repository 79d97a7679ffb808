import { audit } from '../../../db/profile/audit.ts'
import type { ItemRow } from '../../../db/profile/items.ts'
import { whoOf } from '../../access/actor.ts'
import type { ShopContext } from '../context.ts'

/** Notes that the price of an item changes; cents. Call it inside the transaction that changes it. */
export const auditItemPrice = (
  { db, ports, actor }: Pick<ShopContext, 'db' | 'ports' | 'actor'>,
  { id, name, price }: ItemRow,
  now: number,
): void => {
  if (price === now) return
  audit(db, {
    at: ports.clock.now(),
    kind: 'itemPriced',
    subject: name,
    row_id: id,
    who: whoOf(actor),
    content: JSON.stringify({ prices: [[price, now]] }),
  })
}
