import { completeSale } from './complete.ts'
import { keepDraft, listDrafts } from './drafts.ts'
import { findSale } from './find.ts'
import { receiptPaidWith } from './paidWith.ts'
import { parkASale } from './park.ts'
import { listParked } from './parked.ts'
import { resumeParked } from './resume.ts'
import { submitSale } from './submit.ts'
import { submitNativeSale } from './submitNative.ts'
import { voidSale } from './void.ts'

export const saleHandlers = {
  'sale.complete': completeSale,
  'sale.paidWith': receiptPaidWith,
  'sale.keepDraft': keepDraft,
  'sale.void': voidSale,
  'sale.drafts': listDrafts,
  'sale.park': parkASale,
  'sale.parked': listParked,
  'sale.resume': resumeParked,
  'sale.submit': submitSale,
  'sale.submitNative': submitNativeSale,
  'sale.find': findSale,
}
