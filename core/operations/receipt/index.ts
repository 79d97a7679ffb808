import { previewReceipt } from './preview.ts'
import { printReceipt } from './print.ts'
import { receiptPrinted } from './printed.ts'
import { sampleReceipt } from './sample.ts'

export const receiptHandlers = {
  'receipt.sample': sampleReceipt,
  'receipt.preview': previewReceipt,
  'receipt.print': printReceipt,
  'receipt.printed': receiptPrinted,
}
