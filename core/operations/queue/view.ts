import { troubledAmong } from '../../../db/profile/causes.ts'
import { itemById } from '../../../db/profile/items.ts'
import { laneRow } from '../../../db/profile/lanes.ts'
import { unmetDependencies } from '../../../db/profile/queueList.ts'
import type { Submission } from '../../../db/profile/submissions.ts'
import { type Actor, isCashier } from '../../access/actor.ts'
import { givenTwice, type QueueRow, type Remedy, remedy } from '../../contract/queue.ts'
import type { Profile } from '../../profile/profile.ts'
import { isStuck } from '../../queue/stuck.ts'
import { causeOf } from '../../shop/causes/causeOf.ts'
import { controlUnitNumber } from '../../shop/sales/invoiceState.ts'

const hourMs = 3_600_000

interface StoredRemedy {
  remedy: Remedy
  line: number | null
  itemId: number | null
  itemName: string | null
  twice: unknown
}

const refusalOf = ({ db }: Profile, row: Submission): QueueRow['refusal'] => {
  if (row.state !== 'refused') return null
  const stored = (row.remedy ? JSON.parse(row.remedy) : {}) as Partial<StoredRemedy>
  const itemId = stored.itemId ?? null
  return {
    remedy: remedy.safeParse(stored.remedy).data ?? 'callSupport',
    code: row.last_code ?? '',
    text: row.last_text ?? '',
    line: stored.line ?? null,
    itemId,
    twice: givenTwice.array().safeParse(stored.twice).data ?? [],
    itemName: stored.itemName ?? (itemId === null ? null : (itemById(db, itemId)?.name ?? null)),
  }
}

/** Rows as the KRA screen shows them, with one query for everything they wait for. */
export const queueViews = (profile: Profile, rows: Submission[]): QueueRow[] => {
  const { db } = profile
  const { deadlineHours } = profile.settings()
  const waits = Map.groupBy(
    rows.length === 0
      ? []
      : unmetDependencies(
          db,
          rows.map(({ id }) => id),
        ),
    ({ child }) => child,
  )
  const rejected = rows.filter(({ state }) => state === 'refused').map(({ id }) => id)
  const software = new Map(troubledAmong(db, rejected).map((row) => [row.id, causeOf(row).software]))
  return rows.map((row) => {
    const waitsFor = (waits.get(row.id) ?? []).map(({ id, kind, title, state }) => ({
      id,
      kind,
      title,
      state,
    }))
    return {
      id: row.id,
      kind: row.kind,
      lane: row.lane,
      state: row.state,
      title: row.title,
      invoiceId: row.invoice_id,
      itemId: row.item_id,
      amount: row.amount,
      by: row.author_name,
      createdAt: row.created_at,
      attempts: row.attempts,
      lastTriedAt: row.last_tried_at,
      nextTryAt:
        row.next_attempt_at > 0 && (row.state === 'queued' || row.state === 'unknown')
          ? row.next_attempt_at
          : null,
      dueAt: row.created_at + deadlineHours * hourMs,
      settledAt: row.settled_at,
      controlUnitNumber: row.invoice_id === null ? null : controlUnitNumber(db, row.invoice_id),
      withoutSignature: row.without_signature === 1,
      waitsFor,
      pausedBy:
        row.state === 'queued' || row.state === 'unknown'
          ? (laneRow(db, row.lane)?.paused_reason ?? null)
          : null,
      stuck: isStuck(db, row),
      refusal: refusalOf(profile, row),
      withdrawn:
        row.state === 'withdrawn'
          ? {
              by: row.withdrawn_by ?? '',
              reason: row.withdrawn_reason ?? '',
              at: row.settled_at ?? row.created_at,
            }
          : null,
      software: software.get(row.id) ?? null,
      parentId: waitsFor[0]?.id ?? null,
    }
  })
}

export const queueView = (profile: Profile, row: Submission): QueueRow =>
  queueViews(profile, [row])[0] as QueueRow

/** Purchases and stock records tell what goods cost, which a cashier does not see. */
export const hidesCosts = (row: Pick<Submission, 'kind'>, actor: Actor): boolean =>
  isCashier(actor) && (row.kind === 'purchase' || row.kind === 'stockRecord')
