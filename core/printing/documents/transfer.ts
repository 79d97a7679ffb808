/** The note of a transfer: it goes with the goods to the other branch, or shows what came from it. */
import type { TransferLine, TransferShown } from '../../contract/transfer.ts'
import { unitSign } from '../../fiscal/codes.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { reportWords } from './dayReportWords.ts'
import type { Block, ReceiptModel } from './receipt.ts'
import { headSections, pair, type ReportHead, section, text, withContent } from './reportSections.ts'
import { transferWords } from './transferWords.ts'

const inUnits = (line: TransferLine, quantity: number): string =>
  `${formatQuantity(quantity)} ${unitSign(line.quantityUnit)}`

const signature = (who: string): Block => pair(who, '____________________')

/** `copy`: how often it was printed before. */
export const buildTransferNote = (
  transfer: TransferShown,
  { head, language, copy }: { head: ReportHead; language: 'en' | 'sw'; copy: number },
): ReceiptModel => {
  const words = transferWords[language]
  const { number, direction, branch, at, by, remark, arrivalNumber, goods } = transfer
  const title = words[direction]
  const lineOf = (line: TransferLine): Block[] => [
    text(line.itemName),
    pair(line.itemCode ?? '', inUnits(line, line.quantity), 'strong'),
  ]
  const differenceOf = (line: TransferLine): Block[] => {
    const expected = line.expected ?? line.quantity
    const missing = expected - line.quantity
    if (missing === 0) return []
    return [
      text(line.itemName),
      pair(
        `${words.sent} ${inUnits(line, expected)}, ${words.received} ${inUnits(line, line.quantity)}`,
        `${missing > 0 ? words.missing : words.more} ${inUnits(line, Math.abs(missing))}`,
        'strong',
      ),
    ]
  }
  const differences = goods.flatMap(differenceOf)
  return {
    title,
    number: `${title} ${number}`,
    sections: withContent([
      ...headSections(
        // The note was made when the goods moved.
        { ...reportWords[language], made: '' },
        { ...head, device: null, madeAt: at, madeBy: by },
        {
          title,
          big: copy === 0 ? null : `${words.copy} ${copy}`,
          about: [
            pair(title, `#${number}`, 'strong'),
            pair(direction === 'out' ? words.to : words.from, `${branch.id} ${branch.name}`.trim(), 'strong'),
            ...(arrivalNumber === null ? [] : [pair(words.theirs, arrivalNumber)]),
          ],
          notices: [text(words.notFiscal, 'strong')],
        },
      ),
      section('till', '', goods.flatMap(lineOf)),
      section('totals', '', [
        pair(words.items, String(goods.length)),
        ...(remark === null ? [] : [text(`${words.remark}: ${remark}`)]),
      ]),
      section(
        'till',
        words.differences,
        arrivalNumber === null
          ? []
          : differences.length === 0
            ? [text(words.noDifference, 'strong')]
            : differences,
      ),
      section('notice', '', [
        ...(direction === 'out' ? [signature(words.handedOver), signature(words.carried)] : []),
        signature(words.takenIn),
      ]),
    ]),
  }
}
