import type { Block, ItemBlock, ReceiptModel, SectionName, TaxRow } from '../documents/receipt.ts'
import { cleanUrl, paperText } from './sanitise.ts'

/** Characters per line of a till roll: 32 on 58 mm, 42 or 48 on 80 mm. */
export type Columns = 32 | 42 | 48

/** One line of a till roll. `big` is not padded: the renderer makes it at least twice as large. */
export type RollLine =
  | { kind: 'text'; text: string; strong: boolean }
  | { kind: 'big'; text: string }
  | { kind: 'qr'; url: string }

const centred = new Set<SectionName>(['seller', 'title', 'notice', 'message', 'footer'])
const afterBlankLine = new Set<SectionName>(['title', 'buyer', 'footer'])

/** Turns a text into what the paper can show. */
type Clean = (text: string) => string

/** Lays a receipt out in lines, none longer than `columns`. Without `clean` they are printable ASCII. */
export function layOut(model: ReceiptModel, columns: Columns, clean: Clean = paperText): RollLine[] {
  return model.sections.flatMap((section) => [
    ...(afterBlankLine.has(section.name) ? [plain('')] : []),
    ...(section.rule === null ? [] : [plain(ruleLine(section.rule, columns))]),
    ...section.blocks.flatMap((block) =>
      blockLines(block, columns, { clean, centre: centred.has(section.name) }),
    ),
  ])
}

function blockLines(
  block: Block,
  columns: number,
  { clean, centre }: { clean: Clean; centre: boolean },
): RollLine[] {
  switch (block.kind) {
    case 'logo':
      return [{ kind: 'text', text: centreLine(clean(block.text), columns), strong: true }]
    case 'text':
      return wrapWords(clean(block.text), columns).map((line) => ({
        kind: 'text',
        text: centre ? centreLine(line, columns) : line,
        strong: block.weight !== 'normal',
      }))
    case 'big':
      return [{ kind: 'big', text: clean(block.text) }]
    case 'pair':
      return pairLines(clean(block.left), clean(block.right), columns).map((line) => ({
        kind: 'text',
        text: line,
        strong: block.weight !== 'normal',
      }))
    case 'item':
      return itemLines(block, columns, clean).map(plain)
    case 'taxTable':
      return taxLines([block.head, ...block.rows], columns).map(plain)
    case 'code':
      return [block.label, block.value].flatMap((part) => wrapWords(clean(part), columns)).map(plain)
    case 'qr':
      return [{ kind: 'qr', url: cleanUrl(block.url) }]
  }
}

function itemLines(
  { name, unitPrice, quantity, amount, discount }: ItemBlock,
  columns: number,
  clean: Clean,
): string[] {
  return [
    ...wrapWords(clean(name), columns),
    ...pairLines(`  ${unitPrice} x ${clean(quantity)}`, amount, columns),
    ...(discount ? pairLines(`  ${discount.label}`, discount.amount, columns) : []),
  ]
}

/** Three columns. Amounts too wide for the roll go on a line below their rate. */
function taxLines(rows: TaxRow[], columns: number): string[] {
  const widest = (pick: (row: TaxRow) => string) => Math.max(...rows.map((row) => pick(row).length))
  const rate = widest((row) => row.rate)
  const taxable = widest((row) => row.taxable)
  const tax = Math.max(
    widest((row) => row.tax),
    Math.floor((columns - rate) / 2),
  )
  if (rate + taxable + tax + 2 <= columns) {
    return rows.map(
      (row) => row.rate.padEnd(rate) + row.taxable.padStart(columns - rate - tax) + row.tax.padStart(tax),
    )
  }
  return rows.flatMap((row) => [row.rate, ...pairLines(`  ${row.taxable}`, row.tax, columns)])
}

/** Left and right on one line. If they do not fit, the left wraps and the right stays whole at its edge. */
function pairLines(left: string, right: string, columns: number): string[] {
  if (left.length + 1 + right.length <= columns) return [left + right.padStart(columns - left.length)]
  const lines = wrapWords(left, columns)
  const last = lines.at(-1) ?? ''
  if (last.length + 1 + right.length <= columns)
    return [...lines.slice(0, -1), ...pairLines(last, right, columns)]
  return [...lines, ...wrapWords(right, columns).map((line) => line.padStart(columns))]
}

/** Breaks at spaces, and inside a word only if it is longer than the line. Keeps the indent of the first line. */
function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = /^ */.exec(text)?.[0] ?? ''
  for (const word of text.trim().split(' ')) {
    const glue = line.trim() === '' ? '' : ' '
    if (line.length + glue.length + word.length <= columns) {
      line += glue + word
      continue
    }
    if (line.trim() !== '') lines.push(line)
    let rest = word
    for (; rest.length > columns; rest = rest.slice(columns)) lines.push(rest.slice(0, columns))
    line = rest
  }
  if (line.trim() !== '') lines.push(line)
  return lines
}

function ruleLine(words: string, columns: number): string {
  if (!words) return '-'.repeat(columns)
  const title = ` ${words} `
  const left = Math.floor((columns - title.length) / 2)
  return '-'.repeat(left) + title + '-'.repeat(columns - left - title.length)
}

function centreLine(line: string, columns: number): string {
  return ' '.repeat(Math.floor((columns - line.length) / 2)) + line
}

function plain(text: string): RollLine {
  return { kind: 'text', text, strong: false }
}
