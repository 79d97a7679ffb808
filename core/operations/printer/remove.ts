import { callerId } from '../../access/actor.ts'
import { ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { noPrinter } from './failures.ts'

export const removePrinter: Handler<'printer.remove'> = ({ id }, { profile, actor }) => {
  if (!profile.printers.find(id)) return noPrinter('id')
  profile.printers.remove(id, callerId(actor))
  return ok({})
}
