/**
 * Stores a till's documents in the signer's own books, and owes the authority what the till owes for them. Documents
 * of different tills wait for each other as those of one till do.
 */
import { till } from '../../db/profile/audit.ts'
import {
  type Invoice,
  type InvoiceLine,
  insertInvoice,
  invoiceByNumber,
  supersedeInvoice,
} from '../../db/profile/invoices.ts'
import { itemById } from '../../db/profile/items.ts'
import {
  insertStockRecord,
  type StockRecordRow,
  settlingRecords,
  stockRecordByNumber,
  supersedeStockRecord,
  waitsForAuthority,
} from '../../db/profile/stock.ts'
import { type Submission, submission } from '../../db/profile/submissions.ts'
import { insertTaken, type Taken, takenDocument, takenSubmission } from '../../db/profile/taken.ts'
import type { Fact, FactRows } from '../contract/hub/wire.ts'
import { ownReasons } from '../contract/ownReasons.ts'
import { withdraw } from '../queue/correct.ts'
import { enqueueInvoice, enqueueStockRecord, isOpen, type Need, needsOfItems } from '../queue/enqueue.ts'
import {
  itemIdsOf,
  type SalePayload,
  type StockPayload,
  salePayload,
  stockPayload,
} from '../queue/records.ts'
import type { TakeContext } from './context.ts'
import { holdIfCreditedTwice } from './credits.ts'
import { itemsOf, type LineOfItem } from './items.ts'
import { settleAsKnown } from './known.ts'
import { lettersAround, sendBefore, withLetters } from './letters.ts'
import { takenAlong } from './stretches.ts'
import { demand } from './wants.ts'

/** A fact with the rows of its document, as its till's tables have them. */
export type Documented = Fact & { rows: FactRows }

export interface Owed {
  /** The till's submission. */
  owed: Submission
  act: { author: { id: string; name: string }; at: number }
}

export const owedOf = ({ rows }: Documented): Owed => {
  const [row] = rows.submissions ?? []
  const owed = demand(row, 'The till did not say what it owes for it') as unknown as Submission
  return { owed, act: { author: { id: owed.author_id, name: owed.author_name }, at: owed.created_at } }
}

/** Callers of two tills may use one number, and each till counts its stock records from 1. */
const qualified = ({ origin }: TakeContext, number: string): string => `${origin.name}/${number}`

type SentLine = (SalePayload | StockPayload)['lines'][number]

export const describedBy = (lines: readonly SentLine[]): [number, LineOfItem][] =>
  lines.map((line) => [
    line.itemId,
    {
      name: line.itemName,
      tax_type: line.taxType,
      item_class: line.itemClass,
      package_unit: line.packageUnit,
      quantity_unit: line.quantityUnit,
      barcode: line.barcode,
      price: line.unitPrice,
    },
  ])

/** The till's own line says more of an item than the authority's. */
const describedByTill = (lines: readonly InvoiceLine[]): [number, LineOfItem][] =>
  lines.flatMap((line) =>
    line.item_id === null
      ? []
      : [
          [
            line.item_id,
            {
              name: line.name,
              tax_type: line.tax_type,
              item_class: line.item_class,
              package_unit: line.package_unit,
              quantity_unit: line.quantity_unit,
              barcode: line.barcode,
              price: Math.max(0, line.unit_price),
              code: line.item_code,
              type: line.item_type as '1' | '2' | '3',
            },
          ],
        ],
  )

/** An accepted row lets nothing wait. */
const untilAccepted = ({ db }: TakeContext, parent: Taken | undefined): Need[] => {
  const row = parent?.submission_id ? submission(db, parent.submission_id) : undefined
  return !row || row.state === 'accepted' ? [] : [{ id: row.id, need: 'accepted' }]
}

const needsOf = ({ db }: TakeContext, items: ReadonlyMap<number, number>): Need[] =>
  needsOfItems(db, new Set([...items.values()].flatMap((id) => itemById(db, id) ?? [])), true)

/** The purchase or the decision at customs that brings the goods. A later fact of the trail has it. */
const untilDecided = (context: TakeContext, { rows }: Documented): Need[] =>
  (rows.needs ?? []).flatMap((id) => {
    const { db, origin } = context
    const found = takenAlong(context, origin.uid, (home) => takenSubmission(db, home, id))
    const taken = demand(found, 'The document of these goods has not come from the till yet')
    const row = taken.submission_id === null ? undefined : submission(db, taken.submission_id)
    return row && isOpen(row) ? [{ id: row.id, need: 'settled' as const }] : []
  })

const remember = (
  { db, origin }: TakeContext,
  fact: Fact,
  row: Pick<Taken, 'document' | 'document_id' | 'submission_id' | 'local_submission'>,
): void =>
  insertTaken(db, {
    ...row,
    origin: origin.id,
    seq: fact.seq,
    local_id: demand(fact.rowId, 'It has no id'),
    answers: fact.seq,
    hash: fact.hash,
  })

/** The document that this one belongs to. `uid`: of another till (`invoice.original_uid`). */
const parentOf = (
  context: TakeContext,
  { id: localId, uid }: { id: number | null; uid?: string | null | undefined },
): Taken | undefined => {
  if (localId === null && !uid) return undefined
  const { db, origin } = context
  const [till = origin.uid, there = localId] = uid?.split('/') ?? []
  const id = Number(there)
  const found = takenAlong(context, till, (home) => takenDocument(db, home, 'invoice', id))
  const wanted = { origin: till, document: 'invoice', id, again: false } as const
  return demand(found, 'Its document has not come from the till yet', wanted)
}

