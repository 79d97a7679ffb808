/** The lines of a till's credit note: what is left of the sale, or the chosen parts. */
import type { OtherNote } from '../../../db/profile/otherSales.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import { taxableOfPart, totalOfPart } from '../../fiscal/parts.ts'
import type { SalePayload } from '../../queue/records.ts'
import { invalid } from '../failures.ts'
import { settlePart } from './callerLine.ts'
import { type Left, type LeftLine, linesLeft } from './leftToCredit.ts'
import { type DocumentLine, lineOf } from './storeDocument.ts'

export interface Part {
  left: LeftLine
  /** Hundredths, above 0. */
  quantity: number
}

type Chosen = NonNullable<ParsedInputOf<'invoice.credit'>['items']>

const inOrder = (left: Left[]): LeftLine[] =>
  left.flatMap(linesLeft).sort((a, b) => a.line.position - b.line.position)

const everything = (left: Left[]): Part[] =>
  inOrder(left).flatMap((each) => (each.quantity > 0 ? [{ left: each, quantity: each.quantity }] : []))

/** In the order of the sale. `003` names the impossible quantity and what is left. */
export const partsToCredit = (
  left: Left[],
  chosen: Chosen | undefined,
  sale: { number: string; others: readonly OtherNote[] },
): Reply<Part[]> => {
  if (!chosen) return ok(everything(left))
  const lines = inOrder(left)
  const wanted = new Map<number, number>()
  for (const [index, { position, quantity }] of chosen.entries()) {
    const field = `items[${index}]`
    const at = lines.find(({ line }) => line.position === position)
    if (!at)
      return invalid(`${field}.position`, String(position), `the position of a line of sale ${sale.number}`)
    if (wanted.has(position))
      return invalid(`${field}.position`, String(position), 'a line that was not named before')
    if (quantity > at.quantity) {
      const { name } = at.line
      const most = formatQuantity(at.quantity)
      const taken = sale.others.at(-1)
      if (taken) {
        const { till, author_name: who } = taken
        return fail(
          '003',
          'invoice.lessLeftElsewhere',
          `Only ${most} of ${name} is left on sale ${sale.number} (${field}.quantity): ${who} credits or credited some at till ${till}.`,
          { field: `${field}.quantity`, params: { name, left: most, who, till } },
        )
      }
      return fail(
        '003',
        'invoice.lessLeft',
        `The field ${field}.quantity has the value "${formatQuantity(quantity)}"; it must be at most ${most}, which is what is left of ${name} on sale ${sale.number}.`,
        { field: `${field}.quantity`, params: { name, left: most } },
      )
    }
    wanted.set(position, quantity)
  }
  const parts = lines.flatMap((each) => {
    const quantity = wanted.get(each.line.position) ?? 0
    return quantity > 0 ? [{ left: each, quantity }] : []
  })
  return parts.length > 0
    ? ok(parts)
    : invalid('items', '0', 'a quantity above 0 on at least one line, or omitted for all')
}

/** The lines as sent to the authority, per line of the sale. The lines of one item keep their order. */
const wireOf = (sent: SalePayload, lines: Left['lines']): Map<number, SalePayload['lines']> => {
  const [itemId] = lines.map(({ item_id }) => item_id)
  const rest = sent.lines.filter((line) => line.itemId === itemId)
  return new Map(
    lines.flatMap(({ position, quantity, total }) => {
      const own: SalePayload['lines'] = []
      let missing = quantity
      while (missing > 0) {
        const next = rest.shift()
        if (!next) break
        own.push(next)
        missing -= next.quantity
      }
      const wireTotal = own.reduce((sum, line) => sum + line.total, 0)
      return missing === 0 && wireTotal === total ? [[position, own]] : []
    }),
  )
}

const isWhole = ({ left: { line, quantity, total, taxable }, ...part }: Part): boolean =>
  part.quantity === line.quantity &&
  quantity === line.quantity &&
  total === line.total &&
  taxable === line.taxable

/** A line without earlier credits returns as sold. A part returns for the price paid. */
export const linesToCredit = (parts: Part[], left: Left[], sent: SalePayload): DocumentLine[] => {
  const sentLines = new Map(left.flatMap(({ lines }) => [...wireOf(sent, lines)]))
  return parts.map((part) => {
    const { line, ...rest } = part.left
    const { invoice_id: _, ...kept } = line
    const wire = sentLines.get(line.position)
    if (wire && isWhole(part)) return { kept, wire }
    const { quantity } = part
    const rate = sent.rates[line.tax_type as keyof SalePayload['rates']]
    const total = totalOfPart(line, rest, quantity)
    const taxable = taxableOfPart(rest, total, rate)
    const settled = settlePart({ quantity, unitPrice: line.unit_price }, { total, taxable }, rate)
    const document = lineOf({ ...line, item_id: line.item_id as number }, settled)
    return { ...document, kept: { ...document.kept, position: line.position } }
  })
}
