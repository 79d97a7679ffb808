/** What a till leaves to the signer beside documents: items, customers, purchases, customs, and rows sent again. */

import type { Db } from '../../db/engine/sqlite.ts'
import {
  customerByPin,
  insertCustomer,
  listNumberOf,
  takeCustomerNumber,
  updateCustomer,
} from '../../db/profile/customers.ts'
import { storeCustomsEntry } from '../../db/profile/customs.ts'
import { storeInsurance } from '../../db/profile/insurances.ts'
import { invoiceById } from '../../db/profile/invoices.ts'
import { type ItemRow, itemById, itemByUid, updateItem } from '../../db/profile/items.ts'
import { purchasesNumbered, storePurchase } from '../../db/profile/purchases.ts'
import { registrationOf } from '../../db/profile/registrations.ts'
import { type Submission, submission, updateSubmission } from '../../db/profile/submissions.ts'
import { changeTaken, insertTaken, type Taken, tellOutcome } from '../../db/profile/taken.ts'
import type { Fact } from '../contract/hub/wire.ts'
import { requeueRefused } from '../queue/correct.ts'
import {
  enqueueCustomer,
  enqueueItem,
  isOpen,
  type Need,
  needsOfItems,
  type PinnedCustomer,
} from '../queue/enqueue.ts'
import { enqueueCustoms, enqueueInsurance, enqueuePurchase } from '../queue/enqueueSupply.ts'
import {
  customerPayload,
  customsPayload,
  type ItemPayload,
  insurancePayload,
  itemPayload,
  purchasePayload,
  salePayload,
} from '../queue/records.ts'
import { mustRealign } from '../queue/twin.ts'
import { documentsBefore } from '../shop/items/storeItem.ts'
import type { TakeContext } from './context.ts'
import { holdIfCreditedTwice } from './credits.ts'
import { type Documented, describedBy, type Owed } from './documents.ts'
import { itemsOf, makeItem } from './items.ts'
import { settleAsKnown } from './known.ts'
import { holdLetter } from './letters.ts'
import { takenForSubmission } from './stretches.ts'
import { demand, type WantedDocument } from './wants.ts'

const fieldsOf = (payload: ItemPayload) => ({
  name: payload.name,
  type: payload.itemType,
  tax_type: payload.taxType,
  price: payload.price,
  item_class: payload.itemClass,
  origin_country: payload.originCountry,
  package_unit: payload.packageUnit,
  quantity_unit: payload.quantityUnit,
  barcode: payload.barcode,
  standard_name: payload.standardName,
  batch_number: payload.batchNumber,
  additional_info: payload.additionalInfo,
  low_stock: payload.safetyQuantity,
  active: payload.active ? (1 as const) : (0 as const),
})

/**
 * Changes what the till changed. Its other columns may be older than the branch's: another till's change may not have
 * reached it.
 */
const changeItem = (
  { db, known, origin }: TakeContext,
  item: ItemRow,
  {
    payload,
    changed,
    act,
    fact,
  }: { payload: ItemPayload; changed: readonly string[] | null; act: Owed['act']; fact: Documented },
): void => {
  // The authority's words for units are not ours, and the code contains them.
  const { package_unit: _, quantity_unit: __, type: ___, ...all } = fieldsOf(payload)
  const isWhole = changed === null || item.registration !== 'registered'
  const fields = isWhole
    ? all
    : Object.fromEntries(Object.entries(all).filter(([name]) => changed.includes(name)))
  const differs = Object.entries(fields).some(
    ([name, value]) => (value ?? null) !== (item[name as keyof ItemRow] ?? null),
  )
  if (differs) updateItem(db, item.id, { ...fields, updated_at: act.at })
  const now = itemById(db, item.id) as ItemRow
  const latest = registrationOf(db, item.id)
  // A rejected one is sent again, although the item is the same.
  if (!differs && latest && (isOpen(latest) || latest.state === 'accepted')) return
  const isThere = known(origin.uid, fact).outcome?.state === 'accepted'
  const needs = documentsBefore(db, item, now)
  const id = enqueueItem(db, now, { ...act, needs })
  holdLetter(db, item, { id, letter: now.tax_type, at: act.at, isThere })
}

