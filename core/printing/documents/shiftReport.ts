/** X and Z on paper, as plain data in the form of a receipt, for the same renderers. */
import type { Carried, ShiftReport } from '../../contract/shift.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { type ReportWords, reportWords } from './dayReportWords.ts'
import type { Block, ReceiptModel, Section } from './receipt.ts'
import {
  auditSection,
  counted,
  countSections,
  headSections,
  moneySections,
  pair,
  section,
  text,
  withContent,
} from './reportSections.ts'
import { shiftWords } from './shiftWords.ts'

type Words = (typeof shiftWords)['en']

const moment = (at: number) => `${toPaperDate(at)} ${toPaperTime(at).slice(0, 5)}`

const drawerSection = (words: Words, common: ReportWords, { drawer, tenders }: ShiftReport): Section => {
  const [cash] = tenders
  const of = words.drawer
  return section('totals', of.title, [
    pair(of.float, formatMoney(drawer.float)),
    pair(of.sales, formatMoney(drawer.sales)),
    ...(drawer.refunds === 0 ? [] : [pair(of.refunds, formatMoney(drawer.refunds))]),
    ...(drawer.onAccount === 0 ? [] : [pair(common.onAccount.drawer, formatMoney(drawer.onAccount))]),
    counted(words.moves.payIn, drawer.payIn),
    counted(words.moves.payOut, drawer.payOut),
    counted(words.moves.drop, drawer.drop),
    pair(of.expected, formatMoney(drawer.expected), 'strong'),
    ...(cash?.counted === null || cash?.difference === null || !cash
      ? []
      : [
          pair(of.counted, formatMoney(cash.counted), 'strong'),
          pair(of.difference, formatMoney(cash.difference), 'strong'),
        ]),
    pair(words.moves.noSale, String(drawer.noSale)),
  ])
}

const tendersSection = (words: Words, methods: Record<string, string>, { tenders }: ShiftReport): Section =>
  section(
    'totals',
    words.tenders,
    tenders
      .slice(1)
      .flatMap(({ method, tender, expected, counted: found, difference }) => [
        pair(tender ?? methods[method] ?? method, formatMoney(expected)),
        ...(found === null || difference === null
          ? [text(words.notCounted)]
          : [
              pair(words.drawer.counted, formatMoney(found)),
              pair(words.drawer.difference, formatMoney(difference)),
            ]),
      ]),
  )

/** What is carried over, by name; the rest as a number. */
const carriedSections = (words: Words, { parked, unprinted, unsigned }: Carried): Section[] => {
  const list = (title: string, count: number, named: Block[], lines: number): Section =>
    section('till', count === 0 ? null : `${title} (${count})`, [
      ...named,
      ...(count > lines ? [text(words.carried.more.replace('{count}', String(count - lines)))] : []),
    ])
  const plain = (named: Carried['parked']['named']) =>
    named.map(({ name, total }) => pair(name, formatMoney(total)))
  return [
    list(words.carried.parked, parked.count, plain(parked.named), parked.named.length),
    list(words.carried.unprinted, unprinted.count, plain(unprinted.named), unprinted.named.length),
    list(
      words.carried.unsigned,
      unsigned.count,
      unsigned.named.flatMap(({ name, total, soldAt, state, text: reason }) => [
        pair(name, formatMoney(total)),
        text([moment(soldAt), words.states[state], reason].filter(Boolean).join(', ')),
      ]),
      unsigned.named.length,
    ),
  ]
}

/** `copy`: how often a Z was printed before; null = shown on screen. */
export const buildShiftReport = (
  report: ShiftReport,
  { language, copy }: { language: 'en' | 'sw'; copy: number | null },
): ReceiptModel => {
  const words = shiftWords[language]
  const common = reportWords[language]
  const { shift, grandTotal, denominations } = report
  const title = `${shift.closed ? words.z : words.x} ${shift.number}`
  return {
    title,
    number: title,
    sections: withContent([
      ...headSections(common, report, {
        title,
        big: copy === null || copy === 0 ? null : `${words.copy} ${copy}`,
        about: [
          pair(words.shift, String(shift.number), 'strong'),
          pair(`${words.opened} ${moment(shift.openedAt)}`, shift.openedBy),
          shift.closed
            ? pair(`${words.closed} ${moment(shift.closed.at)}`, shift.closed.by)
            : text(words.open),
          ...(shift.closed?.note ? [text(`${words.note}: ${shift.closed.note}`)] : []),
        ],
        notices: report.toReview ? [text(words.toReview, 'strong')] : [],
      }),
      ...moneySections(common, report),
      drawerSection(words, common, report),
      section(
        'till',
        words.denominations,
        (denominations ?? []).map(({ value, count }) =>
          pair(`${formatMoney(value)} x ${count}`, formatMoney(value * count)),
        ),
      ),
      tendersSection(words, common.methods, report),
      section('till', '', [counted(words.software, report.software)]),
      ...countSections(common, report),
      section('totals', words.grandTotal.title, [
        counted(words.grandTotal.sales, grandTotal.sales),
        counted(words.grandTotal.creditNotes, grandTotal.creditNotes),
        pair(words.grandTotal.total, formatMoney(grandTotal.total), 'strong'),
      ]),
      ...carriedSections(words, report.carried),
      auditSection(common, report),
    ]),
  }
}
