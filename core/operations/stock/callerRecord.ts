/**
 * Stock records of other software, whatever their shape: kept, queued, and answered when the authority has them. A record
 * that mixes types becomes one per type (`authority §10`).
 *
 * As with sales, the caller's number belongs to what was not refused: parts that the authority has turned down may be
 * sent again under the same number; their movements were taken back when they were given up.
 */
import type { ItemRow } from '../../../db/app/items.ts'
import { openPurchasesOf } from '../../../db/app/purchases.ts'
import {
  insertStockRecord,
  openSalesOf,
  type StockRecordRow,
  stockRecordByNumber,
  stockRecordsOfCaller,
  supersedeStockRecord,
} from '../../../db/app/stock.ts'
import { type Submission, submissionOfStockRecord } from '../../../db/app/submissions.ts'
import type { AppContext } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import { ownReasons } from '../../contract/ownReasons.ts'
import { stockSign } from '../../fiscal/codes.ts'
import { enqueueStockRecord, needsOfItems } from '../../queue/enqueue.ts'
import { withdraw } from '../../queue/mend.ts'
import { type StockPayload, stockPayload } from '../../queue/records.ts'
import { invalid, isOver, itemNotFound, refusedBy, stillWaiting } from '../failures.ts'
import { isService } from '../item/view.ts'
import { groupedOrNothing } from '../transaction.ts'
import { stockLines } from './store.ts'

/** Cents and hundredths. */
export interface CallerStockLine {
  item: ItemRow
  /** Class 12. */
  type: string
  quantity: number
  unitPrice: number
  total: number
  /** What its caller says of the goods themselves; the item master says the rest. */
  as?: Parameters<typeof stockLines>[3]
}

export interface CallerStockRecord extends Omit<StockPayload, 'type' | 'lines'> {
  /** The caller's own. */
  sarNo: number
  /** Tells whether it is the same record again. */
  hash: string
  /** The caller's whole body, as it came. */
  body: object
}

interface Work<R> {
  record: CallerStockRecord
  lines: () => Reply<CallerStockLine[]>
  /** What is answered once the authority has it all. */
  result: (occurredOn: string) => R
  /** Hears what its caller is told. */
  answered?: (reply: Reply<R>) => void
}

interface Part {
  record: StockRecordRow
  submission: Submission
}

/** Which documents come first (`spec 3`, rule 2): the sales of goods sold, the purchases of goods bought. */
const documentsBefore: Record<string, typeof openSalesOf> = { '11': openSalesOf, '02': openPurchasesOf }

const needsOf = ({ db }: AppContext, type: string, lines: CallerStockLine[]) => {
  const items = new Map(lines.map(({ item }) => [item.id, item]))
  const documents = documentsBefore[type]?.(db, [...items.keys()]) ?? []
  return [
    ...needsOfItems(db, items.values(), false),
    ...documents.map((id) => ({ id, need: 'settled' as const })),
  ]
}

const payloadLines = ({ app }: AppContext, lines: CallerStockLine[]): StockPayload['lines'] =>
  lines.flatMap(({ item, as, ...amount }) => stockLines(app, item, amount, as))

const storePart = (
  context: AppContext,
  record: CallerStockRecord,
  part: { number: string; type: string; lines: CallerStockLine[] },
): void => {
  const { db, ports } = context
  const { number, type, lines } = part
  const { sarNo: _, hash, body, ...told } = record
  const at = ports.clock.now()
  const id = insertStockRecord(
    db,
    {
      number,
      type,
      source: 'software',
      invoice_id: null,
      occurred_on: told.occurredOn,
      remark: told.remark,
      author_name: told.author.name,
      recorded_at: at,
      body_hash: hash,
      caller_body: JSON.stringify(body),
    },
    lines.map(({ item, quantity }) => ({ item_id: item.id, quantity: (stockSign(type) ?? 1) * quantity })),
  )
  const payload = { ...told, type, lines: payloadLines(context, lines) }
  const needs = needsOf(context, type, lines)
  enqueueStockRecord(db, { id, payload }, { author: told.author, at, needs })
}

/** What is stored under a caller's number, one record for each type. */
const partsOf = ({ db }: AppContext, sarNo: number): Part[] =>
  stockRecordsOfCaller(db, sarNo).flatMap((record) => {
    const submission = submissionOfStockRecord(db, record.id)
    return submission ? [{ record, submission }] : []
  })

/** Waits until every part of the record is settled. */
const outcome = async <R>(context: AppContext, { record, result }: Work<R>): Promise<Reply<R>> => {
  const { app, db, answerMs } = context
  const parts = partsOf(context, record.sarNo)
  for (const { submission } of parts) {
    const row = await app.submitter.whenSettled(submission.id, answerMs)
    if (row?.state === 'accepted') continue
    const { error } = row && isOver(row) ? refusedBy(db, row, `sarNo ${record.sarNo}`) : stillWaiting(db, row)
    return { ok: false, error: { ...error, data: { ...(error.data as object), sarNo: record.sarNo } } }
  }
  return ok(result(parts[0]?.record.occurred_on ?? record.occurredOn))
}