const oweItem = (context: TakeContext, fact: Documented, { owed, act }: Owed): number => {
  const { db } = context
  const uid = demand(fact.uids.items[owed.item_id ?? 0], 'The till did not name the item')
  const payload = itemPayload.parse(JSON.parse(owed.payload))
  const known = itemByUid(db, uid)
  if (known === undefined) makeItem(db, uid, { ...fieldsOf(payload), code: null }, act)
  else {
    const { changed = null } = JSON.parse(fact.content) as { changed?: string[] }
    changeItem(context, itemById(db, known) as ItemRow, { payload, changed, act, fact })
  }
  return registrationOf(db, itemByUid(db, uid) ?? 0)?.id ?? 0
}

const oweCustomer = ({ db, ids }: TakeContext, _: Documented, { owed, act }: Owed): number => {
  const { author, modifier, number, active, ...payload } = customerPayload.parse(JSON.parse(owed.payload))
  const known = customerByPin(db, payload.pin)
  const own = known?.number ?? takeCustomerNumber(db)
  const fields = {
    ...payload,
    list_number: number || listNumberOf(own),
    active: active ? (1 as const) : (0 as const),
    author_id: author.id,
    author_name: author.name,
    modifier_id: modifier.id,
    modifier_name: modifier.name,
    updated_at: act.at,
  }
  if (known) updateCustomer(db, known.id, fields)
  else
    insertCustomer(db, {
      ...fields,
      uid: ids.uuid(),
      number: own,
      phone_key: null,
      credit_limit: null,
      merged_into: null,
      created_at: act.at,
      request_id: null,
    })
  return enqueueCustomer(db, customerByPin(db, payload.pin) as PinnedCustomer, act)
}

const oweInsurance = ({ db }: TakeContext, _: Documented, { owed, act }: Owed): number => {
  const payload = insurancePayload.parse(JSON.parse(owed.payload))
  const { code, name, rate, active } = payload
  storeInsurance(db, { code, name, rate, active: active ? 1 : 0, created_at: act.at, updated_at: act.at })
  return enqueueInsurance(db, payload, act)
}

const needsOf = ({ db }: TakeContext, ids: Iterable<number>): Need[] =>
  needsOfItems(
    db,
    [...new Set(ids)].flatMap((id) => itemById(db, id) ?? []),
    false,
  )

const owePurchase = (context: TakeContext, fact: Documented, { owed, act }: Owed): number => {
  const { db } = context
  const payload = purchasePayload.parse(JSON.parse(owed.payload))
  const items = itemsOf(context, fact, { described: new Map(describedBy(payload.lines)), by: act })
  const { supplierPin, supplierBranch, supplierNumber } = payload
  const find = () => purchasesNumbered(db, supplierNumber, { supplierPin, supplierBranch })[0]
  if (!find())
    storePurchase(db, {
      supplier_pin: supplierPin,
      supplier_branch: supplierBranch,
      number: supplierNumber,
      sold_on: payload.purchasedOn,
      content: '{}',
      changed_at: act.at,
    })
  const purchase = find()
  const lines = payload.lines.map((line) => ({ ...line, itemId: items.get(line.itemId) as number }))
  return enqueuePurchase(
    db,
    { id: purchase?.id ?? 0, payload: { ...payload, lines } },
    { ...act, needs: needsOf(context, items.values()) },
  )
}

const oweCustoms = (context: TakeContext, fact: Documented, { owed, act }: Owed): number => {
  const { db } = context
  const payload = customsPayload.parse(JSON.parse(owed.payload))
  const uid = demand(fact.uids.items[payload.itemId], 'The till did not name the item')
  const itemId = demand(itemByUid(db, uid), `Nothing is known of item ${uid}`)
  const { task, sequence, declaredOn } = payload
  const id = storeCustomsEntry(
    db,
    { task, item_seq: sequence, declaration: '', content: '{}', pulled_at: act.at },
    { status: '', declaredOn },
  )
  return enqueueCustoms(
    db,
    { id, title: owed.title, payload: { ...payload, itemId } },
    { ...act, needs: needsOf(context, [itemId]) },
  )
}

const owing: Partial<
  Record<Submission['kind'], (context: TakeContext, fact: Documented, owed: Owed) => number>
> = {
  item: oweItem,
  customer: oweCustomer,
  insurance: oweInsurance,
  purchase: owePurchase,
  customsEntry: oweCustoms,
}

