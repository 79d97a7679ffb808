/** The day's report as plain data, in the form of a receipt, for the same renderers. */
import type { DayReport, Sums } from '../../contract/report.ts'
import { type PaymentMethod, paymentLabels, taxLabel } from '../../fiscal/codes.ts'
import { parseWireDate, toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { defaultTaxRates, type TaxType } from '../../fiscal/tax.ts'
import { reportWords } from './dayReportWords.ts'
import type { Block, ReceiptModel, Section, SectionName, Weight } from './receipt.ts'

/** Digits of the audit head on paper. An auditor enters them with the row's number. */
const headDigits = 16

const text = (content: string, weight: Weight = 'normal'): Block => ({ kind: 'text', text: content, weight })
const pair = (left: string, right: string, weight: Weight = 'normal'): Block => ({
  kind: 'pair',
  left,
  right,
  weight,
})
const section = (name: SectionName, rule: string | null, blocks: Block[]): Section => ({ name, rule, blocks })

/** `print`: the number of this print; null = shown on screen. */
export const buildDayReport = (
  report: DayReport,
  { language, print }: { language: 'en' | 'sw'; print: number | null },
): ReceiptModel => {
  const words = reportWords[language]
  const day = toPaperDate(parseWireDate(report.day) ?? report.madeAt)
  const { shop, device, drawer, numbers, states, copies } = report
  const labelOf = (name: string) => {
    const method = (Object.keys(paymentLabels) as PaymentMethod[]).find(
      (each) => paymentLabels[each] === name,
    )
    return method ? words.methods[method] : words.payments.unsaid
  }
  const sums = (title: string, sum: Sums): Block[] => [
    ...(sum.discount === 0
      ? []
      : [
          pair(words.beforeDiscount, formatMoney(sum.beforeDiscount)),
          pair(words.discount, formatMoney(0 - sum.discount)),
        ]),
    pair(`${title} (${sum.documents})`, formatMoney(sum.total), 'strong'),
  ]
  const span = (title: string, numbersOf: { first: string; last: string } | null) =>
    pair(title, numbersOf ? `${numbersOf.first} - ${numbersOf.last}` : words.numbers.none)
  const rateOf = ({ taxType, percent }: { taxType: TaxType; percent: number }) =>
    taxLabel(taxType, { ...defaultTaxRates, [taxType]: percent })
  return {
    title: words.title,
    number: `${words.title} ${day}`,
    sections: [
      section('seller', null, [
        text(shop.name, 'strong'),
        text(`${words.shop.pin}: ${shop.pin}  ${words.shop.branch}: ${shop.branch}`),
      ]),
      section('title', null, [text(words.title, 'title')]),
      section('notice', null, [
        ...(shop.environment === 'sandbox' ? [text(words.shop.sandbox, 'strong')] : []),
        text(words.notReset),
      ]),
      section('buyer', null, [
        pair(words.of, day, 'strong'),
        pair(`${words.made} ${toPaperDate(report.madeAt)}`, toPaperTime(report.madeAt)),
        pair(words.by, report.madeBy),
        pair(words.shop.till, shop.till),
        ...(device
          ? [
              pair(words.shop.serial, device.serial),
              pair(words.shop.scu, device.scuId),
              pair(words.shop.mrc, device.mrcNo),
            ]
          : []),
        print === null ? text(words.notPrinted) : pair(words.print, String(print)),
      ]),
      section('totals', '', [
        ...sums(words.sales, report.sales),
        ...sums(words.creditNotes, report.creditNotes),
        pair(words.total, formatMoney(report.all.total), 'title'),
      ]),
      section('taxes', words.taxes.title, [
        {
          kind: 'taxTable',
          head: { rate: words.taxes.letter, taxable: words.taxes.taxable, tax: words.taxes.tax },
          rows: [
            ...report.taxes.map((tax) => ({
              rate: rateOf(tax),
              taxable: formatMoney(tax.taxable),
              tax: formatMoney(tax.tax),
            })),
            {
              rate: words.taxes.all,
              taxable: formatMoney(report.all.taxable),
              tax: formatMoney(report.all.tax),
            },
          ],
        },
        ...report.taxes.map((tax) => pair(`${words.taxes.gross} ${rateOf(tax)}`, formatMoney(tax.total))),
      ]),
      section('totals', words.payments.title, [
        ...report.payments.flatMap(({ name, paid, refunded }) => [
          pair(labelOf(name), formatMoney(paid)),
          ...(refunded === 0
            ? []
            : [pair(`${labelOf(name)}, ${words.payments.back}`, formatMoney(refunded))]),
        ]),
      ]),
      section('totals', words.drawer.title, [
        pair(words.drawer.cashIn, formatMoney(drawer.cashIn)),
        pair(words.drawer.change, formatMoney(drawer.change)),
        pair(words.drawer.refunds, formatMoney(drawer.refunds)),
        pair(words.drawer.expected, formatMoney(drawer.expected), 'strong'),
      ]),
      section('till', words.copies.title, [
        pair(`${words.copies.sales} (${copies.sales.documents})`, formatMoney(copies.sales.total)),
        pair(
          `${words.copies.creditNotes} (${copies.creditNotes.documents})`,
          formatMoney(copies.creditNotes.total),
        ),
      ]),
      section(
        'till',
        words.cashiers,
        report.cashiers.flatMap(({ name, sales, creditNotes, total }) => [
          pair(name, formatMoney(total)),
          text(`${words.sales} ${sales}, ${words.creditNotes} ${creditNotes}`),
        ]),
      ),
      section('till', words.states.title, [
        ...(['signed', 'waiting', 'unknown', 'refused', 'acceptedUnsigned'] as const).map((state) =>
          pair(words.states[state], String(states[state])),
        ),
        ...(states.withdrawn === 0
          ? []
          : [
              pair(words.states.withdrawn, String(states.withdrawn)),
              pair(words.states.withdrawnTotal, formatMoney(report.withdrawnTotal)),
            ]),
      ]),
      section('till', words.numbers.title, [
        span(words.numbers.sales, numbers.sales),
        span(words.numbers.creditNotes, numbers.creditNotes),
        span(words.numbers.authority, numbers.authority),
      ]),
      section('authority', words.audit.title, [
        pair(words.audit.records, String(report.audit.seq)),
        pair(words.audit.head, `${report.audit.seq}-${report.audit.hash.slice(0, headDigits)}`),
        text(words.audit.hint),
      ]),
    ].filter(({ blocks }) => blocks.length > 0),
  }
}
