/** Parked sales as the tills of a branch tell each other: with uids in place of local ids. */
import { audit } from '../../../db/profile/audit.ts'
import { customerById, customerByUid } from '../../../db/profile/customers.ts'
import type { HubParked } from '../../../db/profile/hubParked.ts'
import { type ItemRow, itemById, itemByUid } from '../../../db/profile/items.ts'
import type { ParkedRow } from '../../../db/profile/parkedSales.ts'
import { hubShares } from '../../../db/profile/shared.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { type ParkedSale, parkedTold } from '../../contract/hub/counter.ts'
import { type Cart, cart as cartSchema } from '../../contract/sale.ts'
import type { ShopContext } from '../context.ts'

type Context = Pick<ShopContext, 'db' | 'ports'>

const toShared = ({ db }: Pick<Context, 'db'>, { lines, buyer, discount }: Cart): ParkedSale['cart'] => {
  const { customerId, ...named } = buyer ?? {}
  const customer = customerId === undefined ? undefined : customerById(db, customerId)?.uid
  return {
    lines: lines.map(({ itemId, ...line }) => ({ item: (itemById(db, itemId) as ItemRow).uid, ...line })),
    ...(buyer ? { buyer: { ...named, ...(customer ? { customer } : {}) } } : {}),
    ...(discount ? { discount } : {}),
  }
}

/**
 * Returns the uid by which the branch knows a sale that is parked now; null: it stays at this till, because the till works
 * alone, or the sale takes back goods of a receipt of this till.
 */
export const uidToPark = ({ db, ports }: Context, cart: Cart): string | null =>
  hubShares(db) && !cart.returned ? ports.ids.uuid() : null

/** Tells the branch of a parked sale. Call it inside the transaction that parks it. */
export const tellParked = (context: Context, row: Omit<ParkedRow, 'id' | 'uid'>, uid: string): void => {
  const { label, line_count: lines, total, author_name: cashier, parked_at: at } = row
  const cart = toShared(context, cartSchema.parse(JSON.parse(row.cart)))
  const content: ParkedSale = { uid, label, lines, total, cashier, at, cart }
  audit(context.db, {
    ...{ at, kind: 'parked', subject: label, row_id: null, who: cashier },
    content: JSON.stringify(content),
  })
}

/** Tells the branch that a parked sale is open at this till. Call it inside the transaction that resumes it. */
export const tellResumed = (
  { db }: Pick<Context, 'db'>,
  { uid, label, who, at }: { uid: string; label: string; who: string; at: number },
): void =>
  audit(db, { at, kind: 'resumed', subject: label, row_id: null, who, content: JSON.stringify({ uid }) })

/** Returns a sale of another till with the ids of this one. An item or a customer may not have come yet. */
export const fromShared = (
  { db }: Pick<Context, 'db'>,
  { body }: HubParked,
): Reply<ParkedRow & { uid: string }> => {
  const sale = parkedTold.parse(JSON.parse(body))
  const { lines, buyer, ...rest } = sale.cart
  const itemIds = lines.map(({ item }) => itemByUid(db, item))
  const customerId = buyer?.customer === undefined ? undefined : customerByUid(db, buyer.customer)?.id
  if (itemIds.includes(undefined) || (buyer?.customer !== undefined && customerId === undefined))
    return fail(
      '003',
      'sale.parkedInPart',
      'Some goods of this sale have not reached this till yet. Wait a moment, then take it again.',
      { field: 'uid' },
    )
  const { customer: _, ...named } = buyer ?? {}
  const cart = {
    ...rest,
    lines: lines.map(({ item: _uid, ...line }, index) => ({ ...line, itemId: itemIds[index] })),
    ...(buyer ? { buyer: { ...named, ...(customerId === undefined ? {} : { customerId }) } } : {}),
  }
  const { uid, label, lines: line_count, total, cashier: author_name, at: parked_at } = sale
  const text = JSON.stringify(cartSchema.parse(cart))
  return ok({ id: 0, uid, label, cart: text, line_count, total, author_name, parked_at, resumed_at: null })
}
