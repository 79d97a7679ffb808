/**
 * Stock records of other software, in any shape: stored, queued, and answered when the authority has them. A record
 * with several types becomes one record per type (`authority §10`).
 *
 * As with sales, the caller's number is bound to parts that were not rejected. Rejected parts may be sent again under
 * the same number, corrected, with the other parts unchanged. Their movements are reversed.
 */

import type { Db } from '../../../db/engine/sqlite.ts'
import { waitsFor, waitsForPerson } from '../../../db/profile/dependencies.ts'
import type { ItemRow } from '../../../db/profile/items.ts'
import { openPurchasesOf } from '../../../db/profile/purchases.ts'
import {
  insertStockRecord,
  openSalesOf,
  type StockRecordRow,
  stockRecordByNumber,
  stockRecordsOfCaller,
  supersedeStockRecord,
} from '../../../db/profile/stock.ts'
import { type Submission, submission, submissionOfStockRecord } from '../../../db/profile/submissions.ts'
import { authorOf, whoOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { ownReasons } from '../../contract/ownReasons.ts'
import { stockSign } from '../../fiscal/codes.ts'
import { requeueRefused, withdraw } from '../../queue/correct.ts'
import { type Act, enqueueStockRecord, isAside, isOpen, needsOfItems } from '../../queue/enqueue.ts'
import type { StockPayload } from '../../queue/records.ts'
import { awaitOutcome } from '../awaitOutcome.ts'
import type { ShopContext } from '../context.ts'
import { invalid, isOver, itemNotFound } from '../failures.ts'
import { isService } from '../items/isService.ts'
import { groupedOrNothing } from '../transaction.ts'
import { stockLines } from './recordMovements.ts'

/** Cents and hundredths. */
export interface CallerStockLine {
  item: ItemRow
  /** Class 12. */
  type: string
  quantity: number
  unitPrice: number
  total: number
  /** What the caller says of the goods. The item master completes it. */
  as?: Parameters<typeof stockLines>[3]
}

interface CallerStockRecord extends Omit<StockPayload, 'type' | 'lines'> {
  /** The caller's number. */
  sarNo: number
  /** Identifies a repetition of the same record. */
  hash: string
  /** The caller's whole body, unchanged. */
  body: object
}

interface Work<R> {
  record: CallerStockRecord
  lines: () => Reply<CallerStockLine[]>
  /** The response once the authority has all parts. */
  result: (occurredOn: string) => R
  /** Receives the response to the caller. */
  answered?: (reply: Reply<R>) => void
}

interface Part {
  record: StockRecordRow
  submission: Submission
}

/** Documents that must come first (`spec 3`, rule 2): sales for sold goods, purchases for bought goods. */
const documentsBefore: Record<string, typeof openSalesOf> = { '11': openSalesOf, '02': openPurchasesOf }

const needsOf = ({ db }: ShopContext, type: string, lines: CallerStockLine[], by: Act) => {
  const items = new Map(lines.map(({ item }) => [item.id, item]))
  const itemNeeds = needsOfItems(db, items.values(), true, by)
  const held = itemNeeds.filter(({ id }) => isOver(submission(db, id)))
  // A document that waits for a manager would hold back the record as well, unless the record waits for it anyway.
  const comesFirst = (id: number) => !waitsForPerson(db, id) || held.some((need) => waitsFor(db, id, need.id))
  const documents = documentsBefore[type]?.(db, [...items.keys()]).filter(comesFirst) ?? []
  return [...itemNeeds, ...documents.map((id) => ({ id, need: 'settled' as const }))]
}

const payloadLines = ({ profile }: ShopContext, lines: CallerStockLine[]): StockPayload['lines'] =>
  lines.flatMap(({ item, as, ...amount }) => stockLines(profile, item, amount, as))

const storePart = (
  context: ShopContext,
  record: CallerStockRecord,
  part: { number: string; type: string; lines: CallerStockLine[] },
): void => {
  const { db, ports, actor, keeps, claimKey } = context
  const { number, type, lines } = part
  const { sarNo: _, hash, body, ...rest } = record
  const at = ports.clock.now()
  const id = insertStockRecord(
    db,
    {
      number,
      type,
      source: 'software',
      invoice_id: null,
      occurred_on: rest.occurredOn,
      remark: rest.remark,
      author_name: rest.author.name,
      recorded_at: at,
      body_hash: hash,
      caller_body: JSON.stringify(body),
    },
    whoOf(actor),
    lines.map(({ item, quantity }) => ({ item_id: item.id, quantity: (stockSign(type) ?? 1) * quantity })),
  )
  const payload = { ...rest, type, lines: payloadLines(context, lines) }
  const by = { author: rest.author, at }
  const needs = needsOf(context, type, lines, by)
  const queueId = enqueueStockRecord(db, { id, payload }, { ...by, needs })
  keeps?.(queueId)
  claimKey?.(queueId)
}

/** True if any part of the record with that number is pending. */
export const isRecordOpen = (db: Db, sarNo: number): boolean =>
  stockRecordsOfCaller(db, sarNo).some(({ id }) => isOpen(submissionOfStockRecord(db, id)))

/** Returns the stored parts of a caller's number, one record per type. */
const partsOf = ({ db }: ShopContext, sarNo: number): Part[] =>
  stockRecordsOfCaller(db, sarNo).flatMap((record) => {
    const submission = submissionOfStockRecord(db, record.id)
    return submission ? [{ record, submission }] : []
  })

/** Describes the parts that were not rejected, for a caller that hears of the rejected one. */
const standingBeside = (db: Db, parts: Part[]): string => {
  const standing = parts.filter((part) => !isOver(submissionOfStockRecord(db, part.record.id)))
  if (standing.length === 0) return ''
  const types = standing.map(({ record }) => record.type).join(', ')
  return ` The lines of stockTyCd ${types} are valid: repeat them unchanged beside the corrected ones.`
}

/** Waits until every part is settled. */
const outcome = async <R>(context: ShopContext, { record, result }: Work<R>): Promise<Reply<R>> => {
  const { db } = context
  const parts = partsOf(context, record.sarNo)
  for (const { submission: part } of parts) {
    const answered = await awaitOutcome(context, part.id, { name: `sarNo ${record.sarNo}` })
    if (answered.ok) continue
    const { error } = answered
    const message =
      submission(db, part.id)?.state === 'refused'
        ? `${error.message}${standingBeside(db, parts)} Until then, or until it is withdrawn (POST /queue/{queueId}, or a manager on the KRA screen), its goods count in remainingQty here.`
        : error.message
    return {
      ok: false,
      error: { ...error, message, data: { ...(error.data as object), sarNo: record.sarNo } },
    }
  }
  return ok(result(parts[0]?.record.occurred_on ?? record.occurredOn))
}

/** Stores the missing parts, in place of the rejected ones. */
const store = (
  context: ShopContext,
  record: CallerStockRecord,
  work: { lines: CallerStockLine[]; refused: Part[] },
): void => {
  const { profile, db } = context
  profile.disk.demandRoom()
  for (const { record: before, submission } of work.refused) {
    if (submission.state === 'refused')
      withdraw(profile, submission, { by: record.author.name, reason: ownReasons.sentAgain })
    supersedeStockRecord(db, before.id)
  }
  const there = partsOf(context, record.sarNo).map((part) => part.record)
  const missing = [...ofTypes(work.lines)].filter(([type]) => !there.some((part) => part.type === type))
  for (const [type, lines] of missing) {
    // The first type uses the caller's number alone. In an older database a credit note's goods may have the second
    // name.
    const names = ['', `/${type}`, `/${type}/io`].map((end) => `${record.sarNo}${end}`)
    const number = names.find((name) => !stockRecordByNumber(db, name)) as string
    storePart(context, record, { number, type, lines })
  }
}

const ofTypes = (lines: CallerStockLine[]): Map<string, CallerStockLine[]> =>
  Map.groupBy(lines, ({ type }) => type)

/** A transfer has no lines: it is one record, so no part remains beside the rejected one. */
type Body = Partial<ParsedInputOf<'stock.record'>>

/**
 * Returns everything in a body that concerns parts of this type, for comparison. It uses the caller's fields, not the
 * completed ones: the item master may have changed since, perhaps to correct the rejection. The name of the goods may
 * have changed too.
 */
const saidOf = (body: Body, type: string): string =>
  bodyHash({
    orgSarNo: body.orgSarNo || null,
    regTyCd: body.regTyCd,
    custTin: body.custTin || null,
    custNm: body.custNm || null,
    ocrnDt: body.ocrnDt,
    remark: body.remark || null,
    lines: (body.itemList ?? [])
      .filter(({ stockTyCd }) => stockTyCd === type)
      .map(({ itemCd, qty, unitPrice, totAmt }) => ({ itemCd, qty, unitPrice, totAmt })),
  })

const isAsBefore = ({ record: { caller_body, type } }: Part, body: Body): boolean =>
  caller_body !== null && saidOf(JSON.parse(caller_body), type) === saidOf(body, type)

/** True if all valid parts are unchanged and each rejected part has a replacement of any type. */
const isCorrection = (body: Body, parts: Part[], standing: Part[]): boolean =>
  standing.length < parts.length &&
  standing.every((part) => isAsBefore(part, body)) &&
  // Goods that are merely left out would silently be lost.
  (body.itemList ?? []).some(({ stockTyCd }) => standing.every(({ record }) => record.type !== stockTyCd))

/** Submitting the valid parts under another number too would book them twice. */
const whatToDo = (parts: Part[], standing: Part[]): string => {
  if (parts.length === 1) return 'Use another number.'
  const types = standing.map(({ record }) => record.type).join(', ')
  const again = standing.length < parts.length ? ' repeat them unchanged beside the corrected ones, or' : ''
  return `Its lines of stockTyCd ${types} are valid:${again} submit only other lines under another number.`
}

const alreadyThere = <R>({ record: { sarNo }, result }: Work<R>, parts: Part[], standing: Part[]) => {
  const isDone = parts.every(({ submission }) => submission.state === 'accepted')
  const data = isDone ? { data: result(parts[0]?.record.occurred_on ?? '') } : {}
  return fail(
    '004',
    'stock.duplicate',
    `A stock record with the number ${sarNo} was already submitted with other contents${isDone ? '; its result is in data' : ''}. ${whatToDo(parts, standing)}`,
    { field: 'sarNo', params: { number: sarNo }, ...data },
  )
}

/** Checks and stores in one transaction. `attached`: the record exists already. */
const keep = <R>(context: ShopContext, work: Work<R>): Reply<'stored' | 'attached'> => {
  const { sarNo, hash, body } = work.record
  const parts = partsOf(context, sarNo)
  // The authority may have a part that was set aside. It is resent unchanged, and nothing replaces it.
  const isFree = ({ submission }: Part) => isOver(submission) && !isAside(submission)
  const refused = parts.filter(isFree)
  const standing = parts.filter((part) => !isFree(part))
  const same = parts.at(-1)?.record.body_hash === hash
  if (same) {
    for (const { submission } of standing)
      if (isAside(submission) && submission.state === 'refused')
        requeueRefused(context.profile, submission, { author: authorOf(context.actor), buyerPin: undefined })
  }
  if (same && refused.length === 0) return ok('attached')
  if (!same && standing.length > 0 && !isCorrection(body, parts, standing))
    return alreadyThere(work, parts, standing)
  const lines = work.lines()
  if (!lines.ok) return lines
  store(context, work.record, { lines: lines.data, refused })
  return ok('stored')
}

/**
 * Submits a record: attaches to the same one, 004 for another one under its number, and waits for the authority.
 * `workOf` runs when it is this record's turn, so a number chosen there is taken in the same transaction.
 */
export const submitStockRecord = async <R>(
  context: ShopContext,
  workOf: () => Reply<Work<R>>,
): Promise<Reply<R>> => {
  const { profile, db } = context
  const kept = await groupedOrNothing(db, () => {
    const work = workOf()
    if (!work.ok) return work
    const done = keep(context, work.data)
    return done.ok ? ok({ work: work.data, how: done.data }) : done
  })
  if (!kept.ok) return kept
  const { work, how } = kept.data
  if (how === 'attached') profile.submitter.hurry()
  else {
    profile.emit({ type: 'stock.changed' })
    profile.emit({ type: 'queue.changed' })
    profile.submitter.wake()
  }
  const reply = await outcome(context, work)
  work.answered?.(reply)
  return reply
}

/** Returns the item of a line. It must have stock. */
export const stockedItem = (item: ItemRow | undefined, field: string, code: string): Reply<ItemRow> => {
  if (!item) return itemNotFound(field, code)
  return isService(item) ? invalid(field, code, 'an item with stock; this one is a service') : ok(item)
}
