/** Adds purchases, decisions about entries of customs, and insurances to the queue, inside the caller's transaction. */

import type { Db } from '../../db/engine/sqlite.ts'
import { submissionOfInsurance } from '../../db/profile/insurances.ts'
import { insertSubmission } from '../../db/profile/submissions.ts'
import {
  type Act,
  isOpen,
  isReplaceable,
  isSameCall,
  makeAnew,
  type Need,
  type Replacing,
} from './enqueue.ts'
import {
  type CustomsPayload,
  customsPayload,
  type InsurancePayload,
  insurancePayload,
  type PurchasePayload,
  purchasePayload,
} from './records.ts'

/** Queues the confirmation of a supplier's invoice behind `needs`. */
export const enqueuePurchase = (
  db: Db,
  purchase: { id: number; payload: PurchasePayload },
  act: Act & { needs: Need[] },
): number => {
  const { supplierNumber, supplierName, lines } = purchase.payload
  return insertSubmission(
    db,
    {
      kind: 'purchase',
      lane: 'purchases',
      title: `${supplierNumber} · ${supplierName}`,
      amount: lines.reduce((sum, line) => sum + line.total, 0),
      payload: JSON.stringify(purchasePayload.parse(purchase.payload)),
      purchase_id: purchase.id,
      author_id: act.author.id,
      author_name: act.author.name,
      created_at: act.at,
    },
    act.needs,
  )
}

/** Queues what the shop decided about an entry of customs behind `needs`. Returns the submission's id. */
export const enqueueCustoms = (
  db: Db,
  entry: { id: number; title: string; payload: CustomsPayload },
  act: Act & { needs: Need[] },
): number =>
  insertSubmission(
    db,
    {
      kind: 'customsEntry',
      lane: 'purchases',
      title: entry.title,
      payload: JSON.stringify(customsPayload.parse(entry.payload)),
      customs_entry_id: entry.id,
      item_id: entry.payload.itemId,
      author_id: act.author.id,
      author_name: act.author.name,
      created_at: act.at,
    },
    act.needs,
  )

/**
 * Queues a branch insurance (`authority §1.4-11`, an upsert). A row that was not sent is replaced in place. A row
 * that was sent with the same content is reused. Returns the submission's id.
 */
export const enqueueInsurance = (db: Db, insurance: InsurancePayload, act: Replacing): number => {
  const payload = JSON.stringify(insurancePayload.parse(insurance))
  const last = submissionOfInsurance(db, insurance.code)
  if (last && isSameCall(last, payload, act)) return last.id
  if (last && isReplaceable(last)) return makeAnew(db, last.id, { payload, title: insurance.name })
  if (last && isOpen(last) && last.payload === payload) return last.id
  return insertSubmission(db, {
    kind: 'insurance',
    lane: 'other',
    title: insurance.name,
    payload,
    insurance_code: insurance.code,
    author_id: act.author.id,
    author_name: act.author.name,
    created_at: act.at,
  })
}
