import { changePayment } from './changePayment.ts'
import { creditSale } from './credit.ts'
import { enterSignature } from './enterSignature.ts'
import { getInvoice } from './get.ts'
import { listReceipts } from './list.ts'
import { refundOf } from './refundOf.ts'
import { verifyInvoice } from './verify.ts'

export const invoiceHandlers = {
  'invoice.verify': verifyInvoice,
  'invoice.list': listReceipts,
  'invoice.get': getInvoice,
  'invoice.credit': creditSale,
  'invoice.refundOf': refundOf,
  'invoice.changePayment': changePayment,
  'invoice.enterSignature': enterSignature,
}
