/** Parts that the day's report, X and Z have in common. */
import type { Figures, Sums } from '../../contract/figures.ts'
import type { DayReport } from '../../contract/report.ts'
import { type PaymentMethod, paymentLabels, taxLabel } from '../../fiscal/codes.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { defaultTaxRates, type TaxType } from '../../fiscal/tax.ts'
import type { ReportWords } from './dayReportWords.ts'
import type { Block, Section, SectionName, Weight } from './receipt.ts'

/** Digits of the audit head on paper. An auditor enters them with the row's number. */
const headDigits = 16

export const text = (content: string, weight: Weight = 'normal'): Block => ({
  kind: 'text',
  text: content,
  weight,
})
export const pair = (left: string, right: string, weight: Weight = 'normal'): Block => ({
  kind: 'pair',
  left,
  right,
  weight,
})
export const section = (name: SectionName, rule: string | null, blocks: Block[]): Section => ({
  name,
  rule,
  blocks,
})
/** A number of things with their amount. */
export const counted = (label: string, { count, total }: { count: number; total: number }): Block =>
  pair(`${label} (${count})`, formatMoney(total))

/** What a report says about itself. */
export type ReportHead = Pick<DayReport, 'madeAt' | 'madeBy' | 'shop' | 'device' | 'audit'>

/** `title` of the paper, `about`: lines under it, `notices`: what applies to the whole paper. */
export const headSections = (
  words: ReportWords,
  { shop, device, madeAt, madeBy }: Omit<ReportHead, 'audit'>,
  {
    title,
    about,
    notices,
    big = null,
  }: { title: string; about: Block[]; notices: Block[]; big?: string | null },
): Section[] => [
  section('seller', null, [
    text(shop.name, 'strong'),
    text(`${words.shop.pin}: ${shop.pin}  ${words.shop.branch}: ${shop.branch}`),
  ]),
  section('title', null, [
    text(title, 'title'),
    ...(big === null ? [] : [{ kind: 'big' as const, text: big }]),
  ]),
  section('notice', null, [
    ...(shop.environment === 'sandbox' ? [text(words.shop.sandbox, 'strong')] : []),
    ...notices,
  ]),
  section('buyer', null, [
    ...about,
    pair(`${words.made} ${toPaperDate(madeAt)}`.trim(), toPaperTime(madeAt)),
    pair(words.by, madeBy),
    pair(words.shop.till, shop.till),
    ...(device
      ? [
          pair(words.shop.serial, device.serial),
          pair(words.shop.scu, device.scuId),
          pair(words.shop.mrc, device.mrcNo),
        ]
      : []),
  ]),
]

const sumsOf = (words: ReportWords, title: string, sum: Sums): Block[] => [
  ...(sum.discount === 0
    ? []
    : [
        pair(words.beforeDiscount, formatMoney(sum.beforeDiscount)),
        pair(words.discount, formatMoney(0 - sum.discount)),
      ]),
  pair(`${title} (${sum.documents})`, formatMoney(sum.total), 'strong'),
]

/** `tender`: the name of a tender of the shop, printed as it is. */
export const methodOf = (
  words: ReportWords,
  { name, tender }: { name: string; tender?: string | undefined },
): string => {
  if (tender !== undefined) return tender
  const method = (Object.keys(paymentLabels) as PaymentMethod[]).find((each) => paymentLabels[each] === name)
  return method ? words.methods[method] : words.payments.unsaid
}

const rateOf = ({ taxType, percent }: { taxType: TaxType; percent: number }) =>
  taxLabel(taxType, { ...defaultTaxRates, [taxType]: percent })

/** Totals, tax and payments. */
export const moneySections = (words: ReportWords, figures: Figures): Section[] => [
  section('totals', '', [
    ...sumsOf(words, words.sales, figures.sales),
    ...sumsOf(words, words.creditNotes, figures.creditNotes),
    pair(words.total, formatMoney(figures.all.total), 'title'),
  ]),
  section('taxes', words.taxes.title, [
    {
      kind: 'taxTable',
      head: { rate: words.taxes.letter, taxable: words.taxes.taxable, tax: words.taxes.tax },
      rows: [
        ...figures.taxes.map((tax) => ({
          rate: rateOf(tax),
          taxable: formatMoney(tax.taxable),
          tax: formatMoney(tax.tax),
        })),
        {
          rate: words.taxes.all,
          taxable: formatMoney(figures.all.taxable),
          tax: formatMoney(figures.all.tax),
        },
      ],
    },
    ...figures.taxes.map((tax) => pair(`${words.taxes.gross} ${rateOf(tax)}`, formatMoney(tax.total))),
  ]),
  section('totals', words.payments.title, [
    ...figures.payments.flatMap(({ paid, refunded, ...way }) => [
      pair(methodOf(words, way), formatMoney(paid)),
      ...(refunded === 0
        ? []
        : [pair(`${methodOf(words, way)}, ${words.payments.back}`, formatMoney(refunded))]),
    ]),
    ...(figures.rounding === 0 ? [] : [pair(words.payments.rounding, formatMoney(figures.rounding))]),
  ]),
  section(
    'totals',
    words.onAccount.title,
    figures.onAccount.map((each) => counted(methodOf(words, each), each)),
  ),
]

