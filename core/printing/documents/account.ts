/** A customer's statement, and the acknowledgement of a payment on account, as plain data for the receipt's renderers. */
import type { AccountEntry, AccountPayment, Statement } from '../../contract/account.ts'
import type { Customer } from '../../contract/customer.ts'
import type { Ageing } from '../../fiscal/accounts.ts'
import { parseWireDate, toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { accountWords } from './accountWords.ts'
import { reportWords } from './dayReportWords.ts'
import type { Block, ReceiptModel } from './receipt.ts'
import { headSections, pair, type ReportHead, section, text, withContent } from './reportSections.ts'

type Language = 'en' | 'sw'
type Words = (typeof accountWords)['en']

const about = (words: Words, { number, name, pin, phone }: Customer): Block[] => [
  pair(words.customer, `${number ?? ''} ${name}`.trim(), 'strong'),
  ...(pin === null ? [] : [pair('PIN', pin)]),
  ...(phone === null ? [] : [pair(words.phone, phone)]),
]

const dayText = (day: string): string => toPaperDate(parseWireDate(day) ?? 0)

/** Entries with what was owed after each, oldest first. */
const withBalance = ({ owedBefore, entries }: Statement) => {
  let owed = owedBefore
  return entries.map((entry) => {
    owed += entry.change
    return { ...entry, owed }
  })
}

/** A payment with a tender of the shop says its name. */
const kindText = (words: Words, { kind, tender }: Pick<AccountEntry, 'kind' | 'tender'>): string =>
  tender === undefined ? words.kinds[kind] : `${words.kinds[kind]}, ${tender}`

interface StatementOptions {
  customer: Customer
  /** null: the statement ends in the past, so ages of today say nothing about it. */
  ageing: Ageing | null
  head: ReportHead
  language: Language
}

export const buildStatement = (
  statement: Statement,
  { customer, ageing, head, language }: StatementOptions,
): ReceiptModel => {
  const words = accountWords[language]
  const entries = withBalance(statement)
  return {
    title: words.statement,
    number: `${words.statement} ${customer.number ?? ''}`.trim(),
    sections: withContent([
      ...headSections(
        reportWords[language],
        { ...head, device: null },
        {
          title: words.statement,
          about: [
            ...about(words, customer),
            pair(words.from, dayText(statement.from)),
            pair(words.to, dayText(statement.to)),
          ],
          notices: [text(words.notFiscal, 'strong')],
        },
      ),
      section('till', '', [
        pair(words.before, formatMoney(statement.owedBefore)),
        ...(entries.length === 0 ? [text(words.noEntries)] : []),
        ...entries.flatMap(({ kind, number, at, total, change, owed, tender, note }) => [
          pair(`${toPaperDate(at)} ${kindText(words, { kind, tender })}`, formatMoney(change)),
          pair(
            change === total || kind === 'paid' || kind === 'paidBefore'
              ? number
              : `${number} (${formatMoney(total)})`,
            `= ${formatMoney(owed)}`,
          ),
          ...(note === undefined ? [] : [text(`${words.note}: ${note}`)]),
        ]),
      ]),
      section('totals', '', [
        ...(statement.elsewhere === 0 ? [] : [pair(words.elsewhere, formatMoney(statement.elsewhere))]),
        pair(words.owed, formatMoney(statement.owed + statement.elsewhere), 'title'),
      ]),
      section(
        'till',
        words.ageing.title,
        ageing === null
          ? []
          : ageing.map((sum, index) => pair(words.ageing.ages[index] ?? '', formatMoney(sum))),
      ),
    ]),
  }
}

/** The statement for a spreadsheet: RFC 4180, shillings with a point. */
export const statementCsv = (statement: Statement, language: Language): string => {
  const { columns, before } = accountWords[language]
  const shillings = (cents: number) => (cents / 100).toFixed(2)
  const rows = [
    Object.values(columns),
    [dayText(statement.from), '', before, '', '', '', shillings(statement.owedBefore)],
    ...withBalance(statement).map(({ kind, number, at, total, change, owed, tender }) => [
      toPaperDate(at),
      toPaperTime(at),
      kindText(accountWords[language], { kind, tender }),
      number,
      shillings(total),
      shillings(change),
      shillings(owed),
    ]),
  ]
  return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
}

/** `copy`: how often it was printed before. */
export const buildPaymentSlip = (
  payment: AccountPayment,
  {
    customer,
    head,
    language,
    copy,
  }: { customer: Customer; head: ReportHead; language: Language; copy: number },
): ReceiptModel => {
  const words = accountWords[language]
  const common = reportWords[language]
  const { number, amount, method, tender, reference, note, at, by, owed, sales, otherTills } = payment
  const title = method === null ? words.paidBefore : words.payment
  return {
    title,
    number: `${title} ${number}`,
    sections: withContent([
      ...headSections(
        // The slip was made when the customer paid.
        { ...common, made: '' },
        { ...head, device: null, madeAt: at, madeBy: by },
        {
          title,
          big: copy === 0 ? null : `${words.copy} ${copy}`,
          about: [pair(title, String(number), 'strong'), ...about(words, customer)],
          notices: [text(words.notFiscal, 'strong')],
        },
      ),
      section('totals', '', [
        pair(words.paid, formatMoney(amount), 'title'),
        ...(method === null
          ? []
          : [pair(words.by, tender ?? common.methods[method as keyof typeof common.methods])]),
        ...(reference === null ? [] : [pair(words.reference, reference)]),
        ...(note === null ? [] : [text(`${words.note}: ${note}`)]),
      ]),
      section('till', words.sales, [
        ...sales.map((sale) => pair(sale.number, formatMoney(sale.amount))),
        ...(otherTills === 0 ? [] : [pair(words.otherTills, formatMoney(otherTills))]),
      ]),
      section('totals', '', [pair(words.still, formatMoney(owed), 'strong')]),
    ]),
  }
}
