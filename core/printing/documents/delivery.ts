/** The slip of a delivery: what came, and what differs from the supplier's invoice. Without costs for a cashier. */
import type { DeliveryLine, DeliveryShown } from '../../contract/delivery.ts'
import { unitSign } from '../../fiscal/codes.ts'
import { formatMoney, formatQuantity } from '../../fiscal/money.ts'
import { reportWords } from './dayReportWords.ts'
import { deliveryWords } from './deliveryWords.ts'
import type { Block, ReceiptModel } from './receipt.ts'
import { headSections, pair, type ReportHead, section, text, withContent } from './reportSections.ts'

const inUnits = (line: DeliveryLine, quantity: number): string =>
  `${formatQuantity(quantity)} ${unitSign(line.quantityUnit)}`

/** `copy`: how often it was printed before. */
export const buildDeliverySlip = (
  delivery: DeliveryShown,
  { head, language, copy }: { head: ReportHead; language: 'en' | 'sw'; copy: number },
): ReceiptModel => {
  const words = deliveryWords[language]
  const { number, supplierName, supplierPin, invoiceNumber, type, receivedAt, by, total, remark } = delivery
  const title = type === '01' ? words.import : words.delivery
  const lineOf = (line: DeliveryLine): Block[] => [
    text(line.itemName),
    pair(inUnits(line, line.received), line.total === null ? '' : formatMoney(line.total)),
  ]
  const differenceOf = (line: DeliveryLine): Block[] => {
    const missing = (line.expected ?? line.received) - line.received
    if (missing === 0) return []
    return [
      text(line.itemName),
      pair(
        `${words.invoiced} ${inUnits(line, line.expected ?? 0)}, ${words.received} ${inUnits(line, line.received)}`,
        `${missing > 0 ? words.missing : words.more} ${inUnits(line, Math.abs(missing))}`,
        'strong',
      ),
    ]
  }
  const differences = delivery.goods.flatMap(differenceOf)
  return {
    title,
    number: `${title} ${number}`,
    sections: withContent([
      ...headSections(
        // The slip was made when the goods came.
        { ...reportWords[language], made: '' },
        { ...head, device: null, madeAt: receivedAt, madeBy: by },
        {
          title,
          big: copy === 0 ? null : `${words.copy} ${copy}`,
          about: [
            pair(title, String(number), 'strong'),
            pair(words.supplier, supplierName),
            ...(supplierPin === null ? [] : [pair('PIN', supplierPin)]),
            ...(invoiceNumber === null ? [text(words.noInvoice)] : [pair(words.invoice, invoiceNumber)]),
          ],
          notices: [text(words.notFiscal, 'strong')],
        },
      ),
      section('till', '', delivery.goods.flatMap(lineOf)),
      section('totals', '', [
        ...(total === null ? [] : [pair(words.total, formatMoney(total), 'title')]),
        ...(remark === null ? [] : [text(`${words.remark}: ${remark}`)]),
      ]),
      section(
        'till',
        words.differences,
        invoiceNumber === null
          ? []
          : [...differences, text(differences.length === 0 ? words.noDifference : words.askCredit, 'strong')],
      ),
      section('notice', '', [pair(words.signed, '____________________')]),
    ]),
  }
}
