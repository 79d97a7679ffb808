/** The queue as other software sees it. */

import type { Db } from '../../../db/engine/sqlite.ts'
import { itemById } from '../../../db/profile/items.ts'
import { purchaseById } from '../../../db/profile/purchases.ts'
import { stockRecordNumber } from '../../../db/profile/stock.ts'
import type { Submission } from '../../../db/profile/submissions.ts'
import type { QueueEntry, QueueRow } from '../../contract/queue.ts'
import type { Profile } from '../../profile/profile.ts'
import { advice, placesOf } from '../../shop/failures.ts'
import { resultOf } from '../../shop/sales/answer.ts'
import { queueViews } from './view.ts'

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

const stateText = ({
  state,
  waitsFor,
  pausedBy,
  nextTryAt,
  withoutSignature,
  withdrawn,
  refusal,
}: QueueRow): string => {
  switch (state) {
    case 'queued':
      if (pausedBy) return `Kept; its lane is paused until the cause is fixed (${pausedBy}).`
      if (waitsFor.length > 0) return 'Kept; it waits for other documents.'
      return nextTryAt === null ? 'Kept; it waits for its turn.' : 'Kept; it is retried.'
    case 'sending':
      return 'Being sent to the tax authority.'
    case 'unknown':
      return 'Sent, and the outcome is uncertain; Kaunta asks the tax authority before it sends anything again.'
    case 'accepted':
      return withoutSignature
        ? 'Accepted by the tax authority; the signature is still missing.'
        : 'Accepted by the tax authority.'
    case 'refused':
      return refusal?.remedy === 'sendAgain'
        ? 'Set aside, because the tax authority failed on it each time; it is sent again on request.'
        : 'Rejected by the tax authority; refusal has the reason and the remedy.'
    case 'withdrawn':
      return `Withdrawn after it was rejected: ${withdrawn?.reason ?? ''}`
  }
}

/** The caller's own number of a row. */
const numberOf = (
  db: Db,
  { kind, title, item_id, stock_record_id, customer_pin, purchase_id, insurance_code }: Submission,
): string | null => {
  if (kind === 'sale' || kind === 'creditNote') return title
  if (item_id !== null) return itemById(db, item_id)?.code ?? null
  if (stock_record_id !== null) return stockRecordNumber(db, stock_record_id) ?? null
  if (purchase_id !== null) return purchaseById(db, purchase_id)?.number ?? null
  return customer_pin ?? insurance_code
}

export const queueEntries = (profile: Profile, rows: Submission[]): QueueEntry[] => {
  const { db, ports } = profile
  const now = ports.clock.now()
  return queueViews(profile, rows).map((view, index) => {
    const row = rows[index] as Submission
    const { refusal } = view
    return {
      queueId: row.id,
      kind: row.kind,
      lane: row.lane,
      state: row.state,
      stateText: stateText(view),
      number: numberOf(db, row),
      authorityNumber: row.state === 'accepted' ? row.authority_number : null,
      title: row.title,
      createdAt: iso(row.created_at),
      ageSeconds: Math.max(0, Math.floor((now - row.created_at) / 1000)),
      attempts: row.attempts,
      lastTriedAt: isoOrNull(row.last_tried_at),
      nextTryAt: isoOrNull(view.nextTryAt),
      settledAt: isoOrNull(row.settled_at),
      pausedBy: view.pausedBy,
      stuck: view.stuck,
      waitsFor: view.waitsFor.map(({ id, kind, title, state }) => ({
        queueId: id,
        kind,
        title,
        state,
        location: placesOf({ id, kind, title }).location,
      })),
      refusal: refusal && {
        remedy: refusal.remedy,
        advice: advice[refusal.remedy],
        authorityCode: refusal.code,
        authorityText: refusal.text,
        itemCd: refusal.itemId === null ? null : (itemById(db, refusal.itemId)?.code ?? null),
      },
      result: row.invoice_id === null ? null : resultOf(db, { id: row.invoice_id }),
      ...placesOf(row),
    }
  })
}
