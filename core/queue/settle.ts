/**
 * Writes the outcome of an attempt: the row, its signature or movements, and the rows that waited for it, in one
 * transaction.
 */

import type { Db } from '../../db/engine/sqlite.ts'
import { audit, authority as authorityName, till } from '../../db/profile/audit.ts'
import { dependantsOnAcceptance, release } from '../../db/profile/dependencies.ts'
import { itemByAuthorityCode, itemById, moveAuthorityOnHand, updateItem } from '../../db/profile/items.ts'
import { auditLane, nextNumber, pauseLane, setNextNumber } from '../../db/profile/lanes.ts'
import { device } from '../../db/profile/reference.ts'
import { refusedRegistrations } from '../../db/profile/registrations.ts'
import type { AuditKind, PauseReason } from '../../db/profile/schema.ts'
import { signatureOf, storeSignature } from '../../db/profile/signatures.ts'
import { bringBackStockRecord, movementsOfRecord, stockRecordSource } from '../../db/profile/stock.ts'
import { type Submission, updateSubmission } from '../../db/profile/submissions.ts'
import type { Outcome, Signature } from '../authority/port.ts'
import { ownReasons } from '../contract/ownReasons.ts'
import type { Remedy } from '../contract/queue.ts'
import { stockSign } from '../fiscal/codes.ts'
import { enqueueStockMaster, makeAnew } from './enqueue.ts'
import { renumberItem } from './itemCodes.ts'
import type { Ledger } from './ledger.ts'
import { linesOf, salePayload, stockPayload } from './records.ts'
import { adviseOn } from './remedy.ts'
import { counterOf } from './series.ts'
import { isUnknownNumber } from './twin.ts'

/** Returns what a stock record moves at the authority, hundredths. One that settles a difference moves nothing here. */
export const movedAtAuthority = (
  db: Db,
  { payload, stock_record_id }: Submission,
): { item_id: number; quantity: number }[] => {
  const here = stock_record_id === null ? [] : movementsOfRecord(db, stock_record_id)
  if (here.length > 0) return here
  const { type, lines } = stockPayload.parse(JSON.parse(payload))
  return lines.map((line) => ({ item_id: line.itemId, quantity: (stockSign(type) ?? 1) * line.quantity }))
}

/** Adds an audit row about a queued document. */
export const auditRow = (
  db: Db,
  row: Submission,
  act: { kind: AuditKind; at: number; who: string; content: object },
): void =>
  audit(db, {
    at: act.at,
    kind: act.kind,
    subject: row.title,
    row_id: row.id,
    who: act.who,
    content: JSON.stringify({ document: row.kind, ...act.content }),
  })

const settled = {
  next_attempt_at: 0,
  backoff: 0,
  may_have_arrived: 0,
  landed: 0,
  wanted_number: null,
} as const

/**
 * The authority accepted a later update of the same record. The rejected row needs no person, and rows that waited
 * for it continue.
 */
const supersede = (db: Db, row: Submission, at: number): void => {
  const reason = ownReasons.laterChange
  updateSubmission(db, row.id, {
    state: 'withdrawn',
    settled_at: at,
    withdrawn_by: till,
    withdrawn_reason: reason,
    remedy: null,
  })
  auditRow(db, row, { kind: 'withdrawn', at, who: till, content: { reason } })
  release(db, row.id, true)
}

/** The authority has the item. */
const nowRegistered = ({ db, emit }: Ledger, itemId: number, at: number): void => {
  updateItem(db, itemId, { registration: 'registered', updated_at: at })
  emit({ type: 'item.changed', itemIds: [itemId] })
}

/** As {@link supersede}, where the later update is another till's. */
export const supersedeByOther = (ledger: Ledger, row: Submission): void => {
  const at = ledger.now()
  if (row.item_id !== null) nowRegistered(ledger, row.item_id, at)
  supersede(ledger.db, row, at)
}

/**
 * A withdrawn document has arrived. The goods of a stock record moved. The goods of a sale left the shelf. Rows that
 * were withdrawn with it, also the credit note that reversed it, must follow.
 */
