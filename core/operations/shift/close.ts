/** Closes the shift: the count, the Z report and its audit row in one transaction, without the network. */
import { audit } from '../../../db/profile/audit.ts'
import { closeByRequest, closeOf, insertShiftClose, shiftById } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { ShiftView } from '../../contract/shift.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { cashIn, demandOpen, requestReused } from '../../shop/cash/cashFailures.ts'
import { shiftReportOf, shiftView } from '../../shop/cash/shiftReport.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

const close = (
  input: ParsedInputOf<'shift.close'>,
  { profile, db, actor, ports }: ProfileContext,
): Reply<ShiftView> => {
  const done = closeByRequest(db, input.requestId)
  const closed = done && shiftById(db, done.shift_id)
  if (closed) return closed.number === input.number ? ok(shiftView(closed, done)) : requestReused()
  const cash = cashIn(input)
  if (!cash.ok) return cash
  const open = demandOpen(db, input.number)
  if (!open.ok) return open
  profile.disk.demandRoom()
  const shift = open.data
  const author = authorOf(actor)
  const at = profile.day.sure()
  const note = input.note || null
  const count = { ...cash.data, others: input.others }
  const report = shiftReportOf(profile, shift, { name: author.name, at }, { count, note })
  const { expected } = report.drawer
  const difference = count.cash - expected
  if (difference !== 0 && note === null) {
    // Each count leaves a trace: a person could otherwise try amounts until one fits.
    audit(db, {
      at,
      kind: 'cashCounted',
      subject: String(shift.number),
      row_id: null,
      who: author.name,
      content: JSON.stringify({ amount: difference, counted: count.cash }),
    })
    return fail(
      '002',
      'shift.differs',
      `The count differs by KSh ${formatMoney(difference)}. Count again, or write a note and close.`,
      { field: 'note', params: { difference, expected } },
    )
  }
  insertShiftClose(
    db,
    {
      shift_id: shift.id,
      uid: ports.ids.uuid(),
      closed_at: at,
      author_id: author.id,
      author_name: author.name,
      expected,
      counted: count.cash,
      denominations: count.denominations && JSON.stringify(count.denominations),
      note,
      figures: JSON.stringify(report),
      request_id: input.requestId,
    },
    shift.number,
  )
  return ok(shiftView(shift, closeOf(db, shift.id)))
}

export const closeAShift: Handler<'shift.close'> = (input, context) => {
  const reply = context.db.transaction(() => close(input, context))
  if (reply.ok) context.profile.emit({ type: 'shift.changed' })
  return reply
}
