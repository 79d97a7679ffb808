/**
 * Stock movements of other software (`spec 4.13`); a record that mixes types becomes one per type (`authority §10`).
 * As with sales, the caller's number belongs to what was not refused: parts that the authority has turned down may be
 * sent again under the same number, and their movements are taken back first.
 */
import { type ItemRow, itemByCode } from '../../../db/app/items.ts'
import { device } from '../../../db/app/reference.ts'
import {
  insertStockRecord,
  openSalesOf,
  type StockRecordRow,
  stockRecordByNumber,
  supersedeStockRecord,
} from '../../../db/app/stock.ts'
import { type Submission, submissionOfStockRecord } from '../../../db/app/submissions.ts'
import { type AppContext, authorOf } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { stockSign } from '../../fiscal/codes.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { enqueueStockRecord, needsOfItems } from '../../queue/enqueue.ts'
import { withdraw } from '../../queue/mend.ts'
import { bodyHash } from '../bodyHash.ts'
import { invalid, isOver, itemNotFound, notAnsweredYet, notReady, refusedBy } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { isService } from '../item/view.ts'
import { callerAmount, callerQuantity } from '../sale/callerLine.ts'
import { stockLines } from './store.ts'

type Input = ParsedInputOf<'stock.record'>
type Result = OutputOf<'stock.record'>

interface Line {
  item: ItemRow
  type: string
  quantity: number
  unitPrice: number
  total: number
}

const linesOf = ({ db }: AppContext, input: Input): Reply<Line[]> => {
  const lines: Line[] = []
  for (const [index, line] of input.itemList.entries()) {
    const field = `itemList[${index}]`
    const item = itemByCode(db, line.itemCd)
    if (!item) return itemNotFound(`${field}.itemCd`, line.itemCd)
    if (isService(item))
      return invalid(`${field}.itemCd`, line.itemCd, 'an item with stock; this one is a service')
    const quantity = callerQuantity(`${field}.qty`, line.qty)
    if (!quantity.ok) return quantity
    const unitPrice = callerAmount(`${field}.unitPrice`, line.unitPrice)
    if (!unitPrice.ok) return unitPrice
    const total = callerAmount(`${field}.totAmt`, line.totAmt)
    if (!total.ok) return total
    lines.push({
      item,
      type: line.stockTyCd,
      quantity: quantity.data,
      unitPrice: unitPrice.data,
      total: total.data,
    })
  }
  return ok(lines)
}

const typesOf = (input: Input): string[] => [...new Set(input.itemList.map((line) => line.stockTyCd))]

const soldOut = '11'

/** What the record of one type waits for: its items, and for goods sold the sales that are on their way (`spec 3`, rule 2). */
const needsOf = ({ db }: AppContext, type: string, lines: Line[]) => {
  const items = new Map(lines.map(({ item }) => [item.id, item]))
  const sales = type === soldOut ? openSalesOf(db, [...items.keys()]) : []
  return [
    ...needsOfItems(db, items.values(), false),
    ...sales.map((id) => ({ id, need: 'settled' as const })),
  ]
}

const storePart = (
  context: AppContext,
  input: Input,
  part: { number: string; type: string; lines: Line[] },
): void => {
  const { app, db, ports, actor } = context
  const { number, type, lines } = part
  const author = authorOf(actor)
  const at = ports.clock.now()
  const id = insertStockRecord(
    db,
    {
      number,
      type,
      source: 'software',
      invoice_id: null,
      occurred_on: input.ocrnDt,
      remark: input.remark || null,
      author_name: author.name,
      recorded_at: at,
      body_hash: bodyHash(input),
      caller_body: JSON.stringify(input),
    },
    lines.map(({ item, quantity }) => ({ item_id: item.id, quantity: (stockSign(type) ?? 1) * quantity })),
  )
  enqueueStockRecord(
    db,
    {
      id,
      payload: {
        // The caller's own numbers are not the authority's: what it corrects is named there as none (authority §5.5).
        originalNumber: 0,
        registrationType: input.regTyCd,
        partnerPin: input.custTin,
        partnerName: input.custNm || null,
        partnerBranch: null,
        type,
        occurredOn: input.ocrnDt,
        remark: input.remark || null,
        author,
        lines: lines.flatMap(({ item, ...amount }) => stockLines(app, item, amount)),
      },
    },
    { author, at, needs: needsOf(context, type, lines) },
  )
}