const bringBack = (db: Db, row: Submission, at: number): void => {
  if (row.stock_record_id !== null) bringBackStockRecord(db, row.stock_record_id, at)
  for (const child of dependantsOnAcceptance(db, row.id, ['withdrawn'])) {
    const withIt = child.settled_at === row.settled_at && child.withdrawn_reason === row.withdrawn_reason
    if (!withIt && child.stock_record_id === null) continue
    updateSubmission(db, child.id, {
      state: 'queued',
      settled_at: null,
      withdrawn_by: null,
      withdrawn_reason: null,
    })
    bringBack(db, child, at)
  }
}

/**
 * Marks a row as accepted. `signature` null on a sale: the authority has the document but did not return the
 * signature. Call it inside the transaction that ends the attempt.
 */
export const accept = (ledger: Ledger, row: Submission, signature: Signature | null): void => {
  const { db, now, emit, signer } = ledger
  const at = now()
  const invoice = row.kind === 'sale' || row.kind === 'creditNote'
  if (row.state === 'withdrawn') bringBack(db, row, at)
  updateSubmission(db, row.id, {
    ...settled,
    state: 'accepted',
    settled_at: at,
    authority_number: isUnknownNumber(row.authority_number) ? null : row.authority_number,
    withdrawn_by: null,
    withdrawn_reason: null,
    remedy: null,
    without_signature: invoice && signature === null ? 1 : 0,
  })
  const counter = counterOf(row)
  if (counter && row.authority_number !== null && row.authority_number >= nextNumber(db, counter)) {
    setNextNumber(db, counter, row.authority_number + 1)
  }
  if (invoice && row.invoice_id !== null && row.authority_number !== null) {
    const unit = device(db)
    storeSignature(db, {
      invoice_id: row.invoice_id,
      authority_number: row.authority_number,
      receipt_number: signature?.receiptNumber ?? null,
      total_receipt_number: signature?.totalReceiptNumber ?? null,
      internal_data: signature?.internalData ?? null,
      signature: signature?.signature ?? null,
      signed_at: signature?.signedAt ?? null,
      scu_id: signer?.scuId ?? unit?.sdc_id ?? '',
      mrc_no: signer?.mrcNo ?? unit?.mrc_no ?? '',
      entered_by: null,
      stored_at: at,
    })
    if (signature) emit({ type: 'invoice.signed', invoiceId: row.invoice_id })
  }
  if (row.kind === 'item' && row.item_id !== null) {
    nowRegistered(ledger, row.item_id, at)
    for (const refused of refusedRegistrations(db, row.item_id, row.id)) supersede(db, refused, at)
  }
  if (row.kind === 'stockRecord' && row.stock_record_id !== null) {
    const { author } = stockPayload.parse(JSON.parse(row.payload))
    const sendsMaster = !signer && stockRecordSource(db, row.stock_record_id) === 'till'
    const movements = movedAtAuthority(db, row)
    for (const { item_id, quantity } of movements) moveAuthorityOnHand(db, item_id, quantity)
    const items = new Set(movements.map(({ item_id }) => item_id))
    // Other software sends the stock master itself, as the specification requires (spec 3, rule 3).
    for (const id of sendsMaster ? items : []) {
      enqueueStockMaster(db, { id, name: itemById(db, id)?.name ?? '' }, { author, at, quantity: null })
    }
    const grew = movements.some(({ quantity }) => quantity > 0)
    emit({ type: 'stock.changed', itemIds: [...items], grew })
  }
  // Only now does nothing of the item wait: a difference from the authority's stock shows on screen.
  if (row.kind === 'stockMaster' && row.item_id !== null)
    emit({ type: 'stock.changed', itemIds: [row.item_id] })
  release(db, row.id, true)
}

/** Stores a signature that the authority returned later. Returns false if the document has one. */
export const signLate = ({ db, now, emit }: Ledger, row: Submission, signature: Signature): boolean => {
  const before = row.invoice_id === null ? undefined : signatureOf(db, row.invoice_id)
  if (!before || before.signature !== null) return false
  storeSignature(db, {
    ...before,
    receipt_number: signature.receiptNumber,
    total_receipt_number: signature.totalReceiptNumber,
    internal_data: signature.internalData,
    signature: signature.signature,
    signed_at: signature.signedAt,
    stored_at: now(),
  })
  updateSubmission(db, row.id, { without_signature: 0 })
  emit({ type: 'invoice.signed', invoiceId: before.invoice_id })
  return true
}

