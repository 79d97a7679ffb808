/** Finds the supplier's invoice that a caller names. */
import { type PurchaseRow, purchasesNumbered } from '../../../db/profile/purchases.ts'
import type { SupplierInvoice } from '../../authority/port.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ShopContext } from '../context.ts'
import { pullPurchases } from './pull.ts'

export interface Meant {
  /** The field in which the caller sent the number. */
  field: string
  number: string
  spplrTin?: string | null | undefined
  spplrBhfId?: string | null | undefined
}

export const contentOf = (row: PurchaseRow): SupplierInvoice => JSON.parse(row.content) as SupplierInvoice

/**
 * Returns the invoice with that number. If it is not stored here, Kaunta asks the authority once for news. 003 if it
 * is still missing, or if several suppliers or branches used the number. 006 if the authority did not respond.
 */
export const findPurchase = async (
  { profile, db, lookUpMs }: ShopContext,
  { field, number, spplrTin, spplrBhfId }: Meant,
): Promise<Reply<PurchaseRow>> => {
  const find = () =>
    purchasesNumbered(db, number, {
      supplierPin: spplrTin ?? undefined,
      supplierBranch: spplrBhfId ?? undefined,
    })
  let found = find()
  const asked = found.length === 0 && (await pullPurchases(profile, lookUpMs))
  if (asked) found = find()
  const [row] = found
  if (row && found.length === 1) return ok(row)
  const params = { number }
  if (row) {
    const unclear = spplrTin ? 'spplrBhfId' : 'spplrTin'
    const choices = found.map((each) => (spplrTin ? each.supplier_branch : each.supplier_pin))
    return fail(
      '003',
      'purchase.ambiguous',
      `Several invoices have the number ${number}. Send ${unclear} as well, one of ${choices.join(', ')}.`,
      { field: unclear, params },
    )
  }
  if (asked) {
    return fail(
      '003',
      'purchase.notFound',
      `The field ${field} has the value "${number}", but the tax authority lists no such invoice${spplrTin ? ` of ${spplrTin}` : ''} that is addressed to this taxpayer and not yet confirmed. Check it against GET /purchases.`,
      { field, params },
    )
  }
  return fail(
    '006',
    'purchase.notPulled',
    `The invoice ${number} is not here, and the tax authority has not answered. Nothing was recorded; try again in 30 seconds.`,
    { field, params },
  )
}
