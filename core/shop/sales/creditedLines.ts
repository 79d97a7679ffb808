/** Matches the lines of other software's credit note with the lines of the sale. */

import type { Db } from '../../../db/engine/sqlite.ts'
import type { Invoice } from '../../../db/profile/invoices.ts'
import { itemByCode, itemWithBarcode } from '../../../db/profile/items.ts'
import type { CreditLine } from '../../contract/creditNote.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import { formatQuantity } from '../../fiscal/money.ts'
import type { TaxRates } from '../../fiscal/tax.ts'
import { invalid, itemNotFound, missing } from '../failures.ts'
import { checkLineUnits } from '../items/units.ts'
import { callerLine } from './callerLine.ts'
import type { Left } from './leftToCredit.ts'
import { type DocumentLine, lineOf } from './storeDocument.ts'

interface Credited {
  sale: Pick<Invoice, 'number'>
  left: Left[]
  /** The rates at the time of the sale. */
  rates: TaxRates
}

/** Finds the item by code, as sold or as today; without a code by barcode. */
const itemOf = (db: Db, line: CreditLine, field: string, { sale, left }: Credited): Reply<Left> => {
  const [name, given] = line.itemCd ? (['itemCd', line.itemCd] as const) : (['bcd', line.bcd] as const)
  if (!given) return missing(`${field}.itemCd`)
  const column = name === 'itemCd' ? 'item_code' : 'barcode'
  const sold = left.find(({ lines }) => lines.some((each) => each[column] === given))
  if (sold) return ok(sold)
  const item = name === 'itemCd' ? itemByCode(db, given) : itemWithBarcode(db, given)
  if (!item) return itemNotFound(`${field}.${name}`, given)
  const known = left.find(({ itemId }) => itemId === item.id)
  if (known) return ok(known)
  const all = left.map(({ lines }) => lines[0]?.[column] ?? lines[0]?.item_code).join(', ')
  return invalid(`${field}.${name}`, given, `an item of sale ${sale.number}: ${all}`)
}

/**
 * Returns the most that was paid for this quantity, cents: no price above the sale's, except for rounding (`authority
 * §5.4`).
 */
const mostFor = (lines: Left['lines'], quantity: number): number =>
  Math.ceil(Math.max(...lines.map((line) => line.total / line.quantity)) * quantity) + 1

/** Never more than what is left. `003` names the line and what is left. */
export const creditedLines = (
  db: Db,
  given: CreditLine[],
  { linesField, ...credited }: Credited & { linesField: string },
): Reply<{ lines: DocumentLine[]; goods: { itemId: number; quantity: number; itemType: string }[] }> => {
  const lines: DocumentLine[] = []
  const goods: { itemId: number; quantity: number; itemType: string }[] = []
  const rest = new Map(credited.left.map(({ itemId, quantity, total }) => [itemId, { quantity, total }]))
  for (const [index, line] of given.entries()) {
    const field = `${linesField}[${index}]`
    const found = itemOf(db, line, field, credited)
    if (!found.ok) return found
    const { itemId } = found.data
    const [sold] = found.data.lines
    if (!sold) continue
    const of = `which is what is left of ${sold.item_code} on sale ${credited.sale.number}`
    if (line.taxTyCd !== sold.tax_type)
      return invalid(`${field}.taxTyCd`, line.taxTyCd, `${sold.tax_type}, as on sale ${credited.sale.number}`)
    const units = checkLineUnits(db, line, sold, field)
    if (!units.ok) return units
    const amounts = callerLine(line, field, credited.rates[line.taxTyCd])
    if (!amounts.ok) return amounts
    const left = rest.get(itemId) ?? { quantity: 0, total: 0 }
    const { quantity, total } = amounts.data
    if (quantity > left.quantity)
      return invalid(`${field}.qty`, String(line.qty), `at most ${formatQuantity(left.quantity)}, ${of}`)
    if (total > left.total)
      return invalid(`${field}.totAmt`, String(line.totAmt), `at most ${left.total / 100}, ${of}`)
    const most = mostFor(found.data.lines, quantity)
    if (total > most)
      return invalid(
        `${field}.totAmt`,
        String(line.totAmt),
        `at most ${most / 100}, the price of so many on sale ${credited.sale.number}`,
      )
    left.quantity -= quantity
    left.total -= total
    lines.push(lineOf({ ...sold, item_id: itemId, name: line.itemNm }, amounts.data))
    goods.push({ itemId, quantity, itemType: sold.item_type })
  }
  return ok({ lines, goods })
}
