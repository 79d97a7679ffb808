/** Closes the shift: the count, the Z report and its audit row in one transaction, without the network. */
import { audit } from '../../../db/profile/audit.ts'
import { closeByRequest, closeOf, insertShiftClose, shiftById } from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { fail, ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { ShiftView } from '../../contract/shift.ts'
import { formatMoney } from '../../fiscal/money.ts'
import { mayAct, type Wanted } from '../../shop/acts/mayAct.ts'
import { cashIn, demandOpen, requestReused } from '../../shop/cash/cashFailures.ts'
import { shiftReportOf, shiftView } from '../../shop/cash/shiftReport.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'

const tooLarge = (difference: number) =>
  fail(
    '001',
    'shift.differenceLarge',
    `A difference of KSh ${formatMoney(difference)} needs a manager. Without one, close the shift to be reviewed.`,
    { field: 'toReview', params: { difference } },
  )

const close = (input: ParsedInputOf<'shift.close'>, context: ProfileContext): Reply<ShiftView> => {
  const { profile, db, actor, ports } = context
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
  /** Each count leaves a trace: a person could otherwise try amounts until one fits. */
  const trace = () =>
    audit(db, {
      at,
      kind: 'cashCounted',
      subject: String(shift.number),
      row_id: null,
      who: author.name,
      content: JSON.stringify({ amount: difference, counted: count.cash }),
    })
  if (difference !== 0 && note === null) {
    trace()
    return fail(
      '002',
      'shift.differs',
      `The count differs by KSh ${formatMoney(difference)}. Count again, or write a note and close.`,
      { field: 'note', params: { difference, expected } },
    )
  }
  const document = String(shift.number)
  const large: Wanted[] =
    Math.abs(difference) > profile.settings().differenceLimit
      ? [{ act: 'closeWithDifference', amount: difference, document, refused: tooLarge(difference) }]
      : []
  const allowed = mayAct(context, large)
  if (!allowed.ok && !input.toReview) {
    trace()
    return allowed
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
      figures: JSON.stringify({ ...report, toReview: !allowed.ok }),
      request_id: input.requestId,
    },
    shift.number,
  )
  if (allowed.ok) allowed.data()
  return ok(shiftView(shift, closeOf(db, shift.id)))
}

export const closeAShift: Handler<'shift.close'> = (input, context) => {
  const reply = context.db.transaction(() => close(input, context))
  if (reply.ok) context.profile.emit({ type: 'shift.changed' })
  return reply
}
