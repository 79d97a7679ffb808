/** What the authority has for the shop: invoices of suppliers, and goods that customs reported. */
import { storeCustomsEntry } from '../../../db/profile/customs.ts'
import { storePurchase } from '../../../db/profile/purchases.ts'
import type { ImportEntry, SupplierInvoice } from '../../authority/port.ts'
import { createPull } from '../pull.ts'

/** The key under which the date of the last fetch is stored. */
export const purchasesPulled = 'purchases'

/** `authority §1.4` no. 15. */
export const purchasePull = createPull<SupplierInvoice>({
  key: purchasesPulled,
  ask: (authority, since) => authority.supplierInvoices(since),
  store: ({ db }, invoice, at) =>
    storePurchase(db, {
      supplier_pin: invoice.supplierPin,
      supplier_branch: invoice.supplierBranch,
      number: invoice.number,
      sold_on: invoice.saleDate,
      content: JSON.stringify(invoice),
      changed_at: at,
    }),
  event: { type: 'purchase.changed' },
})

/** Returns whether the fetch ended within `ms` milliseconds. */
export const pullPurchases = purchasePull.run

/** `authority §1.4` no. 12. */
export const customsPull = createPull<ImportEntry>({
  key: 'customs',
  ask: (authority, since) => authority.importEntries(since),
  store: ({ db }, entry, at) =>
    storeCustomsEntry(
      db,
      {
        task: entry.task,
        item_seq: entry.sequence,
        declaration: entry.declaration,
        content: JSON.stringify(entry),
        pulled_at: at,
      },
      { status: entry.status, declaredOn: entry.declaredOn },
    ),
  event: { type: 'purchase.changed' },
})