interface Part {
  record: StockRecordRow
  submission: Submission
}

/** The first type of a record bears the caller's number alone. */
const partNumber = (sarNo: number, type: string, index: number): string =>
  index === 0 ? String(sarNo) : `${sarNo}/${type}`

/** What is stored under a caller's number, one record for each type. */
const partsOf = ({ db }: AppContext, input: Input): Part[] => {
  const first = stockRecordByNumber(db, String(input.sarNo))
  if (!first?.caller_body) return []
  const stored = JSON.parse(first.caller_body) as Input
  return typesOf(stored).flatMap((type, index) => {
    const record = stockRecordByNumber(db, partNumber(input.sarNo, type, index))
    const submission = record && submissionOfStockRecord(db, record.id)
    return record && submission ? [{ record, submission }] : []
  })
}

/** Waits until every part of the record is settled. */
const outcome = async (context: AppContext, input: Input): Promise<Reply<Result>> => {
  const { app, db } = context
  for (const { submission } of partsOf(context, input)) {
    const row = await app.submitter.whenSettled(submission.id, context.answerMs)
    if (isOver(row) && row) return refusedBy(db, row)
    if (row?.state !== 'accepted') return notAnsweredYet(row)
  }
  return ok({ sarNo: input.sarNo, ocrnDt: input.ocrnDt })
}

/** Stores the parts that are not stored yet, in place of those that were refused. */
const store = (context: AppContext, input: Input, work: { lines: Line[]; refused: Part[] }): void => {
  const { app, db, ports, actor } = context
  db.transaction(() => {
    for (const { record, submission } of work.refused) {
      if (submission.state === 'refused')
        withdraw(app, submission, { by: authorOf(actor).name, reason: 'Sent again by its caller' })
      supersedeStockRecord(db, record, ports.clock.now())
    }
    for (const [index, type] of typesOf(input).entries()) {
      const number = partNumber(input.sarNo, type, index)
      const lines = work.lines.filter((line) => line.type === type)
      if (!stockRecordByNumber(db, number)) storePart(context, input, { number, type, lines })
    }
  })
}

export const recordStock: Handler<'stock.record'> = async (input, context) => {
  const { app, db } = context
  if (!device(db)) return notReady()
  if (input.totItemCnt !== input.itemList.length) {
    return invalid(
      'totItemCnt',
      String(input.totItemCnt),
      `the number of entries in itemList, ${input.itemList.length}`,
    )
  }
  const today = toWireDate(app.now())
  if (input.ocrnDt > today) return invalid('ocrnDt', input.ocrnDt, `today, ${today}, or a day before`)
  const parts = partsOf(context, input)
  const refused = parts.filter(({ submission }) => isOver(submission))
  const same = parts[0]?.record.body_hash === bodyHash(input)
  if (!same && refused.length < parts.length) {
    return fail(
      '004',
      'stock.duplicate',
      `A stock record with the number ${input.sarNo} was already submitted with other contents. Use another number.`,
      { field: 'sarNo', params: { number: input.sarNo } },
    )
  }
  if (same && refused.length === 0) {
    app.submitter.tryNow()
    return outcome(context, input)
  }
  const lines = linesOf(context, input)
  if (!lines.ok) return lines
  store(context, input, { lines: lines.data, refused })
  app.emit({ type: 'stock.changed' })
  app.emit({ type: 'queue.changed' })
  app.submitter.wake()
  return outcome(context, input)
}
