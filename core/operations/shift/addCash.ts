import {
  type CashMovement,
  cashByRequest,
  cashMovement,
  insertCashMovement,
} from '../../../db/profile/shifts.ts'
import { authorOf } from '../../access/actor.ts'
import { ok, type Reply } from '../../contract/errors.ts'
import type { ParsedInputOf } from '../../contract/index.ts'
import type { Movement } from '../../contract/shift.ts'
import { mayAct } from '../../shop/acts/mayAct.ts'
import { demandOpen, requestReused } from '../../shop/cash/cashFailures.ts'
import { cashBeyond } from '../../shop/cash/drawer.ts'
import { invalid, missing } from '../../shop/failures.ts'
import type { ProfileContext } from '../context.ts'
import type { Handler } from '../shared/handler.ts'
import { openDrawer } from '../shared/openDrawer.ts'
import { movementView } from './view.ts'

const isSame = (row: CashMovement, { kind, amount, reason }: ParsedInputOf<'shift.addCash'>) =>
  row.kind === kind && row.amount === (amount ?? 0) && row.reason === reason

const add = (input: ParsedInputOf<'shift.addCash'>, context: ProfileContext): Reply<Movement> => {
  const { profile, db, actor, ports } = context
  const done = cashByRequest(db, input.requestId)
  if (done) return isSame(done, input) ? ok(movementView(done)) : requestReused()
  const { kind, amount } = input
  if (kind === 'noSale' && amount !== undefined)
    return invalid('amount', String(amount), 'left out for noSale')
  if (kind !== 'noSale' && amount === undefined) return missing('amount')
  const shift = demandOpen(db, input.number)
  if (!shift.ok) return shift
  profile.disk.demandRoom()
  const document = String(input.number)
  const allowed = mayAct(context, [
    ...(kind === 'payOut' || kind === 'noSale' ? [{ act: kind, amount: amount ?? 0, document }] : []),
    ...(kind === 'payOut' ? cashBeyond(profile, amount ?? 0, document) : []),
  ])
  if (!allowed.ok) return allowed
  const author = authorOf(actor)
  const id = insertCashMovement(
    db,
    {
      uid: ports.ids.uuid(),
      shift_id: shift.data.id,
      kind,
      amount: amount ?? 0,
      reason: input.reason,
      reference: input.reference || null,
      note: input.note || null,
      moved_at: profile.day.sure(),
      author_id: author.id,
      author_name: author.name,
      request_id: input.requestId,
    },
    input.number,
  )
  allowed.data()
  const row = cashMovement(db, id)
  if (!row) throw new Error(`The cash movement ${id} was stored and is not there`)
  openDrawer(context)
  return ok(movementView(row))
}

export const addCash: Handler<'shift.addCash'> = (input, context) => {
  const reply = context.db.transaction(() => add(input, context))
  if (reply.ok) context.profile.emit({ type: 'shift.changed' })
  return reply
}
