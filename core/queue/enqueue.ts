/** Adds documents to the queue, inside the caller's transaction. */

import type { Db } from '../../db/engine/sqlite.ts'
import { takeAuthorityOnly } from '../../db/profile/authorityOnly.ts'
import type { CustomerRow } from '../../db/profile/customers.ts'
import { waitsForPerson } from '../../db/profile/dependencies.ts'
import { isSignedByHub } from '../../db/profile/hubLink.ts'
import { type ItemRow, itemById, updateItem } from '../../db/profile/items.ts'
import { sayOwed } from '../../db/profile/owed.ts'
import { isLaneOpen } from '../../db/profile/queueHeads.ts'
import {
  isTaxTypeSent,
  registrationOf,
  submissionOfCustomer,
  waitingStockMaster,
} from '../../db/profile/registrations.ts'
import {
  insertSubmission,
  openAmong,
  type Submission,
  submission,
  updateSubmission,
} from '../../db/profile/submissions.ts'
import type { Author } from '../authority/port.ts'
import { authorityPackage, authorityUnit } from '../fiscal/itemCode.ts'
import { authorityCodeOf } from './itemCodes.ts'
import {
  type CustomerPayload,
  customerPayload,
  type ItemPayload,
  itemPayload,
  type SalePayload,
  type StockPayload,
  salePayload,
  stockMasterPayload,
  stockPayload,
} from './records.ts'

/** The author and the time. */
export interface Act {
  author: Author
  at: number
}

/** For an update that overwrites the previous state at the authority. */
export interface Replacing extends Act {
  /** The row of the same call, if its caller has not received the outcome yet. */
  made?: number | undefined
}

export const isSameCall = (last: Submission, payload: string, { made }: Replacing): boolean =>
  last.id === made && last.payload === payload

/** True until the row is settled. */
export const isOpen = (row: Pick<Submission, 'state'> | undefined): boolean =>
  row?.state === 'queued' || row?.state === 'sending' || row?.state === 'unknown'

/** True for a row that was set aside, and perhaps withdrawn later. The authority may still have it. */
export const isAside = (row: Submission | undefined): row is Submission & { may_have_arrived: 1 } =>
  (row?.state === 'refused' || row?.state === 'withdrawn') && row.may_have_arrived === 1

/** True if the row did not arrive or was rejected, so its content may still change. */
export const isReplaceable = ({ state, may_have_arrived }: Submission): boolean =>
  state === 'refused' || (state === 'queued' && may_have_arrived === 0)

/** Resets a row to queued, with new content, in place. Rows that wait for it stay connected to it. Returns its id. */
export const makeAnew = (db: Db, id: number, content: { payload: string; title: string }): number => {
  updateSubmission(db, id, {
    ...content,
    state: 'queued',
    attempts: 0,
    next_attempt_at: 0,
    backoff: 0,
    realigned: 0,
    remedy: null,
    last_code: null,
    last_text: null,
    settled_at: null,
  })
  return id
}

export type Need = { id: number; need: 'accepted' | 'settled' }

const itemRecord = (item: ItemRow, author: Author): ItemPayload =>
  itemPayload.parse({
    itemClass: item.item_class,
    itemType: item.type,
    name: item.name,
    standardName: item.standard_name,
    originCountry: item.origin_country,
    packageUnit: authorityPackage(item.package_unit),
    quantityUnit: authorityUnit(item.quantity_unit),
    taxType: item.tax_type,
    batchNumber: item.batch_number,
    barcode: item.barcode,
    price: item.price,
    additionalInfo: item.additional_info,
    safetyQuantity: item.low_stock ?? 0,
    active: item.active === 1,
    author,
  })

/**
 * Queues the registration of an item, or of its change, behind `needs`. A registration that did not arrive, or was
 * rejected, is replaced in place, so that documents waiting for it continue when it succeeds. It is not replaced in
 * place if a row in `needs` may wait for it. `changed`: the columns that were changed; absent: any. Returns the submission's
 * id.
 */
export const enqueueItem = (
  db: Db,
  item: ItemRow,
  { needs = [], changed, ...act }: Act & { needs?: Need[]; changed?: readonly string[] },
): number => {
  authorityCodeOf(db, item)
  const payload = JSON.stringify(itemRecord(item, act.author))
  const last = registrationOf(db, item.id)
  if (item.registration === 'refused') updateItem(db, item.id, { registration: 'waiting' })
  const isMadeAnew = last !== undefined && isReplaceable(last) && needs.length === 0
  const row = {
    kind: 'item',
    lane: 'items',
    title: item.name,
    payload,
    item_id: item.id,
    author_id: act.author.id,
    author_name: act.author.name,
    created_at: act.at,
  } as const
  const id = isMadeAnew
    ? makeAnew(db, last.id, { payload, title: item.name })
    : insertSubmission(db, row, needs)
  // A sale under a new tax letter may follow at once. The signer must have heard of the letter before it.
  if (isSignedByHub(db)) sayOwed(db, submission(db, id) as Submission, act.at, changed)
  return id
}

/** Nobody queued the registration of the item: the hub that this till left had it for another branch. */
const registerUnknown = (db: Db, itemId: number, by: Act): Submission | undefined => {
  const item = isSignedByHub(db) ? undefined : itemById(db, itemId)
  return item && submission(db, enqueueItem(db, item, by))
}

/**
 * Returns what a document about these items must wait for: their registration, pending changes of their tax letter,
 * and stock-ins that the authority does not have. A sale under an unknown tax letter would be rejected. Other changes
 * are not waited for: after a list of new prices, sales would stay unsigned until all prices were sent. `by`: who registers
 * what nobody queued; absent: it stays.
 */
