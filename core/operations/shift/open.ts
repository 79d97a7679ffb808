import { newestInvoice } from '../../../db/profile/invoices.ts'
import { takeNumber } from '../../../db/profile/lanes.ts'
import { closeOf, insertShift, openShift, shiftById, shiftByRequest } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { ShiftView } from '../../contract/shift.ts'
import { cashIn } from '../../shop/cash/cashFailures.ts'
import { shiftView } from '../../shop/cash/shiftReport.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

const open = (
  input: ParsedInputOf<'shift.open'>,
  { profile, db, actor, ports }: ProfileContext,
): Reply<ShiftView> => {
  const done = shiftByRequest(db, input.requestId)
  if (done) return ok(shiftView(done, closeOf(db, done.id)))
  const cash = cashIn(input)
  if (!cash.ok) return cash
  const other = openShift(db)
  if (other) {
    return fail(
      '003',
      'shift.alreadyOpen',
      `Shift ${other.number} is open, by ${other.author_name}. Sell in it, or close it first.`,
      { params: { number: other.number, name: other.author_name } },
    )
  }
  profile.disk.demandRoom()
  const author = authorOf(actor)
  const { denominations } = cash.data
  const id = insertShift(db, {
    uid: ports.ids.uuid(),
    number: takeNumber(db, 'shift'),
    opened_at: profile.day.sure(),
    author_id: author.id,
    author_name: author.name,
    float: cash.data.cash,
    counted: denominations && JSON.stringify(denominations),
    after_invoice: newestInvoice(db)?.id ?? 0,
    request_id: input.requestId,
  })
  const shift = shiftById(db, id)
  if (!shift) throw new Error(`The shift ${id} was stored and is not there`)
  return ok(shiftView(shift, undefined))
}

export const openAShift: Handler<'shift.open'> = (input, context) => {
  const reply = context.db.transaction(() => open(input, context))
  if (reply.ok) context.profile.emit({ type: 'shift.changed' })
  return reply
}
