import { fail, ok } from '../../contract/errors.ts'
import type { Handler } from '../shared/handler.ts'

/** A print server of a big network may name thousands. */
export const mostPrinters = 200

export const listPrinters: Handler<'printer.list'> = async (_, { ports }) => {
  const listed = await ports.printer.list()
  if (listed.ok) return ok({ printers: listed.printers.slice(0, mostPrinters) })
  const { reason } = listed
  return fail('003', 'printer.notListed', `The printers cannot be listed: ${reason}`, { params: { reason } })
}
