import { callerId } from '../../access/actor.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'
import { noPrinter } from './failures.ts'
import { viewOf } from './state.ts'

/** More than a counter has. */
const mostPrinters = 30

export const savePrinter: Handler<'printer.save'> = ({ id, ...fields }, { profile, actor }) => {
  const { printers } = profile
  if (id !== undefined && !printers.find(id)) return noPrinter('id')
  const others = printers.all().filter((printer) => printer.id !== id)
  if (others.some(({ name }) => name.toLowerCase() === fields.name.toLowerCase())) {
    return fail(
      '003',
      'printer.nameTaken',
      `There is a printer “${fields.name}” already. Choose another name.`,
      {
        field: 'name',
        params: { name: fields.name },
      },
    )
  }
  if (fields.failover !== null && !others.some((printer) => printer.id === fields.failover))
    return noPrinter('failover')
  if (id === undefined && others.length >= mostPrinters) {
    return fail('003', 'printer.tooMany', `At most ${mostPrinters} printers fit. Remove one first.`, {
      params: { most: mostPrinters },
    })
  }
  const saved = printers.save(id, fields, callerId(actor))
  return ok({ printer: viewOf(profile, saved) })
}