/** Copies, reductions, cashiers, hours, states at the authority, what was cancelled since, numbers. */
export const countSections = (words: ReportWords, figures: Figures): Section[] => {
  const { copies, unofficial, reductions, states, numbers } = figures
  const span = (title: string, numbersOf: { first: string; last: string } | null) =>
    pair(title, numbersOf ? `${numbersOf.first} - ${numbersOf.last}` : words.numbers.none)
  return [
    section('till', words.copies.title, [
      counted(words.copies.sales, copies.sales),
      counted(words.copies.creditNotes, copies.creditNotes),
    ]),
    section('till', words.unofficial.title, [
      counted(words.unofficial.TS, unofficial.TS),
      counted(words.unofficial.TC, unofficial.TC),
      counted(words.unofficial.PS, unofficial.PS),
      counted(words.unofficial.copies, unofficial.copies),
    ]),
    section('till', words.reductions.title, [
      counted(words.reductions.discounts, reductions.discounts),
      counted(words.reductions.priceChanges, reductions.priceChanges),
      counted(words.reductions.voidedLines, reductions.voidedLines),
      counted(words.reductions.voidedSales, reductions.voidedSales),
    ]),
    section(
      'till',
      words.approvals.title,
      figures.approvals.flatMap(({ act, approver, count, total }) => [
        counted(words.approvals[act], { count, total }),
        text(words.approvals.by.replace('{name}', approver)),
      ]),
    ),
    section(
      'till',
      words.cashiers,
      figures.cashiers.flatMap(({ name, sales, creditNotes, total }) => [
        pair(name, formatMoney(total)),
        text(`${words.sales} ${sales}, ${words.creditNotes} ${creditNotes}`),
      ]),
    ),
    section(
      'till',
      words.hours,
      figures.hours.map(({ hour, documents, total }) => {
        const [from, to] = [hour, hour + 1].map((each) => String(each).padStart(2, '0'))
        return counted(`${from}-${to}`, { count: documents, total })
      }),
    ),
    section('till', words.states.title, [
      ...(['signed', 'waiting', 'unknown', 'refused', 'acceptedUnsigned'] as const).map((state) =>
        pair(words.states[state], String(states[state])),
      ),
      ...(states.withdrawn === 0
        ? []
        : [
            pair(words.states.withdrawn, String(states.withdrawn)),
            pair(words.states.withdrawnTotal, formatMoney(figures.withdrawnTotal)),
          ]),
    ]),
    section(
      'till',
      words.cancelled.title,
      figures.cancelled.count === 0
        ? []
        : [
            ...figures.cancelled.named.flatMap(({ name, total, shift, soldAt }) => [
              pair(name, formatMoney(total)),
              text(
                [
                  ...(shift === null ? [] : [words.cancelled.shift.replace('{number}', String(shift))]),
                  `${toPaperDate(soldAt)} ${toPaperTime(soldAt).slice(0, 5)}`,
                ].join(', '),
              ),
            ]),
            counted(words.cancelled.total, figures.cancelled),
          ],
    ),
    section('till', words.numbers.title, [
      span(words.numbers.sales, numbers.sales),
      span(words.numbers.creditNotes, numbers.creditNotes),
      span(words.numbers.authority, numbers.authority),
    ]),
  ]
}

export const auditSection = (words: ReportWords, { audit }: ReportHead): Section =>
  section('authority', words.audit.title, [
    pair(words.audit.records, String(audit.seq)),
    pair(words.audit.head, `${audit.seq}-${audit.hash.slice(0, headDigits)}`),
    text(words.audit.hint),
  ])

export const withContent = (sections: Section[]): Section[] =>
  sections.filter(({ blocks }) => blocks.length > 0)
