import { deliver, enterDelivery } from './deliver.ts'
import { fetchInvoices, getInvoice, listInvoices } from './invoices.ts'
import { getDelivery, listDeliveries } from './list.ts'
import { printDelivery } from './print.ts'
import { refuseInvoice, takeUpInvoice } from './refuse.ts'

export const deliveryHandlers = {
  'delivery.invoices': listInvoices,
  'delivery.fetch': fetchInvoices,
  'delivery.invoice': getInvoice,
  'delivery.deliver': deliver,
  'delivery.enter': enterDelivery,
  'delivery.refuse': refuseInvoice,
  'delivery.takeUp': takeUpInvoice,
  'delivery.list': listDeliveries,
  'delivery.get': getDelivery,
  'delivery.print': printDelivery,
}