/** A person sends a rejected document again, perhaps with another buyer. */
const sendAgain = (context: TakeContext, ours: Submission, { owed, act }: Owed): void => {
  const { db, present } = context
  if (ours.state !== 'refused') {
    tellOutcome(db, ours.id)
    return
  }
  const isSale = ours.kind === 'sale' || ours.kind === 'creditNote'
  const buyerOf = ({ payload }: Submission) => salePayload.parse(JSON.parse(payload)).buyerPin
  const buyerPin = isSale && buyerOf(owed) !== buyerOf(ours) ? buyerOf(owed) : undefined
  requeueRefused(present, ours, { author: act.author, buyerPin })
  const note = ours.kind === 'creditNote' ? invoiceById(db, ours.invoice_id ?? 0) : undefined
  if (note?.original_id)
    holdIfCreditedTwice(context, { id: note.id, submissionId: ours.id, saleId: note.original_id })
}

/** These may change again while they wait. */
const changing: ReadonlySet<Submission['kind']> = new Set(['item', 'customer', 'insurance'])

/** The authority keeps the last customer and insurance that it is told. It takes these once. */
const sentOnce: ReadonlySet<Submission['kind']> = new Set(['purchase', 'customsEntry'])
const isAcceptedOnce = ({ kind, state }: Submission): boolean => sentOnce.has(kind) && state === 'accepted'

/** Another signer may have sent a purchase untold. Then one that the authority has already is this one. */
export const mayBeConfirmed = (db: Db, { id, kind }: Submission): void => {
  if (kind === 'purchase') updateSubmission(db, id, { may_have_arrived: 1 })
}
const doubt = ({ db, origin, hubBefore }: TakeContext, { seq }: Fact, row: Submission): void => {
  if (mustRealign(db) || seq <= hubBefore(origin.uid).before) mayBeConfirmed(db, row)
}
/** Ends a new row that is sent once, if its end is known. */
const settleOnce = (context: TakeContext, fact: Fact, row: Submission, { owed }: Owed): void => {
  if (sentOnce.has(row.kind) && !settleAsKnown(context, fact, { submissionId: row.id, owed }))
    doubt(context, fact, row)
}

const again = (context: TakeContext, fact: Documented, known: Taken, owed: Owed): void => {
  const { db } = context
  if (fact.seq <= known.answers) return
  const owe = owing[owed.owed.kind]
  const before = known.submission_id === null ? undefined : submission(db, known.submission_id)
  // A purchase was accepted after all, before the person's wish came.
  const isDone = before && (isOpen(before) ? !changing.has(before.kind) : isAcceptedOnce(before))
  const isToSend = owe && !isDone
  const id = isToSend ? owe(context, fact, owed) : known.submission_id
  changeTaken(db, known, { answers: fact.seq, submission_id: id })
  const ours = id === null ? undefined : submission(db, id)
  if (!ours) return
  if (!owe) sendAgain(context, ours, owed)
  else if (!isOpen(ours)) tellOutcome(db, ours.id)
  else if (isToSend) settleOnce(context, fact, ours, owed)
}

/** The document of a row that a person sends again. */
const documentOf = (origin: string, { invoice_id, stock_record_id }: Submission): WantedDocument | null => {
  if (invoice_id !== null) return { origin, document: 'invoice', id: invoice_id, again: true }
  return stock_record_id === null
    ? null
    : { origin, document: 'stockRecord', id: stock_record_id, again: true }
}

/** A row `owed` of a till's trail. */
export const takeOwed = (context: TakeContext, fact: Documented): void => {
  const { db, origin } = context
  const owed = fact.rows.row as unknown as Submission
  const act = { author: { id: owed.author_id, name: owed.author_name }, at: fact.at }
  const known = takenForSubmission(context, fact, owed.id)
  if (known) {
    again(context, fact, known, { owed, act })
    return
  }
  const reason = `The document of ${owed.title} has not come from the till yet`
  const owe = demand(owing[owed.kind], reason, documentOf(origin.uid, owed))
  const id = owe(context, fact, { owed, act })
  const isOnce = sentOnce.has(owed.kind)
  const told = isOnce ? context.known(origin.uid, fact).outcome : undefined
  insertTaken(db, {
    origin: origin.id,
    seq: fact.seq,
    document: 'submission',
    local_id: owed.id,
    local_submission: owed.id,
    document_id: id,
    submission_id: id,
    // If it has ended, later acts of people are answered too.
    answers: told && told.state !== 'held' ? told.answers : fact.seq,
    hash: fact.hash,
  })
  const ours = submission(db, id)
  if (!ours) return
  if (!isOpen(ours)) tellOutcome(db, id)
  else settleOnce(context, fact, ours, { owed, act })
}