/** The till's own series is unique. A caller's number is not, and is free again once its document is replaced. */
const invoiceNumber = (context: TakeContext, { source, number }: Invoice): string => {
  const { db } = context
  if (source === 'till' && !invoiceByNumber(db, number)) return number
  const holder = invoiceByNumber(db, qualified(context, number))
  if (holder) supersedeInvoice(db, holder.id)
  return qualified(context, number)
}

/** Sales and credit notes. */
export const takeInvoice = (context: TakeContext, fact: Documented): void => {
  const { db } = context
  const invoice = fact.rows.row as unknown as Invoice
  const lines = (fact.rows.lines ?? []) as unknown as InvoiceLine[]
  const { owed, act } = owedOf(fact)
  const payload = salePayload.parse(JSON.parse(owed.payload))
  const original = parentOf(context, { id: payload.originalId, uid: invoice.original_uid })
  const described = new Map([...describedBy(payload.lines), ...describedByTill(lines)])
  const items = itemsOf(context, fact, { described, by: act })
  const number = invoiceNumber(context, invoice)
  const id = insertInvoice(
    db,
    {
      ...invoice,
      number,
      trader_number: payload.traderNumber === number ? null : payload.traderNumber,
      original_id: original?.document_id ?? null,
      original_uid: null,
      request_id: null,
      body_hash: null,
      caller_body: null,
      shift_id: null,
    },
    {
      lines: lines.map((line) => ({
        ...line,
        item_id: line.item_id === null ? null : (items.get(line.item_id) as number),
      })),
      who: fact.who,
    },
  )
  const ours: SalePayload = {
    ...payload,
    originalId: original?.document_id ?? null,
    lines: payload.lines.map((line) => ({ ...line, itemId: items.get(line.itemId) as number })),
  }
  const letters = lettersAround(db, ours.lines)
  const needs = payload.kind === 'sale' ? needsOf(context, items) : untilAccepted(context, original)
  const submissionId = enqueueInvoice(
    db,
    { id, number: invoice.number, total: invoice.total, payload: ours },
    { ...act, needs: withLetters(db, needs, letters) },
  )
  sendBefore(db, submissionId, letters)
  remember(context, fact, {
    document: 'invoice',
    document_id: id,
    submission_id: submissionId,
    local_submission: owed.id,
  })
  if (!settleAsKnown(context, fact, { submissionId, owed }) && original)
    holdIfCreditedTwice(context, { id, submissionId, saleId: original.document_id })
}

const recordNumber = (context: TakeContext, number: string): string => {
  const { db } = context
  const own = qualified(context, number)
  const holder = stockRecordByNumber(db, own)
  if (holder) supersedeStockRecord(db, holder.id)
  return own
}

type Moved = { item_id: number; quantity: number }

/** Goods that came, went or were counted. */
export const takeStockRecord = (context: TakeContext, fact: Documented): void => {
  const { db } = context
  const record = fact.rows.row as unknown as StockRecordRow
  const movements = (fact.rows.movements ?? []) as unknown as Moved[]
  // The till took its own record back. The signer does so with its own row.
  if ((fact.rows.submissions ?? []).length === 0) return
  const { owed, act } = owedOf(fact)
  const payload = stockPayload.parse(JSON.parse(owed.payload))
  const document = parentOf(context, { id: record.invoice_id })
  const described = new Map(describedBy(payload.lines))
  const items = itemsOf(context, fact, { described, by: act })
  const ours = (id: number) => demand(items.get(id), `The till did not name item ${id} of it`)
  const id = insertStockRecord(
    db,
    {
      ...record,
      number: recordNumber(context, record.number),
      // The signer tells the authority the stock of its branch after each record, also of other software.
      source: 'till',
      invoice_id: document?.document_id ?? null,
      body_hash: null,
      caller_body: null,
    },
    fact.who,
    movements.map(({ item_id, quantity }) => ({ item_id: ours(item_id), quantity })),
  )
  const lines = payload.lines.map((line) => ({ ...line, itemId: ours(line.itemId) }))
  const letters = lettersAround(db, lines)
  const needs = withLetters(
    db,
    document
      ? untilAccepted(context, document)
      : [...needsOf(context, items), ...untilDecided(context, fact)],
    letters,
  )
  const submissionId = enqueueStockRecord(db, { id, payload: { ...payload, lines } }, { ...act, needs })
  sendBefore(db, submissionId, letters)
  remember(context, fact, {
    document: 'stockRecord',
    document_id: id,
    submission_id: submissionId,
    local_submission: owed.id,
  })
  if (!settleAsKnown(context, fact, { submissionId, owed })) withdrawIfOther(context, submissionId)
}

/** A difference that a manager settles must be the one that is here, or the authority's stock would be wrong after it. */
const withdrawIfOther = ({ db, clock }: TakeContext, submissionId: number): void => {
  const row = submission(db, submissionId) as Submission
  const { atAuthority, lines } = stockPayload.parse(JSON.parse(row.payload))
  if (atAuthority === undefined) return
  const settling = settlingRecords(db).filter(({ id }) => id !== submissionId)
  const isOther = lines.some(
    ({ itemId }) =>
      itemById(db, itemId)?.authority_on_hand !== atAuthority ||
      waitsForAuthority(db, itemId) ||
      settling.some((each) => itemIdsOf(each).includes(itemId)),
  )
  if (isOther) withdraw({ db, ports: { clock } }, row, { by: till, reason: ownReasons.otherDifference })
}