/** A manager must look at the row. Its number becomes free, the lane continues, and dependent rows wait. */
const holdBack = (
  { db, now, emit }: Ledger,
  row: Submission,
  why: {
    change: Parameters<typeof updateSubmission>[2]
    act: Pick<Parameters<typeof auditRow>[2], 'kind' | 'who' | 'content'>
    /** For an item that was never registered. */
    item: Parameters<typeof updateItem>[2]
  },
): void => {
  const at = now()
  updateSubmission(db, row.id, {
    ...settled,
    state: 'refused',
    settled_at: at,
    authority_number: null,
    realigned: 0,
    ...why.change,
  })
  auditRow(db, row, { at, ...why.act })
  const item = row.kind === 'item' && row.item_id !== null ? itemById(db, row.item_id) : undefined
  // The signer before may have registered it, so the acceptance is not always a row here.
  const isKnown = item?.registration === 'registered'
  if (item && !isKnown) {
    updateItem(db, item.id, { registration: 'refused', updated_at: at, ...why.item })
    emit({ type: 'item.changed', itemIds: [item.id] })
  }
  release(db, row.id, isKnown)
}

/**
 * Finds a line whose tax letter differs from the item's present one. For such goods the authority says that it has no
 * stock (`authority §5.5`).
 */
const underOldLetter = (db: Db, row: Submission, named: { id: number } | undefined) => {
  if (row.kind !== 'sale' && row.kind !== 'creditNote') return undefined
  const { lines } = salePayload.parse(JSON.parse(row.payload))
  return lines.find(
    ({ itemId, taxType }) =>
      (!named || named.id === itemId) && (itemById(db, itemId)?.tax_type ?? taxType) !== taxType,
  )
}

/** The authority rejected the content. */
export const refuse = (ledger: Ledger, row: Submission, refusal: { code: string; text: string }): void => {
  const { db } = ledger
  const advice = adviseOn(refusal.text)
  const named = advice.itemCode ? itemByAuthorityCode(db, advice.itemCode) : undefined
  const aboutItem = advice.remedy === 'addStock' || advice.remedy === 'fixItem'
  const old = aboutItem ? underOldLetter(db, row, named) : undefined
  const line = old ?? (advice.line === null ? undefined : linesOf(row)[advice.line - 1])
  // The authority gives the same text for missing stock and for an unknown item.
  const unknown = advice.remedy === 'addStock' && named && named.registration !== 'registered'
  const remedy = {
    remedy: old ? 'oldLetter' : unknown ? 'registerItem' : advice.remedy,
    line: advice.line,
    itemId: named?.id ?? line?.itemId ?? row.item_id,
    itemName: named?.name ?? line?.itemName ?? null,
  }
  holdBack(ledger, row, {
    change: { last_code: refusal.code, last_text: refusal.text, remedy: JSON.stringify(remedy) },
    act: { kind: 'refused', who: authorityName, content: refusal },
    // A retry gets a new item code; the rejected one can be reused.
    item: { authority_code: null },
  })
}

/** Kaunta itself does not send it, for one of its own reasons, and the lane continues. */
export const holdForReason = (
  ledger: Ledger,
  row: Submission,
  {
    reason,
    remedy,
    about = {},
  }: { reason: (typeof ownReasons)[keyof typeof ownReasons]; remedy: Remedy; about?: object },
): void =>
  holdBack(ledger, row, {
    change: {
      last_code: null,
      last_text: reason,
      remedy: JSON.stringify({ remedy, itemId: row.item_id, ...about }),
    },
    act: { kind: 'setAside', who: till, content: { reason } },
    item: {},
  })

/** The payload differs from what was queued. Kaunta does not send it, and the lane continues. */
export const stopChanged = (ledger: Ledger, row: Submission): void =>
  holdForReason(ledger, row, { reason: ownReasons.changedOnDisk, remedy: 'changedOnDisk' })

/** The payload is again what was queued. Kaunta sends the row as if it were new. */
export const requeueUnchanged = (db: Db, row: Submission): void => {
  makeAnew(db, row.id, { payload: row.payload, title: row.title })
  if (row.item_id !== null && itemById(db, row.item_id)?.registration === 'refused')
    updateItem(db, row.item_id, { registration: 'waiting' })
}

