/** The papers of a count: its differences with their value, and a sheet on which goods are counted by hand. */
import type { CountHead, CountRow } from '../../contract/count.ts'
import { unitSign } from '../../fiscal/codes.ts'
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import { formatMoney, formatQuantity } from '../../fiscal/money.ts'
import { type CountWords, countWords } from './countWords.ts'
import { reportWords } from './dayReportWords.ts'
import type { Block, ReceiptModel, Section } from './receipt.ts'
import { headSections, pair, type ReportHead, section, text, withContent } from './reportSections.ts'

const line = '____________________'

interface Paper {
  head: ReportHead
  language: 'en' | 'sw'
}

const headOf = (
  count: CountHead,
  words: CountWords,
  { head, language, title, big }: Paper & { title: string; big: string | null },
): Section[] =>
  headSections(
    reportWords[language],
    { ...head, device: null },
    {
      title,
      big,
      about: [
        pair(words.count, `#${count.number}`, 'strong'),
        count.category === null
          ? text(words.scope[count.scope])
          : pair(words.scope[count.scope], count.category),
        pair(`${words.started} ${toPaperDate(count.startedAt)} ${toPaperTime(count.startedAt)}`, count.by),
        ...(count.end === null
          ? [text(words.state.running, 'strong')]
          : [
              pair(
                `${words.state[count.end.act]} ${toPaperDate(count.end.at)} ${toPaperTime(count.end.at)}`,
                count.end.by,
              ),
            ]),
      ],
      notices: [text(words.notFiscal, 'strong')],
    },
  )

const causeOf = (words: CountWords, cause: CountRow['causes'][number]): string => {
  const said = words.cause[cause.kind]
  if (cause.kind === 'moved') return `${said}: ${formatQuantity(cause.quantity)}`
  return cause.kind === 'mixedUp' ? `${said} ${cause.name}` : said
}

const signed = (value: number, format: (value: number) => string): string =>
  `${value > 0 ? '+' : ''}${format(value)}`

const differenceOf = (words: CountWords, row: CountRow): Block[] => {
  const { counted, expected, value, quantityUnit } = row
  if (counted === null || expected === null) return []
  const causes = row.causes.map((cause) => causeOf(words, cause)).join(', ')
  return [
    text(row.name),
    pair(
      `${words.expected} ${formatQuantity(expected)}, ${words.counted} ${formatQuantity(counted)} ${unitSign(quantityUnit)}`,
      signed(counted - expected, formatQuantity),
      'strong',
    ),
    pair(causes, value === null ? '' : signed(value, formatMoney)),
  ]
}

const othersOf = (words: CountWords, others: number): Block[] =>
  others === 0 ? [] : [pair(words.others, String(others), 'strong')]

/** Cents of what is missing (below zero) and of what is too many, over all differences. */
export interface DifferenceSums {
  missing: number
  more: number
}

/** `rows`: the largest differences; `others`: how many more there are. `copy`: how often it was printed before. */
export const buildCountDifferences = (
  count: CountHead,
  { rows, others, sums }: { rows: readonly CountRow[]; others: number; sums: DifferenceSums },
  { head, language, copy }: Paper & { copy: number },
): ReceiptModel => {
  const words = countWords[language]
  return {
    title: words.differences,
    number: `${words.differences} ${count.number}`,
    sections: withContent([
      ...headOf(count, words, {
        ...{ head, language, title: words.differences },
        big: copy === 0 ? null : `${words.copy} ${copy}`,
      }),
      section(
        'till',
        '',
        rows.length === 0
          ? [text(words.noDifference, 'strong')]
          : [...rows.flatMap((row) => differenceOf(words, row)), ...othersOf(words, others)],
      ),
      section('totals', '', [
        pair(words.items, String(count.counted)),
        pair(words.differing, String(rows.length + others)),
        pair(words.missing, formatMoney(sums.missing)),
        pair(words.more, formatMoney(sums.more)),
        pair(words.net, formatMoney(sums.missing + sums.more), 'title'),
      ]),
      section('notice', '', [pair(words.checkedBy, line)]),
    ]),
  }
}

/** A person who counts by hand sees no quantity that the till expects. */
export const buildCountSheet = (
  count: CountHead,
  { rows, others }: { rows: readonly CountRow[]; others: number },
  { head, language }: Paper,
): ReceiptModel => {
  const words = countWords[language]
  return {
    title: words.sheet,
    number: `${words.sheet} ${count.number}`,
    sections: withContent([
      ...headOf(count, words, { head, language, title: words.sheet, big: null }),
      section(
        'till',
        '',
        rows.length === 0
          ? [text(words.nothingLeft, 'strong')]
          : [
              ...rows.flatMap((row) => [
                text(row.name),
                pair(row.code, `__________ ${unitSign(row.quantityUnit)}`),
              ]),
              ...othersOf(words, others),
            ],
      ),
      section('notice', '', [pair(words.countedBy, line)]),
    ]),
  }
}
