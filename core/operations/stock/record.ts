/** Stock movements of other software (`spec 4.13`). */
import { itemByCode } from '../../../db/profile/items.ts'
import { device } from '../../../db/profile/reference.ts'
import { stockRecordByNumber } from '../../../db/profile/stock.ts'
import { submissionOfStockRecord } from '../../../db/profile/submissions.ts'
import { authorOf } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import { invalid, notReady } from '../../shop/failures.ts'
import { callerAmount, callerQuantity } from '../../shop/sales/callerLine.ts'
import { type CallerStockLine, stockedItem, submitStockRecord } from '../../shop/stock/callerRecord.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

type Input = ParsedInputOf<'stock.record'>

const linesOf = ({ db }: ProfileContext, input: Input): Reply<CallerStockLine[]> => {
  const lines: CallerStockLine[] = []
  for (const [index, line] of input.itemList.entries()) {
    const field = `itemList[${index}]`
    const item = stockedItem(itemByCode(db, line.itemCd), `${field}.itemCd`, line.itemCd)
    if (!item.ok) return item
    const quantity = callerQuantity(`${field}.qty`, line.qty)
    if (!quantity.ok) return quantity
    const unitPrice = callerAmount(`${field}.unitPrice`, line.unitPrice)
    if (!unitPrice.ok) return unitPrice
    const total = callerAmount(`${field}.totAmt`, line.totAmt)
    if (!total.ok) return total
    lines.push({
      item: item.data,
      type: line.stockTyCd,
      quantity: quantity.data,
      unitPrice: unitPrice.data,
      total: total.data,
    })
  }
  return ok(lines)
}

/** The totals are those of the lines: `totAmt` their sum, and made up of what is taxed and the tax. */
const checkTotals = (input: Input): Reply<null> => {
  const cents: Record<string, number> = {}
  for (const name of ['totTaxblAmt', 'totTax', 'totAmt'] as const) {
    const amount = callerAmount(name, input[name])
    if (!amount.ok) return amount
    cents[name] = amount.data
  }
  let sum = 0
  for (const [index, { totAmt }] of input.itemList.entries()) {
    const amount = callerAmount(`itemList[${index}].totAmt`, totAmt)
    if (!amount.ok) return amount
    sum += amount.data
  }
  const { totTaxblAmt = 0, totTax = 0, totAmt = 0 } = cents
  if (totAmt !== sum)
    return invalid('totAmt', String(input.totAmt), `the sum of totAmt of the lines, ${sum / 100}`)
  // Each line's tax may be a cent off by rounding.
  return Math.abs(totTaxblAmt + totTax - totAmt) > input.itemList.length
    ? invalid('totTaxblAmt', String(input.totTaxblAmt), `totAmt less totTax, ${(totAmt - totTax) / 100}`)
    : ok(null)
}

/** The authority's number of the caller's record that this one corrects; 0 where it has none or never had it. */
const originalOf = ({ db }: ProfileContext, { orgSarNo }: Input): number => {
  const record = orgSarNo ? stockRecordByNumber(db, String(orgSarNo)) : undefined
  const row = record && submissionOfStockRecord(db, record.id)
  return row?.state === 'accepted' ? (row.authority_number ?? 0) : 0
}

export const recordStock: Handler<'stock.record'> = async (input, context) => {
  const { profile, db, actor } = context
  if (!device(db)) return notReady()
  const lineCount = input.itemList.length
  if (input.totItemCnt !== lineCount)
    return invalid('totItemCnt', String(input.totItemCnt), `the number of entries in itemList, ${lineCount}`)
  const totals = checkTotals(input)
  if (!totals.ok) return totals
  const today = toWireDate(profile.day.sure())
  if (input.ocrnDt > today) return invalid('ocrnDt', input.ocrnDt, `today, ${today}, or a day before`)
  const work = () => ({
    record: {
      sarNo: input.sarNo,
      hash: bodyHash(input),
      body: input,
      originalNumber: originalOf(context, input),
      registrationType: input.regTyCd,
      partnerPin: input.custTin,
      partnerName: input.custNm || null,
      partnerBranch: null,
      occurredOn: input.ocrnDt,
      remark: input.remark || null,
      author: authorOf(actor),
    },
    lines: () => linesOf(context, input),
    result: (ocrnDt: string) => ({ sarNo: input.sarNo, ocrnDt }),
  })
  return submitStockRecord(context, () => ok(work()))
}
