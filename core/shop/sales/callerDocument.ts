/** What the sale and credit note endpoints share: one internal form of their bodies, and the common checks. */

import { type Actor, authorBound } from '../../access/actor.ts'
import type { Author, SaleExtras } from '../../authority/port.ts'
import type { headerTotals, SaleLine } from '../../contract/callerSale.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { TaxTypeCode } from '../../contract/fields.ts'
import { toWireDate } from '../../fiscal/dates.ts'
import type { TaxRates } from '../../fiscal/tax.ts'
import type { ShopContext } from '../context.ts'
import { invalid } from '../failures.ts'
import { type CallerLine, callerAmount, callerLine } from './callerLine.ts'

/** A sum in a header, shillings. `letter`: only for lines with that tax letter. */
export interface GivenTotal {
  field: string
  value: number | null | undefined
  of: 'totAmt' | 'taxblAmt' | 'taxAmt'
  letter?: TaxTypeCode
}

/** A document of other software, in one form for every endpoint. */
export interface CallerDocument {
  traderNumber: string | null
  /** `YYYYMMDD`; null = today. */
  saleDate: string | null
  /** `yyyyMMddHHmmss`; null = now. */
  confirmedAt: string | null
  method: string | null
  buyer: { pin: string | null; name: string | null }
  author: Author
  remark: string | null
  extras: SaleExtras | undefined
  totals: GivenTotal[]
  /** The parsed body, stored whole. */
  body: unknown
  /** The paths of its members in that body. */
  at: { number: string; saleDate: string; method: string; buyer: string; lines: string }
}

export interface CallerSale extends CallerDocument {
  number: string
  lines: SaleLine[]
  autoRegister: boolean
}

/** Returns the buyer's PIN. Header and receipt may both name it, but then the same one: of two, one would be lost. */
export const buyerPinOf = (
  header: { custTin: string | null; at: string },
  receipt: { custTin: string | null },
): Reply<string | null> =>
  header.custTin && receipt.custTin && header.custTin !== receipt.custTin
    ? invalid('receipt.custTin', receipt.custTin, `${header.custTin} as in ${header.at}, or omitted`)
    : ok(header.custTin ?? receipt.custTin)

type Totals = { [name in keyof typeof headerTotals]?: number | null | undefined }

const sums = { totAmt: 'totAmt', totTaxblAmt: 'taxblAmt', totTax: 'taxAmt', totTaxAmt: 'taxAmt' } as const

/** Returns the totals of a header whose members begin with `prefix`. */
export const totalsOf = (header: Totals, prefix = ''): GivenTotal[] =>
  Object.entries(sums).map(([name, of]) => ({
    field: prefix + name,
    value: header[name as keyof Totals],
    of,
  }))

export const authorOfCaller = (
  { regrId, regrNm }: { regrId?: string | null | undefined; regrNm?: string | null | undefined },
  name: string,
): Author => ({ id: regrId || 'USR01', name: regrNm || name })

/**
 * Returns the document as the actor may send it: in a session the signed-in person is the only author and modifier.
 */
export const boundDocument = <T extends CallerDocument>(actor: Actor, document: T): T =>
  actor.kind === 'session'
    ? {
        ...document,
        author: authorBound(actor, document.author),
        extras: document.extras && { ...document.extras, modifier: null },
      }
    : document

/** Checks that given totals equal the sum of the lines. Each line's tax may differ by a cent of rounding. */
export const checkTotals = (
  totals: GivenTotal[],
  lines: Pick<SaleLine, GivenTotal['of'] | 'taxTyCd'>[],
  linesField: string,
): Reply<null> => {
  for (const { field, value, of, letter } of totals) {
    if (value === null || value === undefined) continue
    const said = callerAmount(field, value)
    if (!said.ok) return said
    let sum = 0
    let counted = 0
    for (const [index, line] of lines.entries()) {
      if (letter !== undefined && line.taxTyCd !== letter) continue
      const cents = callerAmount(`${linesField}[${index}].${of}`, line[of])
      if (!cents.ok) return cents
      sum += cents.data
      counted += 1
    }
    if (Math.abs(said.data - sum) > (of === 'totAmt' ? 0 : counted)) {
      const ofLetter = letter === undefined ? '' : ` with taxTyCd ${letter}`
      return invalid(field, String(value), `the sum of ${of} of the lines${ofLetter}, ${sum / 100}`)
    }
  }
  return ok(null)
}

/** Checks a document's dates: not in the authority's future, and not before `earliest` (`authority §5.3`). */
export const checkDates = (
  { profile }: ShopContext,
  { saleDate, confirmedAt, at }: Pick<CallerDocument, 'saleDate' | 'confirmedAt' | 'at'>,
  earliest?: { day: string; of: string },
): Reply<null> => {
  const today = toWireDate(profile.day.sure())
  if (saleDate && saleDate > today) return invalid(at.saleDate, saleDate, `today, ${today}, or a day before`)
  if (confirmedAt && confirmedAt.slice(0, 8) > today)
    return invalid('cfmDt', confirmedAt, `today, ${today}, or a day before`)
  const day = saleDate ?? today
  if (earliest && day < earliest.day)
    return invalid(at.saleDate, day, `${earliest.day}, the day of ${earliest.of}, or a later one`)
  return ok(null)
}

/** The authority numbers lines with three digits (`authority §1.4` no. 14). */
const linesAtMost = 999

/** Returns the amounts of each line, with the rates of that time. */
export const amountsOf = (lines: SaleLine[], linesField: string, rates: TaxRates): Reply<CallerLine[]> => {
  const amounts: CallerLine[] = []
  for (const [index, line] of lines.entries()) {
    const read = callerLine(line, `${linesField}[${index}]`, rates[line.taxTyCd])
    if (!read.ok) return read
    amounts.push(read.data)
  }
  const wireLines = amounts.reduce((count, { wire }) => count + wire.length, 0)
  return wireLines > linesAtMost
    ? invalid(
        linesField,
        `${lines.length} lines`,
        `fewer lines: if no price with two decimals gives a line's total, the line is sent as two; that makes ${wireLines} in all, and the authority accepts ${linesAtMost}`,
      )
    : ok(amounts)
}
