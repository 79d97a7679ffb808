/** What a customer owes, and what of a sale may be on credit. */
import { insertCustomerSale, openSales, owedBy } from '../../../db/profile/accounts.ts'
import { audit } from '../../../db/profile/audit.ts'
import {
  type CustomerRow,
  customerByPin,
  listNumberOf,
  standingCustomer,
} from '../../../db/profile/customers.ts'
import { owedElsewhere, soldOnCreditSince } from '../../../db/profile/hubAccounts.ts'
import { whoOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { Cart } from '../../contract/sale.ts'
import { ageing, reduce } from '../../fiscal/accounts.ts'
import { formatMoney, scale } from '../../fiscal/money.ts'
import type { Profile } from '../../profile/profile.ts'
import type { Wanted } from '../acts/mayAct.ts'
import type { ShopContext } from '../context.ts'

export const noCustomer = (field: string) =>
  fail('801', 'customer.unknown', 'There is no such customer. Choose one from the list.', { field })

/** The customer in the audit trail. */
export const subjectOf = ({ number, name }: CustomerRow): string => `${listNumberOf(number)} ${name}`

/**
 * What the customer owes: for sales of this till, which are open, with their sums by age; and at other tills. Payments
 * count wherever they were taken, so another till may have paid sales of this one.
 */
export const standingOf = ({ db, now }: Profile, customerId: number) => {
  const own = openSales(db, customerId)
  const ofOwn = own.reduce((sum, { owed }) => sum + owed, 0)
  const total = owedBy(db, customerId) + owedElsewhere(db, customerId)
  const owed = total <= 0 ? total : Math.max(0, Math.min(ofOwn, total))
  // No other till knows sales of before there were accounts, so none was paid for them.
  const inOrder = own.toSorted((a, b) => a.earlier - b.earlier)
  const left = new Map(reduce(inOrder, ofOwn - owed).map((sale) => [sale.id, sale.owed]))
  const open = own.flatMap((sale) => {
    const still = left.get(sale.id)
    return still === undefined ? [] : [{ ...sale, owed: still }]
  })
  return {
    open,
    owed,
    elsewhere: total - owed,
    since: open[0]?.soldAt ?? null,
    ageing: ageing(open, now()),
  }
}

/** The buyer on the document, and the customer of the shop, if it is one. */
export interface SaleBuyer {
  customer: CustomerRow | undefined
  buyer: { pin: string | null; name: string | null }
}

/** A customer's own name and PIN count. A PIN that was typed is the customer's who has it. */
export const buyerOf = ({ db }: ShopContext, asked: Cart['buyer']): Reply<SaleBuyer> => {
  const buyer = { pin: asked?.pin ?? null, name: asked?.name || null }
  if (asked?.customerId !== undefined) {
    const customer = standingCustomer(db, asked.customerId)
    if (!customer) return noCustomer('buyer.customerId')
    return ok({ customer, buyer: { pin: customer.pin ?? buyer.pin, name: customer.name } })
  }
  const named = buyer.pin === null ? undefined : customerByPin(db, buyer.pin)
  return ok({ customer: named && standingCustomer(db, named.id), buyer })
}

/** Returns the act of selling more on credit without the hub than the till may. A till with its hub, or alone, may all. */
const aboveAllowance = (
  { profile, db }: ShopContext,
  { id, name }: CustomerRow,
  { credit, limit, document }: { credit: number; limit: number; document: string },
): Reply<Wanted[]> => {
  const silentSince = profile.link.state().link?.silentSince ?? null
  if (silentSince === null) return ok([])
  const left = scale(limit, profile.settings().creditWithoutHub, 100) - soldOnCreditSince(db, id, silentSince)
  if (credit <= left) return ok([])
  const shown = formatMoney(Math.max(0, left))
  const refused = fail(
    '001',
    'customer.aboveAllowance',
    `The hub does not answer, so ${name} can buy for KSh ${shown} more on credit here. Take a payment, or ask a manager.`,
    { field: 'tenders', params: { name, left: shown, role: 'manager' } },
  )
  return ok([{ act: 'creditAboveLimit', amount: credit - Math.max(0, left), document, refused }])
}

/**
 * Whether a sale may leave `credit` cents owed. Returns the act of selling above the customer's limit; none within it.
 * `document`: the request of the sale.
 */
export const demandCredit = (
  context: ShopContext,
  customer: CustomerRow | undefined,
  { credit, document }: { credit: number; document: string },
): Reply<Wanted[]> => {
  if (credit === 0) return ok([])
  if (!customer) {
    return fail(
      '002',
      'sale.creditNeedsCustomer',
      'A sale on credit needs a customer of the shop. Choose the customer first.',
      { field: 'buyer' },
    )
  }
  const { name, credit_limit: limit } = customer
  if (limit === null) {
    return fail(
      '003',
      'customer.noLimit',
      `${name} has no credit limit. A manager sets it on the Customers screen.`,
      { field: 'buyer', params: { name } },
    )
  }
  const { db } = context
  const after = owedBy(db, customer.id) + owedElsewhere(db, customer.id) + credit
  if (after <= limit) return aboveAllowance(context, customer, { credit, limit, document })
  const refused = fail(
    '001',
    'customer.aboveLimit',
    `${name} would owe KSh ${formatMoney(after)}, and the limit is KSh ${formatMoney(limit)}. Take a payment, or ask a manager.`,
    {
      field: 'tenders',
      params: { name, after: formatMoney(after), limit: formatMoney(limit), role: 'manager' },
    },
  )
  return ok([{ act: 'creditAboveLimit', amount: after - limit, document, refused }])
}

/** Stores that the sale is the customer's, with what it owes. Call it inside the transaction that stores the sale. */
export const sellTo = (
  { profile, db, actor }: ShopContext,
  customer: CustomerRow,
  sale: { id: number; number: string },
  { credit, above }: { credit: number; above: number },
): void => {
  const at = profile.day.sure()
  const who = whoOf(actor)
  insertCustomerSale(
    db,
    { invoice_id: sale.id, customer_id: customer.id, credit, sold_at: at },
    { number: sale.number, who },
  )
  if (above === 0) return
  const content = JSON.stringify({ amount: above, customer: subjectOf(customer) })
  audit(db, { at, kind: 'creditAboveLimit', subject: sale.number, row_id: null, who, content })
}
