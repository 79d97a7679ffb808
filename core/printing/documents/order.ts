/** An order on paper, for the supplier. It names no costs. */
import type { OrderLine, OrderShown } from '../../contract/order.ts'
import { unitSign } from '../../fiscal/codes.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { reportWords } from './dayReportWords.ts'
import type { Block, ReceiptModel } from './receipt.ts'
import { headSections, pair, type ReportHead, section, text, withContent } from './reportSections.ts'

const en = {
  order: 'ORDER',
  supplier: 'Supplier',
  cancelled: 'CANCELLED',
  remark: 'Note',
  code: 'Your code',
  lines: 'Lines',
  signed: 'Signature',
  notFiscal: 'This is not a fiscal receipt.',
}
const sw: typeof en = {
  order: 'AGIZO',
  supplier: 'Msambazaji',
  cancelled: 'LIMEGHAIRIWA',
  remark: 'Maelezo',
  code: 'Nambari yako',
  lines: 'Bidhaa',
  signed: 'Sahihi',
  notFiscal: 'Hii si risiti ya kodi.',
}

/** `48 pc (2 × 24)` of a supplier who sells cases. */
const amountOf = ({ quantity, quantityUnit, units }: OrderLine): string => {
  const amount = `${formatQuantity(quantity)} ${unitSign(quantityUnit)}`
  if (units === 100 || quantity % units !== 0) return amount
  return `${amount} (${quantity / units} × ${formatQuantity(units)})`
}

export const buildOrderPaper = (
  order: OrderShown,
  { head, language }: { head: ReportHead; language: 'en' | 'sw' },
): ReceiptModel => {
  const words = { en, sw }[language]
  const { number, supplier, orderedAt, by, state, remark, goods } = order
  const lineOf = (line: OrderLine): Block[] => [
    text(line.itemName),
    pair(line.supplierCode === null ? '' : `${words.code} ${line.supplierCode}`, amountOf(line), 'strong'),
  ]
  return {
    title: words.order,
    number: `${words.order} ${number}`,
    sections: withContent([
      ...headSections(
        { ...reportWords[language], made: '' },
        { ...head, device: null, madeAt: orderedAt, madeBy: by },
        {
          title: words.order,
          big: state === 'cancelled' ? words.cancelled : null,
          about: [
            pair(words.order, String(number), 'strong'),
            pair(words.supplier, supplier.name),
            ...(supplier.pin === null ? [] : [pair('PIN', supplier.pin)]),
          ],
          notices: [text(words.notFiscal, 'strong')],
        },
      ),
      section('till', '', goods.flatMap(lineOf)),
      section('totals', '', [
        pair(words.lines, String(goods.length)),
        ...(remark === null ? [] : [text(`${words.remark}: ${remark}`)]),
      ]),
      section('notice', '', [pair(words.signed, '____________________')]),
    ]),
  }
}
