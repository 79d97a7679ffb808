/** The slip of a cash movement. It goes into the drawer, or with the money. */
import type { Movement } from '../../contract/shift.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { reportWords } from './dayReportWords.ts'
import type { ReceiptModel } from './receipt.ts'
import { headSections, pair, type ReportHead, section, text, withContent } from './reportSections.ts'
import { shiftWords } from './shiftWords.ts'

interface SlipOptions {
  /** Of its shift. */
  number: number
  head: ReportHead
  language: 'en' | 'sw'
  /** How often it was printed before. */
  copy: number
}

export const buildCashSlip = (
  movement: Movement,
  { number, head, language, copy }: SlipOptions,
): ReceiptModel => {
  const words = shiftWords[language]
  const { slip } = words
  const title = slip.title[movement.kind]
  const { amount, reason, reference, note, at, by } = movement
  const common = reportWords[language]
  return {
    title,
    number: `${title} ${number}-${movement.id}`,
    sections: withContent([
      ...headSections(
        // The slip was made when the cash moved.
        { ...common, made: '' },
        { ...head, device: null, madeAt: at, madeBy: by },
        {
          title,
          big: copy === 0 ? null : `${words.copy} ${copy}`,
          about: [pair(words.shift, `${number}-${movement.id}`, 'strong')],
          notices: [text(slip.notFiscal)],
        },
      ),
      section('totals', '', [
        ...(amount === 0 ? [] : [pair(slip.amount, formatMoney(amount), 'title')]),
        pair(slip.reason, reason),
        ...(reference === null ? [] : [pair(slip.reference, reference)]),
        ...(note === null ? [] : [text(`${words.note}: ${note}`)]),
      ]),
      section('footer', '', [text(' '), pair(slip.signature, '____________')]),
    ]),
  }
}