export const needsOfItems = (
  db: Db,
  items: Iterable<Pick<ItemRow, 'id' | 'tax_type' | 'registration' | 'last_stock_in_id'>>,
  stockIns: boolean,
  by?: Act,
): Need[] => {
  const needs = new Map<number, Need>()
  let changing: boolean | undefined
  const bookedBy = new Set<number>()
  for (const item of items) {
    const known = item.registration === 'registered'
    if (known) changing ??= isLaneOpen(db, 'items')
    if (!known || changing) {
      const registration =
        registrationOf(db, item.id) ?? (known || !by ? undefined : registerUnknown(db, item.id, by))
      // A withdrawn registration is never accepted. Send the document; the authority's response says what is wrong
      // with the item.
      const isOnItsWay = isOpen(registration) && !(known && isTaxTypeSent(db, item))
      if (registration && (isOnItsWay || (!known && registration.state === 'refused')))
        needs.set(registration.id, { id: registration.id, need: known ? 'settled' : 'accepted' })
    }
    if (stockIns && item.last_stock_in_id !== null) bookedBy.add(item.last_stock_in_id)
  }
  for (const { id, blockers } of openAmong(db, [...bookedBy])) {
    if (!needs.has(id) && !(blockers > 0 && waitsForPerson(db, id))) needs.set(id, { id, need: 'settled' })
  }
  return [...needs.values()]
}

/**
 * Queues a sale or a credit note behind `needs`. If the authority is known to have it, Kaunta queries it instead of
 * sending.
 */
export const enqueueInvoice = (
  db: Db,
  invoice: { id: number; number: string; total: number; payload: SalePayload },
  act: Act & { needs: Need[] },
): number => {
  const id = insertSubmission(
    db,
    {
      kind: invoice.payload.kind,
      lane: 'sales',
      title: invoice.number,
      amount: invoice.payload.kind === 'creditNote' ? -invoice.total : invoice.total,
      payload: JSON.stringify(salePayload.parse(invoice.payload)),
      invoice_id: invoice.id,
      author_id: act.author.id,
      author_name: act.author.name,
      created_at: act.at,
    },
    act.needs,
  )
  const there = takeAuthorityOnly(db, invoice.payload.traderNumber)
  if (there !== undefined)
    updateSubmission(db, id, { state: 'unknown', authority_number: there, may_have_arrived: 1, landed: 1 })
  return id
}

/**
 * Queues a stock record behind `needs`. An inbound record is stored at its items, so that their sales wait for it.
 */
export const enqueueStockRecord = (
  db: Db,
  record: { id: number; payload: StockPayload; invoiceId?: number },
  act: Act & { needs: Need[] },
): number => {
  const id = insertSubmission(
    db,
    {
      kind: 'stockRecord',
      lane: 'stock',
      title: String(record.payload.lines.length),
      payload: JSON.stringify(stockPayload.parse(record.payload)),
      stock_record_id: record.id,
      author_id: act.author.id,
      author_name: act.author.name,
      created_at: act.at,
    },
    act.needs,
  )
  if (record.payload.type.startsWith('0')) {
    for (const line of record.payload.lines) updateItem(db, line.itemId, { last_stock_in_id: id })
  }
  return id
}

/** Queues an item's stock master. A pending one already sends the newest quantity. */
export const enqueueStockMaster = (
  db: Db,
  item: { id: number; name: string },
  act: Act & { quantity: number | null; needs?: Need[] },
): number => {
  const waiting = act.quantity === null ? waitingStockMaster(db, item.id) : undefined
  if (waiting && stockMasterPayload.parse(JSON.parse(waiting.payload)).quantity === null) return waiting.id
  return insertSubmission(
    db,
    {
      kind: 'stockMaster',
      lane: 'stock',
      title: item.name,
      payload: JSON.stringify({ quantity: act.quantity, author: act.author }),
      item_id: item.id,
      author_id: act.author.id,
      author_name: act.author.name,
      created_at: act.at,
    },
    act.needs,
  )
}

/** Returns a customer as a record for the authority's branch list. */
/** Only a customer with a PIN is in that list. */
export type PinnedCustomer = CustomerRow & { pin: string }

export const customerRecord = (row: PinnedCustomer): CustomerPayload =>
  customerPayload.parse({
    number: row.list_number,
    pin: row.pin,
    name: row.name,
    address: row.address,
    phone: row.phone,
    email: row.email,
    fax: row.fax,
    active: row.active === 1,
    remark: row.remark,
    author: { id: row.author_id, name: row.author_name },
    modifier: { id: row.modifier_id, name: row.modifier_name },
  })

/**
 * Queues a customer for the authority's branch list (`authority §1.4-9`, an upsert). A row that was not sent is
 * replaced in place. A row that was sent with the same content is reused. Returns the submission's id.
 */
export const enqueueCustomer = (db: Db, customer: PinnedCustomer, act: Replacing): number => {
  const payload = JSON.stringify(customerRecord(customer))
  const last = submissionOfCustomer(db, customer.pin)
  if (last && isSameCall(last, payload, act)) return last.id
  if (last && isReplaceable(last)) return makeAnew(db, last.id, { payload, title: customer.name })
  if (last && isOpen(last) && last.payload === payload) return last.id
  return insertSubmission(db, {
    kind: 'customer',
    lane: 'other',
    title: customer.name,
    payload,
    customer_pin: customer.pin,
    author_id: act.author.id,
    author_name: act.author.name,
    created_at: act.at,
  })
}
