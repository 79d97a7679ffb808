/** Transfers between branches (`spec 4.14`): one stock record of type 13; the other branch books it in (`authority §5.5`). */

import type { Db } from '../../../db/engine/sqlite.ts'
import { itemByCode } from '../../../db/profile/items.ts'
import { branches, device } from '../../../db/profile/reference.ts'
import { stockRecordByNumber } from '../../../db/profile/stock.ts'
import { authorBound } from '../../access/actor.ts'
import { bodyHash } from '../../base/bodyHash.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import { toWireDate, toWireDateTime } from '../../fiscal/dates.ts'
import { multiply } from '../../fiscal/money.ts'
import { invalid, notReady } from '../../shop/failures.ts'
import { checkLineUnits } from '../../shop/items/units.ts'
import { callerAmount, callerQuantity } from '../../shop/sales/callerLine.ts'
import {
  type CallerStockLine,
  isRecordOpen,
  stockedItem,
  submitStockRecord,
} from '../../shop/stock/callerRecord.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { unnumbered } from '../shared/unnumbered.ts'

type Input = ParsedInputOf<'stock.transfer'>
type Line = Input['items'][number]

const transferOut = '13'

/** Amounts of one line in cents, each as the others have it. */
const amountsOf = (
  line: Line,
  field: string,
): Reply<Pick<CallerStockLine, 'quantity' | 'unitPrice' | 'total'>> => {
  const quantity = callerQuantity(`${field}.qty`, line.qty)
  if (!quantity.ok) return quantity
  const cents: Partial<Record<'prc' | 'splyAmt' | 'taxblAmt' | 'taxAmt' | 'totAmt' | 'totDcAmt', number>> = {}
  for (const name of ['prc', 'splyAmt', 'taxblAmt', 'taxAmt', 'totAmt', 'totDcAmt'] as const) {
    const amount = callerAmount(`${field}.${name}`, line[name])
    if (!amount.ok) return amount
    cents[name] = amount.data
  }
  const { prc = 0, splyAmt = 0, taxblAmt = 0, taxAmt = 0, totAmt = 0 } = cents
  const supply = multiply(prc, quantity.data)
  // A price of more than two decimals makes a supply that its rounded one does not.
  const exact = Math.abs(line.splyAmt - line.qty * line.prc) <= 0.01
  if (splyAmt !== supply && !exact)
    return invalid(`${field}.splyAmt`, String(line.splyAmt), `qty x prc, ${supply / 100}`)
  if (Math.abs(taxblAmt + taxAmt - totAmt) > 1)
    return invalid(`${field}.totAmt`, String(line.totAmt), `taxblAmt + taxAmt, ${(taxblAmt + taxAmt) / 100}`)
  return ok({ quantity: quantity.data, unitPrice: prc, total: totAmt })
}

const linesOf = ({ db }: ProfileContext, { items }: Input): Reply<CallerStockLine[]> => {
  const lines: CallerStockLine[] = []
  for (const [index, line] of items.entries()) {
    const field = `items[${index}]`
    const item = stockedItem(itemByCode(db, line.itemCd), `${field}.itemCd`, line.itemCd)
    if (!item.ok) return item
    // The authority loses sight of stock that is moved under another letter (authority §5.5).
    const letter = item.data.tax_type
    if (line.taxTyCd !== letter)
      return invalid(`${field}.taxTyCd`, line.taxTyCd, `${letter}, as the item is registered`)
    const units = checkLineUnits(db, line, item.data, field)
    if (!units.ok) return units
    const amounts = amountsOf(line, field)
    if (!amounts.ok) return amounts
    const packages = callerQuantity(`${field}.pkg`, line.pkg)
    if (!packages.ok) return packages
    const as = { itemClass: line.itemClsCd, itemName: line.itemNm, packageQuantity: packages.data }
    lines.push({ item: item.data, type: transferOut, ...amounts.data, as })
  }
  return ok(lines)
}

/** Only our own stock is ours to send. */
const checkBranches = ({ profile, db }: ProfileContext, { fromBhfId, toBhfId }: Input): Reply<null> => {
  const own = profile.row.branch_id
  if (fromBhfId !== own)
    return invalid('fromBhfId', fromBhfId, `the branch of this device, ${own}; it is 00 when absent`)
  if (toBhfId === own) return invalid('toBhfId', toBhfId, `another branch than this device's own, ${own}`)
  const known = branches(db).map(({ branch_id }) => branch_id)
  // Nobody could book in what is sent to a branch that is none.
  if (!toBhfId || known.length === 0 || known.includes(toBhfId)) return ok(null)
  const others = known.filter((id) => id !== own)
  const rule =
    others.length === 0
      ? 'a branch of this taxpayer, but no other branch is listed here. POST /sync asks the tax authority for its list; GET /branches shows it'
      : `a branch of this taxpayer: ${others.join(', ')}. POST /sync asks for new ones`
  return invalid('toBhfId', toBhfId, rule)
}

/** The first free number from `yyyyMMddHHmmss` on. */
const numberOfMoment = (db: Db, now: number): number => {
  let number = Number(toWireDateTime(now))
  while (stockRecordByNumber(db, String(number))) number += 1
  return number
}

export const transferStock: Handler<'stock.transfer'> = async (input, context) => {
  const { profile, db } = context
  if (!device(db)) return notReady()
  const checked = checkBranches(context, input)
  if (!checked.ok) return checked
  const now = profile.day.sure()
  const today = toWireDate(now)
  const occurredOn = input.ocrnDt?.slice(0, 8) ?? today
  if (occurredOn > today) return invalid('ocrnDt', input.ocrnDt ?? '', `today, ${today}, or a day before`)
  const hash = bodyHash({ ...input, sarNo: null })
  const sameCall = unnumbered(context, {
    route: 'stock.transfer',
    hash,
    isOpen: (number) => isRecordOpen(db, Number(number)),
  })
  let isAgain = false
  /** The caller's number, the one that this call was given before, or a new one. */
  const takeNumber = (): Reply<number> => {
    if (typeof input.sarNo === 'number') return ok(input.sarNo)
    const before = sameCall.number()
    if (!before.ok) return before
    isAgain = before.data !== null && context.idempotencyKey === undefined
    const number = before.data ?? String(numberOfMoment(db, now))
    sameCall.keep(number)
    return ok(Number(number))
  }
  const reply = await submitStockRecord(context, () => {
    const taken = takeNumber()
    if (!taken.ok) return taken
    const sarNo = taken.data
    return ok({
      record: {
        sarNo,
        // A caller without a number may repeat the record with the number that Kaunta generated.
        hash,
        body: input,
        originalNumber: 0,
        registrationType: 'M',
        partnerPin: null,
        partnerName: null,
        partnerBranch: input.toBhfId ?? null,
        occurredOn,
        remark: null,
        author: authorBound(context.actor, { id: input.regrId, name: input.regrNm }),
      },
      lines: () => linesOf(context, input),
      result: () => ({ success: true, sarNo }),
      answered: (reply) => sameCall.answered(String(sarNo), reply),
    })
  })
  // Its caller may know what became of the first one, from the queue, and mean another.
  return reply.ok && isAgain
    ? ok(
        reply.data,
        `Success. This is record ${reply.data.sarNo}, the same as in the call before. For another record, send a new sarNo or Idempotency-Key.`,
      )
    : reply
}
