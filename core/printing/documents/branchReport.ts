/** The report of a branch's day as plain data, in the form of a receipt, for the same renderers. */
import type { BranchReport } from '../../contract/hub/report.ts'
import { isPaymentMethod } from '../../fiscal/codes.ts'
import { parseWireDate, toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { reportWords } from './dayReportWords.ts'
import type { Block, ReceiptModel } from './receipt.ts'
import { counted, headSections, pair, type ReportHead, section, text, withContent } from './reportSections.ts'
import { shiftWords } from './shiftWords.ts'

const en = {
  title: 'BRANCH REPORT OF THE DAY',
  complete: 'All tills of the branch are in.',
  missing: 'NOT COMPLETE: SOME TILLS WERE NOT HEARD OF SINCE',
  heard: 'last heard of',
  never: 'never heard of',
  waiting: 'entries wait at the till',
  tills: 'TILLS',
  unsigned: 'Not signed yet',
  rejected: 'Rejected (in the sums)',
  shifts: 'SHIFTS',
  shift: 'shift',
  open: 'open',
  expected: 'Expected',
  counted: 'Counted',
  difference: 'Difference',
  hub: 'hub',
}
const sw: typeof en = {
  title: 'RIPOTI YA TAWI YA SIKU',
  complete: 'Till zote za tawi zimo.',
  missing: 'HAIJAKAMILIKA: BAADHI YA TILL HAZIJASIKIKA TANGU',
  heard: 'ilisikika mwisho',
  never: 'haijasikika',
  waiting: 'rekodi zinasubiri kwenye till',
  tills: 'TILL',
  unsigned: 'Bado hazijasainiwa',
  rejected: 'Zilizokataliwa (zimo kwenye jumla)',
  shifts: 'ZAMU',
  shift: 'zamu',
  open: 'wazi',
  expected: 'Inayotarajiwa',
  counted: 'Iliyohesabiwa',
  difference: 'Tofauti',
  hub: 'kitovu',
}
export const branchReportWords = { en, sw }

type Words = typeof en

/** Cash that moved on that day. */
const movedIn = ({ cash }: BranchReport) =>
  (['payIn', 'payOut', 'drop'] as const).flatMap((kind) => {
    const moved = cash?.[kind]
    return moved && moved.count > 0 ? [[kind, moved] as const] : []
  })
const momentOf = (at: number): string => `${toPaperDate(at)} ${toPaperTime(at).slice(0, 5)}`

const missingOf = (words: Words, { tills }: BranchReport): Block[] => {
  const missing = tills.filter(({ complete }) => !complete)
  if (missing.length === 0) return [text(words.complete)]
  return [
    text(words.missing, 'strong'),
    ...missing.flatMap(({ name, heardAt, waiting }) => [
      pair(name, heardAt === null ? words.never : `${words.heard} ${momentOf(heardAt)}`, 'strong'),
      ...(waiting ? [text(`${waiting} ${words.waiting}`)] : []),
    ]),
  ]
}

const shiftOf = (
  words: Words,
  { till, number, by, closedAt, expected, counted: sum }: BranchReport['shifts'][number],
) => [
  pair(
    `${till}, ${words.shift} ${number ?? '?'}`,
    closedAt === null ? words.open : momentOf(closedAt),
    'strong',
  ),
  ...(by === null ? [] : [text(by)]),
  ...(expected === null || sum === null
    ? []
    : [
        pair(words.expected, formatMoney(expected)),
        pair(words.counted, formatMoney(sum)),
        pair(words.difference, formatMoney(sum - expected)),
      ]),
]

/** `head`: of the till where it is made, or of the hub. */
export const buildBranchReport = (
  report: BranchReport,
  { language, head }: { language: 'en' | 'sw'; head: Omit<ReportHead, 'device' | 'audit'> },
): ReceiptModel => {
  const [words, common] = [branchReportWords[language], reportWords[language]]
  const day = toPaperDate(parseWireDate(report.day) ?? report.madeAt)
  const wayOf = ({ method, tender }: { method: string; tender: string | null }) =>
    tender ?? (isPaymentMethod(method) ? common.methods[method] : common.payments.unsaid)
  return {
    title: words.title,
    number: `${words.title} ${day}`,
    sections: withContent([
      ...headSections(
        common,
        { ...head, device: null },
        {
          title: words.title,
          about: [pair(common.of, day, 'strong')],
          notices: missingOf(words, report),
        },
      ),
      section('totals', '', [
        counted(common.sales, report.sales),
        counted(common.creditNotes, report.creditNotes),
        pair(common.total, formatMoney(report.total), 'title'),
      ]),
      section('taxes', common.taxes.title, [
        {
          kind: 'taxTable',
          head: { rate: common.taxes.letter, taxable: common.taxes.taxable, tax: common.taxes.tax },
          rows: [
            ...report.taxes.map(({ taxType, taxable, tax }) => ({
              rate: taxType,
              taxable: formatMoney(taxable),
              tax: formatMoney(tax),
            })),
            { rate: common.taxes.all, taxable: formatMoney(report.taxable), tax: formatMoney(report.tax) },
          ],
        },
      ]),
      section('totals', common.payments.title, [
        ...report.payments.flatMap((way) => [
          pair(wayOf(way), formatMoney(way.paid)),
          ...(way.refunded === 0
            ? []
            : [pair(`${wayOf(way)}, ${common.payments.back}`, formatMoney(way.refunded))]),
        ]),
        ...(report.rounding === 0 ? [] : [pair(common.payments.rounding, formatMoney(report.rounding))]),
      ]),
      section(
        'totals',
        common.onAccount.title,
        report.onAccount.map((way) => counted(wayOf(way), way)),
      ),
      section(
        'till',
        common.drawer.title,
        movedIn(report).map(([kind, moved]) => counted(shiftWords[language].moves[kind], moved)),
      ),
      section(
        'till',
        words.tills,
        report.tills.flatMap((till) => [
          counted(till.name, { count: till.sales.count + till.creditNotes.count, total: till.total }),
          ...(till.unsigned.count === 0 ? [] : [counted(words.unsigned, till.unsigned)]),
        ]),
      ),
      section('till', null, [
        ...(report.rejected.count === 0 ? [] : [counted(words.rejected, report.rejected)]),
        ...(report.cancelled.count === 0 ? [] : [counted(common.states.withdrawn, report.cancelled)]),
      ]),
      section(
        'till',
        common.cashiers,
        report.sellers.map(({ name, documents, total }) => counted(name, { count: documents, total })),
      ),
      section(
        'till',
        words.shifts,
        report.shifts.flatMap((shift) => shiftOf(words, shift)),
      ),
    ]),
  }
}