/** Stores the parts that are not stored yet, in place of those that were refused. */
const store = (
  context: AppContext,
  record: CallerStockRecord,
  work: { lines: CallerStockLine[]; refused: Part[] },
): void => {
  const { app, db } = context
  app.disk.demandRoom()
  for (const { record: before, submission } of work.refused) {
    if (submission.state === 'refused')
      withdraw(app, submission, { by: record.author.name, reason: ownReasons.sentAgain })
    supersedeStockRecord(db, before.id)
  }
  const there = partsOf(context, record.sarNo).map((part) => part.record)
  const missing = [...ofTypes(work.lines)].filter(([type]) => !there.some((part) => part.type === type))
  for (const [type, lines] of missing) {
    // The first type bears the caller's number alone. An older database may have the second name for goods of a credit note.
    const names = ['', `/${type}`, `/${type}/io`].map((end) => `${record.sarNo}${end}`)
    const number = names.find((name) => !stockRecordByNumber(db, name)) as string
    storePart(context, record, { number, type, lines })
  }
}

const ofTypes = (lines: CallerStockLine[]): Map<string, CallerStockLine[]> =>
  Map.groupBy(lines, ({ type }) => type)

/** Are the refused types in the new contents, and the others as they were? */
const isCorrection = (
  context: AppContext,
  record: CallerStockRecord,
  work: { lines: CallerStockLine[]; parts: Part[]; refused: Part[] },
): boolean => {
  const types = ofTypes(work.lines)
  return work.parts.every((part) => {
    const { type } = part.record
    if (work.refused.includes(part)) return types.has(type)
    const stored = stockPayload.parse(JSON.parse(part.submission.payload))
    const lines = payloadLines(context, types.get(type) ?? [])
    const again = stockPayload.safeParse({ ...record, author: stored.author, type, lines })
    return JSON.stringify(again.data) === JSON.stringify(stored)
  })
}

const alreadyThere = <R>({ record: { sarNo }, result }: Work<R>, parts: Part[]) => {
  const isDone = parts.every(({ submission }) => submission.state === 'accepted')
  const data = isDone ? { data: result(parts[0]?.record.occurred_on ?? '') } : {}
  return fail(
    '004',
    'stock.duplicate',
    `A stock record with the number ${sarNo} was already submitted with other contents${isDone ? '; its result is in data' : ''}. Use another number.`,
    { field: 'sarNo', params: { number: sarNo }, ...data },
  )
}

/** Checks and stores, run as one; `attached`: it is here already. */
const keep = <R>(context: AppContext, work: Work<R>): Reply<'stored' | 'attached'> => {
  const { sarNo, hash } = work.record
  const parts = partsOf(context, sarNo)
  const refused = parts.filter(({ submission }) => isOver(submission))
  const same = parts.at(-1)?.record.body_hash === hash
  if (same && refused.length === 0) return ok('attached')
  const changesWhatStands = !same && refused.length < parts.length
  if (changesWhatStands && refused.length === 0) return alreadyThere(work, parts)
  const lines = work.lines()
  if (!lines.ok) return lines
  if (changesWhatStands && !isCorrection(context, work.record, { lines: lines.data, parts, refused }))
    return alreadyThere(work, parts)
  store(context, work.record, { lines: lines.data, refused })
  return ok('stored')
}

/**
 * Submits a record: attaches to the same one, is 004 for another under its number, and waits for the authority.
 * `workOf` is called when it is this record's turn: a number that is chosen there is taken in the same transaction.
 */
export const submitStockRecord = async <R>(
  context: AppContext,
  workOf: () => Reply<Work<R>>,
): Promise<Reply<R>> => {
  const { app, db } = context
  const kept = await groupedOrNothing(db, () => {
    const work = workOf()
    if (!work.ok) return work
    const done = keep(context, work.data)
    return done.ok ? ok({ work: work.data, how: done.data }) : done
  })
  if (!kept.ok) return kept
  const { work, how } = kept.data
  if (how === 'attached') app.submitter.tryNow()
  else {
    app.emit({ type: 'stock.changed' })
    app.emit({ type: 'queue.changed' })
    app.submitter.wake()
  }
  const reply = await outcome(context, work)
  work.answered?.(reply)
  return reply
}

/** The item of a line, which must have stock. */
export const stockedItem = (item: ItemRow | undefined, field: string, code: string): Reply<ItemRow> => {
  if (!item) return itemNotFound(field, code)
  return isService(item) ? invalid(field, code, 'an item with stock; this one is a service') : ok(item)
}