/**
 * A manager sets aside a document on which the authority always fails. The authority not returning the document does
 * not prove it is absent. Keep the number reserved and keep the item code that was sent.
 */
export const setRowAside = (ledger: Ledger, row: Submission, who: string): void =>
  holdBack(ledger, row, {
    change: {
      may_have_arrived: row.may_have_arrived,
      last_code: null,
      last_text: null,
      remedy: JSON.stringify({ remedy: 'sendAgain', itemId: row.item_id }),
    },
    act: { kind: 'setAside', who, content: { attempts: row.attempts } },
    item: {},
  })

/** The row may have arrived. The next step is to query it. */
export const leaveUnknown = (
  { db }: Ledger,
  row: Submission,
  change: { nextAt: number; sent?: boolean; landed?: { wanted: number | null } },
): void => {
  updateSubmission(db, row.id, {
    state: 'unknown',
    next_attempt_at: change.nextAt,
    backoff: row.backoff + 1,
    may_have_arrived: change.sent ? 1 : row.may_have_arrived,
    landed: change.landed ? 1 : row.landed,
    wanted_number: change.landed ? change.landed.wanted : row.wanted_number,
  })
}

/** Another document has the row's number. The next step is to query `next`. */
export const moveOnward = ({ db }: Ledger, row: Submission, next: number): void => {
  updateSubmission(db, row.id, {
    state: 'unknown',
    next_attempt_at: 0,
    authority_number: next,
    may_have_arrived: 0,
    // All numbers below the one that the authority asked for are in use. If it named none, this number may be free.
    landed: row.wanted_number === null ? 0 : 1,
  })
}

/** Back in the queue with its number; `tries` = attempts in a row without result. */
export const requeue = ({ db }: Ledger, row: Submission, change: { nextAt: number; tries: number }): void => {
  updateSubmission(db, row.id, { state: 'queued', next_attempt_at: change.nextAt, backoff: change.tries })
}

/** The number was wrong. The row takes `next` and is resent at `nextAt`, epoch milliseconds. */
export const renumber = (
  { db, now }: Ledger,
  row: Submission,
  { next, nextAt }: { next: number; nextAt: number },
): void => {
  const counter = counterOf(row)
  if (counter) setNextNumber(db, counter, next)
  const content = { counter, number: row.authority_number, next }
  auditRow(db, row, { kind: 'realigned', at: now(), who: authorityName, content })
  if (row.kind === 'item' && row.item_id !== null) {
    const item = itemById(db, row.item_id)
    if (item) renumberItem(db, item, next)
  }
  updateSubmission(db, row.id, {
    ...settled,
    state: 'queued',
    next_attempt_at: nextAt,
    authority_number: null,
    realigned: 1,
  })
}

/**
 * The number is in use but the authority shows nothing. A row that was set aside may have it, so Kaunta queries that
 * row again.
 */
export const reopen = (
  { db }: Ledger,
  row: Submission,
  { number, wanted }: { number: number; wanted: number },
): void => {
  updateSubmission(db, row.id, {
    state: 'unknown',
    next_attempt_at: 0,
    authority_number: number,
    may_have_arrived: 1,
    landed: 1,
    wanted_number: wanted,
    remedy: null,
    settled_at: null,
  })
}

/** Pauses the lane until the cause is fixed. The row keeps its place and its number. */
export const pause = (
  { db, now }: Ledger,
  row: Submission,
  why: { reason: PauseReason; outcome: Outcome<unknown> },
): void => {
  const detail = 'text' in why.outcome ? why.outcome.text : ''
  pauseLane(db, row.lane, { reason: why.reason, detail, at: now() })
  auditLane(db, row.lane, {
    kind: 'lanePaused',
    at: now(),
    who: till,
    content: { reason: why.reason, detail },
  })
  // A conflicting number is released.
  const release =
    why.reason === 'counterConflict' ? { ...settled, authority_number: null, realigned: 0 as const } : {}
  const isUncertain = row.may_have_arrived === 1 || row.landed === 1
  updateSubmission(db, row.id, {
    state: isUncertain && why.reason !== 'counterConflict' ? 'unknown' : 'queued',
    next_attempt_at: 0,
    ...release,
  })
}
