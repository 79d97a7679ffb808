import { confirmPurchase } from './confirm.ts'
import { linkItems } from './linkItems.ts'
import { findPurchases } from './list.ts'

export const purchaseHandlers = {
  'purchase.list': findPurchases,
  'purchase.confirm': confirmPurchase,
  'purchase.linkItems': linkItems,
}
