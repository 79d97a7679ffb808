/** A credit note in training, of a training sale. */
import { paperNumber, unofficialById, unofficialByRequest } from '../../../db/profile/unofficial.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts'
import { creditReasons, paymentMethod } from '../../fiscal/codes.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { taxableOfPart, totalOfPart } from '../../fiscal/parts.ts'
import { isPayment } from '../../fiscal/tender.ts'
import { invalid } from '../../shop/failures.ts'
import { paymentTable } from '../../shop/sales/payment.ts'
import { contentOf, type PaperContent, type PaperLine } from '../../shop/unofficial/content.ts'
import { madeBefore, noTrainingPaper } from '../../shop/unofficial/failures.ts'
import { type LeftOfLine, leftOfPaper } from '../../shop/unofficial/left.ts'
import { storeUnofficial } from '../../shop/unofficial/store.ts'
import type { Handler } from '../shared/handler.ts'

type Made = OutputOf<'invoice.credit'>
type Chosen = ParsedInputOf<'invoice.credit'>['items']

const answer = ({ id, number, total }: { id: number; number: string; total: number }): Reply<Made> =>
  ok({ invoiceId: id, number, total, rounding: 0 })

/** `003` names a quantity above what is left. */
const partsOf = (left: LeftOfLine[], chosen: Chosen, rates: PaperContent['rates']): Reply<PaperLine[]> => {
  const lines: PaperLine[] = []
  for (const rest of left) {
    const { line } = rest
    const at = chosen?.findIndex(({ position }) => position === line.position) ?? -1
    const quantity = chosen ? (chosen[at]?.quantity ?? 0) : rest.quantity
    if (quantity > rest.quantity)
      return invalid(
        `items[${at}].quantity`,
        formatQuantity(quantity),
        `at most ${formatQuantity(rest.quantity)}`,
      )
    if (quantity === 0) continue
    const total = totalOfPart(line, rest, quantity)
    const taxable = taxableOfPart(rest, total, rates[line.taxType])
    lines.push({ ...line, quantity, discount: 0, total, taxable, tax: total - taxable })
  }
  return ok(lines)
}

export const creditInTraining: Handler<'invoice.credit'> = (input, context) => {
  const { db, profile, ports } = context
  const { id, reason, items, refundBy, requestId = ports.ids.uuid() } = input
  const hash = bodyHash(input)
  const made = db.transaction((): Reply<Made> => {
    const before = unofficialByRequest(db, requestId)
    const known = before && madeBefore(before, { label: 'TC', hash })
    if (known) return known.ok ? answer(known.data) : known
    const sale = unofficialById(db, id, ['TS'])
    if (!sale) return noTrainingPaper('id')
    if (!creditReasons.some(({ code }) => code === reason))
      return invalid('reason', reason, `one of ${creditReasons.map(({ code }) => code).join(', ')}`)
    const { rates, tenders } = contentOf(sale)
    const lines = partsOf(leftOfPaper(db, sale), items, rates)
    if (!lines.ok) return lines
    const number = paperNumber(sale)
    if (lines.data.length === 0)
      return items
        ? invalid('items', '0', 'a quantity above 0 on at least one line, or omitted for all')
        : fail('802', 'unofficial.credited', `${number} is already credited.`, {
            field: 'id',
            params: { number },
          })
    const amount = lines.data.reduce((sum, { total }) => sum + total, 0)
    const back =
      refundBy === undefined
        ? (tenders.find(isPayment) ?? { method: 'cash' })
        : { method: paymentMethod(refundBy, paymentTable(db)) }
    const stored = storeUnofficial(context, {
      label: 'TC',
      credits: { id: sale.id, reason },
      buyer: { pin: sale.buyer_pin, name: sale.buyer_name },
      content: { lines: lines.data, tenders: [{ ...back, amount, reference: null }], change: 0, rates },
      request: { id: requestId, hash },
    })
    return answer(stored)
  })
  if (made.ok) profile.emit({ type: 'unofficial.changed' })
  return made
}
