/** Stock movements of other software (`spec 4.13`); a record that mixes types becomes one per type (`authority §10`). */
import { type ItemRow, itemByCode } from '../../../db/app/items.ts'
import { device } from '../../../db/app/reference.ts'
import { insertStockRecord, stockRecordByNumber } from '../../../db/app/stock.ts'
import { submissionOfStockRecord } from '../../../db/app/submissions.ts'
import { type AppContext, authorOf } from '../../context.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { stockSign } from '../../fiscal/codes.ts'
import { centsFromWire } from '../../fiscal/money.ts'
import { enqueueStockRecord, needsOfItems } from '../../queue/enqueue.ts'
import { invalid, itemNotFound, notAnsweredYet, notReady, refusedBy } from '../failures.ts'
import type { Handler } from '../handler.ts'
import { isService } from '../item/view.ts'
import { bodyHash } from '../sale/submit.ts'
import { stockLine } from './store.ts'

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
    const quantity = centsFromWire(line.qty)
    if (quantity === null || quantity === 0 || Math.abs(quantity / 100 - line.qty) > 1e-9)
      return invalid(`${field}.qty`, String(line.qty), 'a number with at most two decimals')
    const unitPrice = centsFromWire(line.unitPrice)
    if (unitPrice === null)
      return invalid(`${field}.unitPrice`, String(line.unitPrice), 'an amount with at most two decimals')
    const total = centsFromWire(line.totAmt)
    if (total === null)
      return invalid(`${field}.totAmt`, String(line.totAmt), 'an amount with at most two decimals')
    lines.push({ item, type: line.stockTyCd, quantity, unitPrice, total })
  }
  return ok(lines)
}

const store = (context: AppContext, input: Input, lines: Line[]): void => {
  const { app, db, ports, actor } = context
  const author = authorOf(actor)
  const at = ports.clock.now()
  const types = [...new Set(lines.map((line) => line.type))]
  db.transaction(() => {
    for (const [index, type] of types.entries()) {
      const ofType = lines.filter((line) => line.type === type)
      const id = insertStockRecord(
        db,
        {
          number: index === 0 ? String(input.sarNo) : `${input.sarNo}/${type}`,
          type,
          source: 'software',
          invoice_id: null,
          occurred_on: input.ocrnDt,
          remark: input.remark ?? null,
          author_name: author.name,
          recorded_at: at,
          body_hash: bodyHash(input),
          caller_body: JSON.stringify(input),
        },
        ofType.map(({ item, quantity }) => ({
          item_id: item.id,
          quantity: (stockSign(type) ?? 1) * quantity,
        })),
      )
      enqueueStockRecord(
        db,
        {
          id,
          payload: {
            // The caller's own numbers are not the authority's: what it corrects is named there as none (authority §5.5).
            originalNumber: 0,
            registrationType: input.regTyCd,
            partnerPin: input.custTin ?? null,
            partnerName: input.custNm ?? null,
            partnerBranch: null,
            type,
            occurredOn: input.ocrnDt,
            remark: input.remark ?? null,
            author,
            lines: ofType.map(({ item, ...amount }) => stockLine(app, item, amount)),
          },
        },
        {
          author,
          at,
          needs: needsOfItems(db, new Map(ofType.map(({ item }) => [item.id, item])).values(), false),
        },
      )
    }
  })
}

/** Waits until every part of the record is settled. */
const outcome = async ({ app, db }: AppContext, input: Input): Promise<Reply<Result>> => {
  const numbers = [
    String(input.sarNo),
    ...new Set(input.itemList.map((line) => `${input.sarNo}/${line.stockTyCd}`)),
  ]
  for (const number of numbers) {
    const record = stockRecordByNumber(db, number)
    const submission = record ? submissionOfStockRecord(db, record.id) : undefined
    if (!submission) continue
    const row = await app.submitter.whenSettled(submission.id, app.timing.answerMs)
    if (row?.state === 'refused' || row?.state === 'withdrawn') return refusedBy(row)
    if (row?.state !== 'accepted') return notAnsweredYet(row)
  }
  return ok({ sarNo: input.sarNo, ocrnDt: input.ocrnDt })
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
  const existing = stockRecordByNumber(db, String(input.sarNo))
  if (existing) {
    if (existing.body_hash !== bodyHash(input)) {
      return fail(
        '004',
        'stock.duplicate',
        `A stock record with the number ${input.sarNo} was already submitted with other contents. Use another number.`,
        { field: 'sarNo', params: { number: input.sarNo } },
      )
    }
    const submission = submissionOfStockRecord(db, existing.id)
    if (submission?.state === 'queued' || submission?.state === 'unknown') app.submitter.tryNow()
    return outcome(context, input)
  }
  const lines = linesOf(context, input)
  if (!lines.ok) return lines
  store(context, input, lines.data)
  app.emit({ type: 'stock.changed' })
  app.emit({ type: 'queue.changed' })
  app.submitter.wake()
  return outcome(context, input)
}
