/** The day's report as plain data, in the form of a receipt, for the same renderers. */
import type { DayReport } from '../../contract/report.ts'
import { parseWireDate, toPaperDate } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { reportWords } from './dayReportWords.ts'
import type { ReceiptModel } from './receipt.ts'
import {
  auditSection,
  countSections,
  headSections,
  moneySections,
  pair,
  section,
  text,
  withContent,
} from './reportSections.ts'

/** `print`: the number of this print; null = shown on screen. */
export const buildDayReport = (
  report: DayReport,
  { language, print }: { language: 'en' | 'sw'; print: number | null },
): ReceiptModel => {
  const words = reportWords[language]
  const day = toPaperDate(parseWireDate(report.day) ?? report.madeAt)
  const { drawer } = report
  return {
    title: words.title,
    number: `${words.title} ${day}`,
    sections: withContent([
      ...headSections(words, report, {
        title: words.title,
        about: [
          pair(words.of, day, 'strong'),
          print === null ? text(words.notPrinted) : pair(words.print, String(print)),
        ],
        notices: [text(words.notReset)],
      }),
      ...moneySections(words, report),
      section('totals', words.drawer.title, [
        pair(words.drawer.cashIn, formatMoney(drawer.cashIn)),
        pair(words.drawer.change, formatMoney(drawer.change)),
        pair(words.drawer.refunds, formatMoney(drawer.refunds)),
        ...(drawer.onAccount === 0 ? [] : [pair(words.onAccount.drawer, formatMoney(drawer.onAccount))]),
        pair(words.drawer.expected, formatMoney(drawer.expected), 'strong'),
      ]),
      ...countSections(words, report),
      auditSection(words, report),
    ]),
  }
}
