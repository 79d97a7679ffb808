import { ok } from '../../contract/errors.ts'
import { keepTold } from '../../shop/sales/claimCredit.ts'
import { originalOf } from '../../shop/sales/original.ts'
import { otherView } from '../invoice/view.ts'
import { elsewhereQuery } from '../shared/elsewhere.ts'
import type { Handler } from '../shared/handler.ts'

/** This till keeps what it was told, so that a person can look at it and credit it. */
export const hubReceipts: Handler<'hub.receipts'> = async ({ text }, context) => {
  const { db, profile } = context
  const asked = elsewhereQuery(db, text)
  if (!asked) return ok({ invoices: [], madeAt: null, problem: null })
  const { query, till: madeAt } = asked
  const { askForSales } = await import('../../link/sales.ts')
  const heard = await askForSales(profile.link, query)
  if (heard.is !== 'found') return ok({ invoices: [], madeAt, problem: heard.is })
  const found = heard.sales.flatMap((sale) => {
    const id = keepTold(context, sale)
    const original = id < 0 ? originalOf(db, id) : undefined
    return original ? [otherView(db, original)] : []
  })
  return ok({ invoices: found, madeAt, problem: null })
}
