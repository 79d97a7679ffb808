import { openShift } from '../../../db/profile/shifts.ts'
import { ok } from '../../contract/errors.ts'
import { shiftView } from '../../shop/cash/shiftReport.ts'
import type { Handler } from '../shared/handler.ts'

export const shiftState: Handler<'shift.state'> = (_, { db }) => {
  const open = openShift(db)
  return ok({ open: open ? shiftView(open, undefined) : null })
}
